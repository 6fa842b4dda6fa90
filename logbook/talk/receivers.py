"""Receivers of talk: a crew forgets a player, and a guest signs in."""

from __future__ import annotations

from typing import Any

from logbook.crews import signals as crews
from logbook.crews.models.crews import Crew
from logbook.people import handover
from logbook.people.models.players import Player
from logbook.talk.models import TalkLine


def listen() -> None:
    """Subscribe to crews, and register what a guest hands over."""
    crews.member_forgotten.connect(_member_forgotten, dispatch_uid="talk")
    handover.HANDED_OVER.register("TalkLine.player", _lines)
    handover.stays("TalkLine.hidden_by")


def _lines(guest: Player, player: Player) -> None:
    TalkLine.objects.filter(player=guest).update(player=player)


def _member_forgotten(*, crew: Crew, player: Player, **_params: Any) -> None:
    """Delete what the player said at the crew's tables: talk is no entry of a logbook."""
    lines = TalkLine.objects.filter(table__crew=crew)
    lines.filter(player=player).delete()
    lines.filter(hidden_by=player).update(hidden_by=None)
