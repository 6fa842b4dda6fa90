"""What replays do when something happens elsewhere."""

from __future__ import annotations

from logbook.people import handover
from logbook.people.models.players import Player
from logbook.replays.models.thoughts import Thought


def listen() -> None:
    """Register which foreign keys to a player a guest hands over."""
    handover.register("Thought.player", _thoughts)


def _thoughts(guest: Player, player: Player) -> None:
    """A player asks one question once."""
    same = Thought.objects.filter(player=player).values("mark")
    Thought.objects.filter(player=guest).exclude(mark__in=same).update(player=player)
