"""The part of a room that moves, for the streams of its readers: one for those who lead, one for those who follow.

Readers of one language and time zone share it. A reader's access to the replay is checked when their stream opens, when
their session, crew or club changes, and every 30 seconds, as at tables.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from functools import partial
from typing import Final

from django.db.models import Q
from django.template.loader import render_to_string
from django.utils import timezone, translation

from logbook.lib import announcements, event_streams
from logbook.lib.translation import rendering_in
from logbook.people.middleware import PlayerRequest, reader_of
from logbook.people.models.players import Player
from logbook.people.session_store import players_of_sessions
from logbook.rooms.access import followed_room_for
from logbook.rooms.models import Room
from logbook.rooms.selectors.rooms import RoomPage, is_solo_attempt, room_moment, room_number, room_of, seen_by
from logbook.tables.live_parts import Part, part_event
from logbook.tables.models import Attempt
from logbook.tables.renderers import Followed


@dataclass(frozen=True, slots=True)
class RoomReader:
    """A page that follows a room, as it was when its stream opened."""

    followed: int
    """The attempt's key."""
    player: Player
    session: str
    language: str
    time_zone: tzinfo
    counted_as: str
    """The name under which the streams of one person are counted."""
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class Drawn:
    """The moments and the parts of one number that are ready."""

    moments: dict[tuple[object, ...], RoomPage]
    parts: dict[tuple[object, ...], Part]


class LiveRoom:
    """A room with readers."""

    def __init__(self, attempt_id: int) -> None:
        self._attempt_id = attempt_id
        self._readers: frozenset[RoomReader] = frozenset()

    def parts(self, readers: Sequence[tuple[RoomReader, int]]) -> list[Part | None]:
        """Return the part for each reader; None for one who may no longer read. New readers are checked here."""
        known, self._readers = self._readers, frozenset(reader for reader, _since in readers)
        may_read = {reader: reader in known or _may_read(reader) for reader in self._readers}
        attempt = Attempt.objects.select_related("table__crew", "table__stage__challenge", "analysis").get(
            pk=self._attempt_id
        )
        room, drawn = room_of(attempt), Drawn({}, {})
        # Before anyone leads, the only person of a solo attempt has buttons that the others have not.
        leads = {room.leader_id} if room.leader_id or not is_solo_attempt(attempt) else _players(self._readers)
        return [_part(room, reader, leads, drawn) if may_read[reader] else None for reader, _since in readers]


def _players(readers: Collection[RoomReader]) -> set[int | None]:
    return {reader.player.pk for reader in readers}


def _part(room: Room, reader: RoomReader, leads: Collection[int | None], drawn: Drawn) -> Part:
    """Return the reader's part; readers of one language and zone share it, and with the leader the moment."""
    place = (reader.language, reader.time_zone)
    key = (reader.player.pk if reader.player.pk in leads else None, *place)
    if key not in drawn.parts:
        with rendering_in(reader.language), timezone.override(reader.time_zone):
            if place not in drawn.moments:
                drawn.moments[place] = room_moment(room)
            page = seen_by(drawn.moments[place], room, reader.player)
            drawn.parts[key] = Part(room.number, part_event(render_to_string(page.template, part_context(page))))
    return drawn.parts[key]


def part_context(room: RoomPage, *, error: str = "", at_table: bool = False) -> dict[str, object]:
    """Return the context of the part's template."""
    return {"room": room, "replay": room.replay, "page": room.page, "error": error, "at_table": at_table}


def _may_read(reader: RoomReader) -> bool:
    return event_streams.allowed(partial(followed_room_for, reader.player, reader.followed))


def _still_reading(readers: Sequence[RoomReader]) -> list[bool]:
    """Return whether each reader's session has not ended, and the replay is still open to the player.

    Three queries for all together, and more for each reader of a lost attempt who did not sit there, or of a challenge.
    """
    players = players_of_sessions({reader.session for reader in readers})
    rooms = {reader.followed for reader in readers}
    attempts = Attempt.objects.filter(pk__in=rooms).select_related("table__stage__challenge")
    public = {attempt.pk for attempt in attempts if attempt.is_public}
    seated = set(
        Attempt.objects.filter(pk__in=rooms - public, table__stage=None)
        .filter(~Q(table__seats__player=None))
        .values_list("pk", "table__seats__player")
    )
    return [
        players.get(reader.session) == reader.player.pk
        and (reader.followed in public or (reader.followed, reader.player.pk) in seated or _may_read(reader))
        for reader in readers
    ]


def _numbers(reader: RoomReader) -> tuple[int, int]:
    return room_number(reader.followed), 0  # Talk has its own stream, the table's.


ROOMS: Final = Followed(announcements.ROOM, LiveRoom, _numbers, _still_reading)
"""Rooms, as renderers follow them."""


def room_reader(request: PlayerRequest, attempt_id: int, player: Player, session: str) -> RoomReader:
    """Return the page of this request as a reader of the room."""
    return RoomReader(
        followed=attempt_id,
        player=player,
        session=session,
        language=translation.get_language(),
        time_zone=timezone.get_current_timezone(),
        counted_as=reader_of(request),
    )
