"""Playing on from a replay, alone or with bots: nothing is stored, counted or told to anybody."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import games
from games.bots import bots_of
from logbook import folds, pace
from logbook.lines import MOST_MOVES, Line
from logbook.models import Attempt

from . import errors


def practice_go_on(attempt: Attempt, line: Line, text: str | None) -> Line:
    """The line with what the person does (None: nothing but "go on"), and with all that the bots do then.

    Alone, one acts for whoever is to act. Raises what the engine refuses, UnknownBot and NoSuchSeat.
    """
    _check_players(attempt, line)
    state = folds.state_after(folds.setup_of(attempt), (*folds.actions_of(attempt)[: line.start], *line.moves))
    if text is not None:
        action = games.Action(line.actor(state.waiting_on), text)
        state, line = state.apply(action), line.then(action)
    for action in _of_bots(attempt, state, line, hurried=text is None):
        if len(line.moves) == MOST_MOVES:
            break
        line = line.then(action)
    return line


def _check_players(attempt: Attempt, line: Line) -> None:
    if line.seat is None:
        return
    if line.bot not in bots_of(attempt.table.game):
        raise errors.UnknownBot
    if line.seat >= attempt.table.players:
        raise errors.NoSuchSeat


def _of_bots(attempt: Attempt, state: games.State, line: Line, *, hurried: bool) -> Iterator[games.Action]:
    """What the bots do until the person is to act, or may want to speak before they go on."""
    if line.seat is None:
        return
    while state.outcome is None and (hurried or not pace.bots_wait(state, [line.seat])):
        action = _choice(attempt, state, line)
        if action is None:
            return
        yield action
        state = state.apply(action)
        hurried = False


def _choice(attempt: Attempt, state: games.State, line: Line) -> games.Action | None:
    """The next thing a bot does: first whoever has something to say unasked, then whoever is waited on."""
    seats = [seat for seat in range(attempt.table.players) if seat != line.seat]
    for seat in sorted(seats, key=lambda seat: seat in state.waiting_on):
        chance = Random(f"{attempt.pk}/{len(state.log)}/{seat}")  # noqa: S311 - no secret: the same line goes on the same
        text = bots_of(attempt.table.game)[line.bot].choose(state.view(seat), chance)
        if text is not None:
            return games.Action(seat, text)
    return None
