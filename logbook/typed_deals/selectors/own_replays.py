"""Selector of the replay that a crew's own table leaves: a player who sat there makes a lesson of it."""

from __future__ import annotations

from typing import Final

from logbook.challenges.access.replays import open_attempts
from logbook.people.models.players import Player
from logbook.player_lessons.access import may_become_a_lesson
from logbook.tables.models import Attempt
from logbook.typed_deals.models import TypedDeal

MOST: Final = 20
"""The latest tables among which the reader's own one is looked for."""


def own_replay(deal: TypedDeal, player: Player | None) -> Attempt | None:
    """Return the latest round in which the player played the known deal again; None without one."""
    if player is None or not deal.answer:
        return None
    again = Attempt.objects.filter(table__typed__deal=deal, table__typed__sealed=False)
    ended = again.exclude(state=Attempt.State.PLAYING).order_by("-pk")
    attempts = list(ended.select_related("table__crew", "table__stage__challenge", "analysis")[:MOST])
    seen = open_attempts(player, attempts)
    return next((one for one in attempts if one.pk in seen and may_become_a_lesson(one)), None)
