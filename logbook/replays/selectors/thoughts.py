"""Selectors of thoughts: only the player who asked sees them."""

from __future__ import annotations

from logbook.people.models.players import Player
from logbook.replays.models.bot_questions import Thought
from logbook.tables.models import Attempt


def thought_of(player: Player | None, attempt: Attempt, number: str) -> Thought | None:
    """Return the player's own thought with this number about this attempt; None where there is none."""
    if player is None or not (number.isascii() and number.isdigit() and len(number) < 19):
        return None
    return Thought.objects.filter(player=player, attempt=attempt, pk=int(number)).first()
