"""Presence in rooms: their pages send beats as those of tables do (`logbook.tables.presence`)."""

from __future__ import annotations

from typing import Final

from logbook.people.models.players import Player
from logbook.tables import presence
from logbook.tables.exceptions import PresenceUnknown
from logbook.tables.models import Attempt

AWAY_SECONDS: Final = 30
"""The age of the last beat from which a leader is away."""


def place_of(attempt: Attempt) -> int:
    """Return the number under which beats know the attempt's room: below zero, where no table's key is."""
    return -attempt.pk


def is_away(attempt: Attempt, player: Player) -> bool:
    """True if the player has left the room's page. While Redis is away, this is unknown: then they are there."""
    try:
        seconds = presence.seconds_away(place_of(attempt), player.pk)
    except PresenceUnknown:
        return False
    return seconds is None or seconds > AWAY_SECONDS


def beat_token_of(attempt: Attempt, player: Player | None, address: str) -> str:
    """Return the token of the room's page. Visitors count by their address."""
    place = place_of(attempt)
    if player is None:
        return presence.watcher_token(place, None, address)
    return presence.beat_token(place, player.pk)
