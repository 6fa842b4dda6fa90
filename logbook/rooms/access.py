"""Access to rooms: those who may see the attempt's replay, as many as a room takes."""

from __future__ import annotations

from typing import Final

from django.db.models import QuerySet
from django.http import Http404

from logbook.challenges.access.replays import ensure_replay_open, replay_for
from logbook.people.models.players import Player
from logbook.rooms.exceptions import NoPracticeSeat, RoomFull
from logbook.rooms.presence import place_of
from logbook.tables import presence
from logbook.tables.exceptions import PresenceUnknown
from logbook.tables.models import Attempt, Table

MOST_PEOPLE: Final = 30


def room_for(player: Player | None, attempt_id: int) -> Attempt:
    """Return the attempt of a room that the player may enter, or raise 404: its replay decides."""
    return replay_for(player, attempt_id)


def followed_room_for(player: Player | None, attempt_id: int) -> None:
    """Raise 404 unless the player may follow the room by a stream."""
    ensure_replay_open(player, attempt_id)


def room_at(player: Player | None, table: Table) -> Attempt:
    """Return the last attempt at the table, if it has ended and its room is open to the player, or raise 404."""
    last = table.attempts.order_by("-number").first()
    if last is None:
        raise Http404
    return room_for(player, last.pk)


def practices_of(attempt: Attempt) -> QuerySet[Table]:
    """The practice tables in progress that were dealt from this attempt, the latest first."""
    running = Attempt.objects.filter(origin=attempt, state=Attempt.State.PLAYING)
    return Table.objects.filter(practice=True, pk__in=running.values("table")).order_by("-pk")


def practice_for(player: Player | None, attempt: Attempt) -> Table:
    """Return the player's own practice table in progress, or raise NoPracticeSeat."""
    own = practices_of(attempt).filter(seats__player=player).first() if player is not None else None
    if own is None:
        raise NoPracticeSeat
    return own


def enter(attempt: Attempt, player: Player | None, address: str) -> None:
    """Let the reader into the room. Raises RoomFull if the most people are there; without Redis it is unknown.

    Those who played the attempt always get in: at the end, watchers' pages come at the same moment.
    """
    key = player.pk if player is not None else None
    has_played = player is not None and attempt.sittings.filter(player=player).exists()
    most = MOST_PEOPLE + attempt.table.players if has_played else MOST_PEOPLE
    try:
        is_in = presence.enter(place_of(attempt), player_id=key, address=address, most=most)
    except PresenceUnknown:
        return
    if not is_in:
        raise RoomFull(most=MOST_PEOPLE)
