"""What a person has had bots and the solver think about: for that person alone."""

from __future__ import annotations

from logbook.people.models.players import Player
from logbook.replays.models.thoughts import Thought
from logbook.tables.models import Attempt


def thought_of(player: Player | None, attempt: Attempt, number: str) -> Thought | None:
    """The person's own thought of this number about this attempt; None where there is none, or none any more."""
    if player is None or not (number.isascii() and number.isdigit() and len(number) < 19):
        return None
    return Thought.objects.filter(player=player, attempt=attempt, pk=int(number)).first()
