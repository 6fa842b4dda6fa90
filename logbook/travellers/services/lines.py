"""Services of travellers: write the line of each ended attempt. Every call gives the same row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet

import games
from logbook.lib.batches import keys_of
from logbook.tables import event_replay
from logbook.tables.counting import Counts
from logbook.tables.kinds import games_without
from logbook.tables.models import Attempt
from logbook.travellers.models import TravellerLine, packed

Move = list[int | str]
"""The step after the move, its seat and its text."""
MOST_OVERLOOKED: Final = 500
"""The most lines that one sweep writes."""
LINES_PER_BATCH: Final = 500


def write_lines(attempt_ids: Iterable[int]) -> None:
    """Write the lines of these attempts; those that run, and those of free tables and races, have none."""
    attempts = _with_lines().filter(pk__in=attempt_ids).select_related("table").prefetch_related("table__seats")
    lines = [_line_of(attempt) for attempt in attempts]
    TravellerLine.objects.bulk_create(
        lines,
        update_conflicts=True,
        unique_fields=("attempt",),
        update_fields=("tasks", "signals", "bots", "by_people", "moves", "positions", "is_placed"),
    )


def rewrite_all() -> None:
    """Write every line anew, after the rules of lines have changed."""
    for keys in keys_of(_with_lines(), LINES_PER_BATCH):
        write_lines(keys)


def overlooked_attempts(*, before: datetime) -> list[int]:
    """Return attempts that ended before then and have no whole line: their task was lost. A limited number."""
    missing = _with_lines().filter(traveller_line__by_people=None, ended_at__lt=before)
    return list(missing.order_by("pk").values_list("pk", flat=True)[:MOST_OVERLOOKED])


def _with_lines() -> QuerySet[Attempt]:
    ended = Attempt.objects.exclude(state=Attempt.State.PLAYING)
    return ended.filter(counts__gte=Counts.DAY, table__stage__isnull=False).exclude(
        table__game__in=games_without(lambda kind: kind.has_tricks)
    )


def _line_of(attempt: Attempt) -> TravellerLine:
    states = _states(attempt)
    moves, positions = path_of(states)
    bots = sum(bool(seat.bot) for seat in attempt.table.seats.all())
    return TravellerLine(
        attempt=attempt,
        tasks=[[task["task"], task["owner"]] for task in _view_of(states[-1])["tasks"]] if states else None,
        signals=sum(action.text.startswith("signal ") for action in states[-1].log) if states else None,
        bots=bots,
        by_people=not bots and not attempt.mixed,
        moves=moves,
        positions=packed(positions),
    )


def _states(attempt: Attempt) -> tuple[games.State, ...]:
    """Return the states of the attempt; none where the record cannot say."""
    if attempt.is_at_a_real_table or attempt.rules != games.GAMES[attempt.table.game].rules:
        return ()
    return event_replay.moments_of(attempt)


def path_of(states: Sequence[games.State]) -> tuple[list[Move], list[int]]:
    """Return the moves that changed the position, and the positions: the fresh deal's, and the one after each move."""
    moves: list[Move] = []
    positions: list[int] = []
    for step, state in enumerate(states):
        number = games.GAMES[state.setup.game].position_of(state)
        if number is None or positions[-1:] == [number]:
            continue
        if positions:
            moves.append([step, state.log[-1].seat, state.log[-1].text])
        positions.append(number)
    return moves, positions


def _view_of(state: games.State) -> Any:
    """Return what a spectator saw."""
    return state.view(None)
