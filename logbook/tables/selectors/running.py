"""Selectors of a running round or race: what all its readers share is read once, and continued action by action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import games
from logbook.lib.compiled_queries import CompiledQuery
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.kinds import TablePage, kind_of
from logbook.tables.models import Attempt, PreparedCard, Seat, Table
from logbook.tables.selectors.seats import own_seat_of, seats_of
from logbook.tables.selectors.tables import may_watch, page_of_seat, prepared_in

_RUNNING: Final = CompiledQuery(
    lambda table: Attempt.objects.filter(table=table, state=Attempt.State.PLAYING).select_related("table")
)


@dataclass(frozen=True, slots=True)
class RunningRound:
    """A running attempt with its table, and the states that `event_replay.states_of` gives."""

    attempt: Attempt
    seats: tuple[Seat, ...]
    states: tuple[games.State, ...]
    prepared: tuple[PreparedCard, ...]

    @property
    def table(self) -> Table:
        """The attempt's table, at the number to show."""
        return self.attempt.table

    @property
    def length(self) -> int:
        """The number of actions so far."""
        return len(self.states[-1].log)

    def follows(self, before: RunningRound | None) -> bool:
        """Return whether only actions have happened since: each grows the table's number and the events by one."""
        if before is None or before.attempt.pk != self.attempt.pk:
            return False
        return self.table.version - before.table.version == self.length - before.length


def running_page(running: RunningRound, player: Player, *, since: int) -> TablePage | None:
    """Return the player's page of it; None where the player may not watch. After `since`, actions are news."""
    if not may_watch(running.table, running.attempt, running.seats, player):
        return None
    own_seat = own_seat_of(running.seats, player)
    attempt, states, seats = running.attempt, running.states, running.seats
    return page_of_seat(attempt, states, seats, own_seat, since=since, prepared=running.prepared)


def running_round(table_id: int, *, before: RunningRound | None = None) -> RunningRound | None:
    """Return the table's running attempt online; None where there is none, or where its time is up.

    It continues `before` if only actions have happened since; otherwise everything is read anew.
    """
    return (before and _continued(before)) or _read(table_id)


def _continued(before: RunningRound) -> RunningRound | None:
    # The number is read before the events: a page may show more than its number says, never less.
    attempt = _RUNNING.first(before.table.pk)
    if attempt is None or attempt.pk != before.attempt.pk or attempt.table.time_is_up:
        return None
    table = attempt.table
    states = _continued_states(before, attempt)
    if states is None:
        return None
    table.stage, table.crew, table.campaign = before.table.stage, before.table.crew, before.table.campaign
    # In turn-based games they have clocks.
    seats = before.seats if table.turn_seconds is None else tuple(seats_of(table))
    return RunningRound(attempt, seats, states, tuple(prepared_in(attempt)))


def _continued_states(before: RunningRound, attempt: Attempt) -> tuple[games.State, ...] | None:
    """Return the states at the table's number; None where more than actions has happened since."""
    count = attempt.table.version - before.table.version
    state = event_replay.remembered_present(attempt)
    if state is not None and len(state.log) == before.length + count and not _shows_every_state(before):
        return (state,)
    actions = event_replay.actions_after(attempt.pk, before.length)
    if not 0 <= count <= len(actions):
        return None
    return _states_after(before, actions[:count])


def _states_after(before: RunningRound, actions: Sequence[games.Action]) -> tuple[games.State, ...]:
    """Return the states after these actions too; only the last where the page needs no more."""
    after = list(before.states)
    for action in actions:
        after.append(after[-1].apply(action))
    return tuple(after) if _shows_every_state(before) else (after[-1],)


def _shows_every_state(running: RunningRound) -> bool:
    return kind_of(running.table.game).shows_every_state


def _read(table_id: int) -> RunningRound | None:
    table = Table.objects.select_related("crew", "stage__challenge__club", "campaign").filter(pk=table_id).first()
    attempt = _RUNNING.first(table_id)
    if table is None or attempt is None or attempt.is_at_a_real_table or table.time_is_up:
        return None
    attempt.table = table
    states = event_replay.states_of(attempt)
    return RunningRound(attempt, tuple(seats_of(table)), states, tuple(prepared_in(attempt)))
