"""Absence: how long a player has been away, so far as the site can know.

A player without a beat (without scripts, with a program, or after Redis has restarted) is not known to be away: then
the wait begins with the turn. An action, and a seat taken back, show that the player is there, as a beat does.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.utils import timezone

import games
from logbook.tables import event_replay, presence
from logbook.tables.models import Attempt, Seat


def seconds_away(attempt: Attempt, seat: Seat) -> float:
    """Return the seconds since the last sign of an awaited player, or since their turn began where there is none.

    Raises PresenceUnknown while the live channel is away, and ValueError for a seat without a player.
    """
    if seat.player_id is None:
        raise ValueError(f"seat {seat.number} of table {seat.table_id} has no player")
    beat = presence.seconds_away(seat.table_id, seat.player_id)
    if beat is None:
        return _seconds_since(awaited_since(attempt, seat))
    return min([beat, *(_seconds_since(at) for at in _signs_of(attempt, seat))])


def awaited_since(attempt: Attempt, seat: Seat) -> datetime:
    """Return the moment at which the table began to wait for the seat, or a later one at which its player was there."""
    return max([_turn_began(attempt, seat.number), *_signs_of(attempt, seat)])


def acted_within(attempt: Attempt, seat: Seat, seconds: float) -> bool:
    """Return whether the seat's player has given a sign in the last seconds, other than a beat."""
    return any(_seconds_since(at) < seconds for at in _signs_of(attempt, seat))


def _signs_of(attempt: Attempt, seat: Seat) -> list[datetime]:
    own = (
        attempt.events.filter(seat=seat.number, player=seat.player_id)
        .order_by("-sequence")
        .values_list("at", flat=True)
    )
    # In turn-based games the column holds the beginning of the turn, and elsewhere the last return to the seat.
    back = seat.awaited_since if attempt.table.turn_seconds is None else None
    return [at for at in (own.first(), back) if at is not None]


def _turn_began(attempt: Attempt, number: int) -> datetime:
    """Return when the table last began to wait for the seat; the present where it does not wait."""
    began: datetime | None = None
    for state, seat, at in _moments(attempt):
        if number not in state.waiting_on:
            began = None
        elif began is None or seat == number:
            began = at
    return began or timezone.now()


def _moments(attempt: Attempt) -> Iterator[tuple[games.State, int | None, datetime]]:
    """Yield every state with the seat and the time of the action that led to it."""
    first, *later = event_replay.moments_of(attempt)
    yield first, None, attempt.started_at
    events = attempt.events.order_by("sequence").values_list("seat", "at")
    for state, (seat, at) in zip(later, events, strict=True):
        yield state, seat, at


def _seconds_since(moment: datetime) -> float:
    return max(0.0, (timezone.now() - moment).total_seconds())
