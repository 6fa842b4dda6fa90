"""Selector of the home page: what waits for a player, by urgency, then their crews' campaigns and their clubs' week."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from logbook.campaigns.models import Campaign
from logbook.campaigns.selectors.attended_missions import attended_missions
from logbook.campaigns.selectors.campaigns import CampaignRow, campaign_rows
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.selectors.challenge_rows import ListedChallenge, challenge_rows
from logbook.crews.models.crews import Crew
from logbook.daily.selectors.deals import DealCard, newest_cards
from logbook.people.models.players import Player
from logbook.tables.models import Table
from logbook.tables.selectors.played_missions import MissionMap, NextMission, mission_maps, next_mission
from logbook.tables.selectors.table_rows import TableRow, by_urgency, table_rows

LATEST = 6
ENDED_STATES = (Table.State.WON, Table.State.ENDED)


@dataclass(frozen=True, slots=True)
class HomePage:
    """A player's next steps: tables by urgency, open challenges, and the open campaigns that were played last."""

    rows: list[TableRow]
    challenges: list[ListedChallenge]
    campaigns: list[CampaignRow]
    cards: list[DealCard]
    """Today's deals."""
    next_mission: NextMission | None
    """The mission to go on with; None before the first attempt."""
    maps: list[MissionMap]
    """The missions won and lost, game by game."""


def home_page(
    player: Player,
    *,
    tables: QuerySet[Table],
    challenges: QuerySet[Challenge],
    crews: QuerySet[Crew],
    campaigns: QuerySet[Campaign],
) -> HomePage:
    """Return the player's tables under way, the open challenges of their clubs, and the campaigns of their crews."""
    logged = attended_missions(player)
    rows = by_urgency(table_rows(tables.exclude(state__in=ENDED_STATES), player))
    return HomePage(
        rows[:LATEST],
        challenge_rows(challenges.filter(state=Challenge.State.OPEN), player, crews),
        campaign_rows(campaigns.filter(closed_at=None))[:LATEST],
        newest_cards(player),
        next_mission(player, logged),
        mission_maps(player, logged=logged),
    )
