"""Selectors of the lists of tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import Prefetch, QuerySet

import games
from logbook.lib.lists import list_text
from logbook.lib.translation import gettext as _
from logbook.people.models.players import Player
from logbook.rounds import text
from logbook.tables import bot_timing, event_replay
from logbook.tables.models import Attempt, Seat, Table
from logbook.tables.selectors.seat_labels import seat_name


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table in a list."""

    table: Table
    game: str
    people: str
    my_turn: bool
    turn_of: str
    """The names of the others whom it waits for."""
    decides_by: datetime | None
    """In turn-based games, the end of the reader's time."""
    signals_until: datetime | None
    """In turn-based games, the end of the time in which the reader may signal before the coming trick."""
    attempts: int
    ended: tuple[Attempt, ...]
    state: str

    @property
    def is_over(self) -> bool:
        """True once no further attempt is dealt here."""
        return self.table.state in (Table.State.WON, Table.State.ENDED)

    @property
    def last_won(self) -> bool | None:
        """Return whether the last ended attempt was won; None for a race, given up, or where none has ended."""
        last = self.ended[-1].state if self.ended and not self.ended[-1].scores else ""
        return {Attempt.State.SUCCESS.value: True, Attempt.State.FAILURE.value: False}.get(last)


def by_urgency(rows: Sequence[TableRow]) -> list[TableRow]:
    """Return the tables that wait for the reader first, with the least time left at the top; then those where they may
    signal, then the latest.
    """
    far = datetime.max.replace(tzinfo=UTC)
    return sorted(rows, key=lambda row: (not row.my_turn, row.decides_by or far, row.signals_until or far))


def table_rows(tables: QuerySet[Table], player: Player | None, *, most: int = 50) -> list[TableRow]:
    """Return the latest of these tables as rows of a list."""
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))
    attempts = Prefetch("attempts", Attempt.objects.order_by("number"))
    listed = tables.select_related("crew", "stage__challenge").prefetch_related(seats, attempts)
    return [_row(table, player) for table in listed.order_by("-moved_at", "-pk")[:most]]


def _signals_until(table: Table, running: Attempt | None, own: Seat | None) -> datetime | None:
    """Return until when the turn-based table waits for the reader's signal; None if it does not."""
    if running is None or running.signals_until is None or own is None or own.stand_in:
        return None
    running.table = table
    state = event_replay.state_of(running)
    silent = {*bot_timing.silent_seats(running.declines, state), *state.waiting_on}
    is_asked = own.number not in silent and bot_timing.may_signal(state, [own.number])
    return running.signals_until if is_asked else None


def _is_ready(table: Table, seats: Sequence[Seat]) -> bool:
    """True if only the first deal is missing."""
    return table.state == Table.State.GATHERING and all(seat.player_id or seat.bot for seat in seats)


def _row(table: Table, player: Player | None) -> TableRow:
    seats, attempts = list(table.seats.all()), list(table.attempts.all())
    running = next((attempt for attempt in attempts if attempt.state == Attempt.State.PLAYING), None)
    people = list_text(seat_name(seat) for seat in seats if seat.player_id or seat.bot)
    own = next((seat for seat in seats if player is not None and seat.player_id == player.pk), None)
    turns = running.waiting_on if running is not None and running.signals_until is None else ()
    return TableRow(
        table=table,
        game=text.title_words(games.GAMES[table.game].title),
        people=people,
        my_turn=own is not None and own.number in turns and not own.stand_in,
        turn_of=list_text(seat_name(seat) for seat in seats if seat.number in turns),
        decides_by=own.decides_by if own is not None else None,
        signals_until=_signals_until(table, running, own),
        attempts=len(attempts),
        ended=tuple(attempt for attempt in attempts if attempt is not running),
        state=_("ready to deal") if _is_ready(table, seats) else table.get_state_display(),
    )
