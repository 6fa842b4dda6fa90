"""The parts of a running round or race: each reader's own, for the streams of tables.

What changes with an action is read with every number: table, attempt and new events. Everything else (seats, names,
the challenge, who may watch) is read again as soon as the table's number has grown by more than its events.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo
from functools import partial

from django.template.loader import render_to_string
from django.utils import timezone

from logbook.lib import event_streams
from logbook.lib.event_streams import moved_event
from logbook.lib.translation import rendering_in
from logbook.people.models.players import Player
from logbook.people.session_store import players_of_sessions
from logbook.tables.access import followed_by_everyone, followed_table_for, watched_table_for
from logbook.tables.models import Seat, Table
from logbook.tables.parts import part_context, shown, template_of
from logbook.tables.pieces import NOTHING, Pieces, Shown
from logbook.tables.selectors.lobby import Lobby
from logbook.tables.selectors.running import RunningRound, running_page, running_round
from logbook.tables.selectors.seats import own_seat_of
from logbook.tables.selectors.tables import table_number


@dataclass(frozen=True, slots=True)
class Reader:
    """A page that follows a table, as it was when its stream opened."""

    table_id: int
    player: Player
    session: str
    language: str
    time_zone: tzinfo
    origin: str
    """The beginning of the site's addresses in the reader's browser."""
    counted_as: str
    """The name under which the streams of one person are counted."""
    is_hidden: bool = False
    """Whether nobody sees the page: it is told when the table waits for its player, and is sent no part."""

    @property
    def followed(self) -> int:
        """The key of what it follows: its table."""
        return self.table_id


Key = tuple[object, ...]
"""The key by which readers share a part: seat, language and time zone, and the number that they were last sent."""
Sent = tuple[int | None, Shown]
"""The number at which a part was rendered last, and what it showed."""


@dataclass(frozen=True, slots=True)
class Part:
    """The content for a reader: an event, or none (b""), and the table's number after it."""

    number: int
    event: bytes


class LiveTable:
    """A table with readers, as it stood at the last number that was rendered."""

    def __init__(self, table_id: int) -> None:
        self._table_id = table_id
        self._round: RunningRound | None = None
        self._readers: frozenset[Reader] = frozenset()
        self._shown: dict[Key, Sent] = {}

    def parts(self, readers: Sequence[tuple[Reader, int]]) -> list[Part | None]:
        """Return the part for each reader, who was last sent this number; None for one who may no longer read.

        A page that was sent no number yet (-1) fetches its part itself; so does one that shows a lobby.
        """
        before = self._round if self._follow(readers) else None
        now = self._round = running_round(self._table_id, before=before)
        may_read = {reader: True for reader, _since in readers}
        if now is None or not now.follows(before):
            may_read = {reader: _may_read(reader) for reader in may_read}
        number = table_number(self._table_id) if now is None else now.table.version
        if now is None:
            self._shown.clear()
        rendered: dict[Key, Part] = {}
        return [
            self._part(now, number, reader, since, rendered) if may_read[reader] else None for reader, since in readers
        ]

    def _follow(self, readers: Sequence[tuple[Reader, int]]) -> bool:
        """Note who reads; return False for a new page: its player may have just taken over a guest's seat."""
        earlier, self._readers = self._readers, frozenset(reader for reader, _since in readers)
        return self._readers <= earlier

    def _part(
        self, running: RunningRound | None, number: int, reader: Reader, since: int, rendered: dict[Key, Part]
    ) -> Part:
        """Return the reader's part; readers of one seat (or of none), number, language and zone share it."""
        seat = own_seat_of(running.seats, reader.player) if running else None
        if since < 0:
            return Part(number, moved_event(number))
        if reader.is_hidden:
            is_awaited = running is None or seat in running.attempt.waiting_on
            return Part(number, moved_event(number) if is_awaited else b"")
        if running is None:
            with rendering_in(reader.language), timezone.override(reader.time_zone):
                return self._ended(reader, number, since)
        page_key = (seat, reader.language, reader.time_zone)
        key = (*page_key, since)
        if key not in rendered:
            with rendering_in(reader.language), timezone.override(reader.time_zone):
                rendered[key] = self._rendered(running, reader.player, since, page_key)
        return rendered[key]

    def _ended(self, reader: Reader, number: int, since: int) -> Part:
        """Return the reader's part after the end of an attempt: what it offers differs from player to player."""
        table = watched_table_for(reader.player, self._table_id)
        if table.state in (Table.State.GATHERING, Table.State.PLAYING):  # Its time is up, or it has moved on again.
            return Part(number, moved_event(number))
        page, context = shown(table, reader.player, "part", origin=reader.origin, since=since)
        if isinstance(page, Lobby):
            return Part(number, moved_event(number))
        return Part(table.version, part_event(render_to_string(template_of(table, page, "part"), context)))

    def _rendered(self, running: RunningRound, player: Player, since: int, page_key: Key) -> Part:
        page, number = running_page(running, player, since=since), running.table.version
        if page is None:
            return Part(number, moved_event(number))
        sent, shown = self._shown.get(page_key, (None, NOTHING))
        piece = Pieces(shown if sent == since else NOTHING)
        context = part_context(running.table, page) | {"piece": piece, "since": since, "streamed": True}
        html = render_to_string(template_of(running.table, page, "part"), context)
        self._shown[page_key] = (number, piece.now)
        return Part(number, part_event(html))


def part_event(html: str) -> bytes:
    """Return the event of a part, as one line: a line end and the spaces around it are one space to a browser."""
    line = " ".join([line.strip(" \t\r") for line in html.split("\n")])
    return f"event: part\ndata: {line}\n\n".encode()


def _may_read(reader: Reader) -> bool:
    return event_streams.allowed(partial(followed_table_for, reader.player, reader.table_id))


def still_reading(readers: Sequence[Reader]) -> list[bool]:
    """Return whether each reader's session has not ended, and the table is still open to the player.

    Two queries for all together, a third if a reader has no seat, and more for each of those at a table that not
    everyone may watch.
    """
    players = players_of_sessions({reader.session for reader in readers})
    seated = set(
        Seat.objects.filter(table__in={reader.table_id for reader in readers}, table__stage=None)
        .exclude(player=None)
        .values_list("table_id", "player_id")
    )
    unseated = {reader.table_id for reader in readers if (reader.table_id, reader.player.pk) not in seated}
    to_all = followed_by_everyone(unseated) if unseated else set()
    return [
        players.get(reader.session) == reader.player.pk
        and ((reader.table_id, reader.player.pk) in seated or reader.table_id in to_all or _may_read(reader))
        for reader in readers
    ]
