"""Imports of every task, so that a worker finds them."""

from __future__ import annotations

from logbook.campaigns import tasks as campaigns_tasks
from logbook.challenges import tasks as challenges_tasks
from logbook.clubs import tasks as clubs_tasks
from logbook.daily import tasks as daily_tasks
from logbook.exchange import tasks as exchange_tasks
from logbook.leaderboards import tasks as leaderboards_tasks
from logbook.notifications import tasks as notifications_tasks
from logbook.people import tasks as people_tasks
from logbook.player_lessons import tasks as player_lessons_tasks
from logbook.replays import tasks as replays_tasks
from logbook.seasons import tasks as seasons_tasks
from logbook.site import tasks as site_tasks
from logbook.tables import tasks as tables_tasks
from logbook.talk import tasks as talk_tasks
from logbook.travellers import tasks as travellers_tasks
from logbook.typed_deals import tasks as typed_deals_tasks

__all__ = [
    "campaigns_tasks",
    "challenges_tasks",
    "clubs_tasks",
    "daily_tasks",
    "exchange_tasks",
    "leaderboards_tasks",
    "notifications_tasks",
    "people_tasks",
    "player_lessons_tasks",
    "replays_tasks",
    "seasons_tasks",
    "site_tasks",
    "tables_tasks",
    "talk_tasks",
    "travellers_tasks",
    "typed_deals_tasks",
]
