"""Selectors of a running round or race: what all its readers share is read once, and continued action by action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import games
from logbook.lib.compiled_queries import CompiledQuery
from logbook.people.models.players import Player
from logbook.tables import event_replay
from logbook.tables.kinds import TablePage, kind_of
from logbook.tables.models import Attempt, Seat, Table
from logbook.tables.selectors.seats import own_seat_of, seats_of
from logbook.tables.selectors.tables import may_watch, page_of_seat

_TABLE: Final = CompiledQuery(lambda pk: Table.objects.filter(pk=pk))
_RUNNING: Final = CompiledQuery(lambda table: Attempt.objects.filter(table=table, state=Attempt.State.PLAYING))


@dataclass(frozen=True, slots=True)
class RunningRound:
    """A running attempt with its table, and the states that `event_replay.states_of` gives."""

    attempt: Attempt
    seats: tuple[Seat, ...]
    states: tuple[games.State, ...]

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
    return page_of_seat(running.attempt, running.states, running.seats, own_seat, since=since)


def running_round(table_id: int, *, before: RunningRound | None = None) -> RunningRound | None:
    """Return the table's running attempt online; None where there is none, or where its time is up.

    It continues `before` if only actions have happened since; otherwise everything is read anew.
    """
    return (before and _continued(before)) or _read(table_id)


def _continued(before: RunningRound) -> RunningRound | None:
    # The number is read before the events: a page may show more than its number says, never less.
    table, attempt = _TABLE.first(before.table.pk), _RUNNING.first(before.table.pk)
    if table is None or attempt is None or attempt.pk != before.attempt.pk or table.time_is_up:
        return None
    actions = event_replay.actions_after(attempt.pk, before.length)
    count = table.version - before.table.version
    if not 0 <= count <= len(actions):
        return None
    table.stage, table.crew, table.campaign = before.table.stage, before.table.crew, before.table.campaign
    attempt.table = table
    seats = (
        before.seats if table.turn_seconds is None else tuple(seats_of(table))
    )  # In turn-based games they have clocks.
    return replace(before, attempt=attempt, seats=seats, states=_states_after(before.states, actions[:count]))


def _states_after(states: Sequence[games.State], actions: Sequence[games.Action]) -> tuple[games.State, ...]:
    """Return the states after these actions too; only the last where the page needs no more."""
    after = list(states)
    for action in actions:
        after.append(after[-1].apply(action))
    return tuple(after) if kind_of(after[0].setup.game).shows_every_state else (after[-1],)


def _read(table_id: int) -> RunningRound | None:
    table = Table.objects.select_related("crew", "stage__challenge__club", "campaign").filter(pk=table_id).first()
    attempt = _RUNNING.first(table_id)
    if table is None or attempt is None or attempt.is_at_a_real_table or table.time_is_up:
        return None
    attempt.table = table
    return RunningRound(attempt, tuple(seats_of(table)), event_replay.states_of(attempt))
