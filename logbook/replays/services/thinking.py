"""What bots and the solver think about a moment of a finished attempt. For workers alone: it takes its time."""

from __future__ import annotations

from typing import Any, Final

import games
from games.bots import bots_of
from games.crew.solver import Budget, Lost, Unknown, solve_each
from logbook.replays.services.play_on import state_at
from logbook.replays.variations import Line
from logbook.tables import event_replay
from logbook.tables.models import Attempt
from logbook.tables.services.bot_seed import chance_of

BUDGET: Final = Budget(nodes=20_000, conflicts=4_000)
"""For each card of which a reader asks whether it keeps the mission winnable."""


def next_action(attempt: Attempt, line: Line) -> games.Action | None:
    """The next thing a bot of the line does: one that speaks unasked, else one that is waited on."""
    state = state_at(attempt, line)
    seats = [seat for seat in range(attempt.table.players) if seat != line.seat]
    for seat in sorted(seats, key=lambda seat: seat in state.waiting_on):
        view = state.view(seat)
        text = bots_of(attempt.table.game)[line.bot].choose(view, chance_of(attempt, view, len(state.log)))
        if text is not None:
            return games.Action(seat, text)
    return None


def cards_judged(attempt: Attempt, line: Line) -> dict[str, bool | None]:
    """For each card that may be played now: whether the mission can still be won after it; None is not known."""
    verdicts = solve_each(state_at(attempt, line), BUDGET)
    return {
        action.text.split()[-1]: None if isinstance(verdict, Unknown) else not isinstance(verdict, Lost)
        for action, verdict in verdicts.items()
    }


def reason_told(attempt: Attempt, step: int) -> dict[str, Any]:
    """What the bot that did the last of so many actions says about it, from what it knew then: code and params."""
    actions = event_replay.actions_of(attempt)[:step]
    seat, text = actions[-1]
    before = event_replay.state_after(event_replay.setup_of(attempt), actions[:-1])
    view = before.view(seat)
    bot = attempt.table.seats.values_list("bot", flat=True).get(number=seat)
    said = bots_of(attempt.table.game)[bot].explain(view, text, chance_of(attempt, view, len(before.log)))
    return {} if said is None else {"code": said.code, "params": dict(said.params)}
