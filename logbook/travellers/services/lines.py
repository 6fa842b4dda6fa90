"""Services of travellers: write the line of each ended attempt. Every call gives the same row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import games
from logbook.tables import event_replay
from logbook.tables.kinds import games_where
from logbook.tables.models import Attempt
from logbook.travellers.models import TravellerLine, packed
from logbook.travellers.services.line_writers import LineWriter

Move = list[int | str]
"""The step after the move, its seat and its text."""


def _line_of(attempt: Attempt) -> TravellerLine:
    states = _states(attempt)
    moves, positions = path_of(states)
    bots = sum(bool(seat.bot) for seat in attempt.table.seats.all())
    return TravellerLine(
        attempt=attempt,
        tasks=[[task["task"], task["owner"]] for task in _view_of(states[-1])["tasks"]] if states else None,
        signals=sum(action.text.startswith("signal ") for action in states[-1].log) if states else None,
        bots=bots,
        by_people=attempt.is_by_people,
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


LINES: Final = LineWriter(
    lines=TravellerLine.objects,
    related_name="traveller_line",
    columns=("tasks", "signals", "bots", "by_people", "moves", "positions", "is_placed"),
    games=lambda: games_where(lambda kind: kind.has_tricks),
    line_of=_line_of,
    most_overlooked=500,
)
