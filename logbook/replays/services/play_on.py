"""Playing on from a replay, alone or with bots: what the person does, and when it is the bots' turn.

Nothing is counted or told to other players. What bots then do is thought out by a worker (`thoughts`).
"""

from __future__ import annotations

import games
from games.bots import bots_of
from logbook.replays.variations import MOST_MOVES, Line
from logbook.tables import bot_timing, event_replay
from logbook.tables.exceptions import NoSuchSeat, UnknownBot, Unreadable
from logbook.tables.models import Attempt


def practice_act(attempt: Attempt, line: Line, text: str | None) -> Line:
    """The line with what the person does (None: nothing but "go on"). Alone, the player acts for each seat in turn.

    Raises what the engine refuses, Unreadable, UnknownBot and NoSuchSeat.
    """
    _check(attempt, line)
    state = state_at(attempt, line)
    if text is None:
        return line
    action = games.Action(line.actor(state.waiting_on), text)
    state.apply(action)
    return line.then(action)


def bots_are_to_act(attempt: Attempt, line: Line, *, hurried: bool) -> bool:
    """Whether the bots of the line act now, and leave the person no time to speak before; unless they are `hurried`."""
    if line.seat is None or len(line.moves) >= MOST_MOVES:
        return False
    state = state_at(attempt, line)
    return state.outcome is None and (hurried or not bot_timing.bots_wait(state, [line.seat]))


def state_at(attempt: Attempt, line: Line) -> games.State:
    """The round at the end of the line. Raises what the engine refuses."""
    return event_replay.state_after(
        event_replay.setup_of(attempt), (*event_replay.actions_of(attempt)[: line.start], *line.moves)
    )


def _check(attempt: Attempt, line: Line) -> None:
    if line.start > len(event_replay.actions_of(attempt)):
        raise Unreadable
    if line.seat is None:
        return
    if line.bot not in bots_of(attempt.table.game):
        raise UnknownBot
    if line.seat >= attempt.table.players:
        raise NoSuchSeat
