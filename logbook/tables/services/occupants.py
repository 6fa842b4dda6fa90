"""Service of a seat's occupant: a player, a bot, or none."""

from __future__ import annotations

from typing import Any, Final

from logbook.people.models.players import Player
from logbook.tables.models import Seat

NO_OCCUPANT: Final[dict[str, Any]] = {
    "player": None,
    "bot": "",
    "stand_in": "",
    "agreed": [],
    "awaited_since": None,
    "remind_at": None,
    "decides_by": None,
}
"""The columns of a seat that belong to its occupant, as they are in an empty seat."""


def give_seat(seat: Seat, *, player: Player | None = None, bot: str = "") -> None:
    """Give the seat to a player or a bot, or empty it; nothing of the former occupant stays."""
    for column, value in (NO_OCCUPANT | {"player": player, "bot": bot}).items():
        setattr(seat, column, value)
    seat.save(update_fields=tuple(NO_OCCUPANT))
