"""Computations of bots and the solver about a moment of a finished attempt. They are slow: for workers only."""

from __future__ import annotations

from typing import Any, Final

import games
from games.bot import next_action as next_bot_action
from games.bots import bots_of
from games.crew.solver import Budget, Lost, Unknown, solve_each
from logbook.replays.services.play_on import state_at
from logbook.replays.variations import Variation
from logbook.tables import event_replay
from logbook.tables.models import Attempt
from logbook.tables.services.bot_seed import chance_of

BUDGET: Final = Budget(nodes=20_000, conflicts=4_000)
"""The time limit for each card, when a reader asks whether it keeps the mission winnable."""


def next_action(attempt: Attempt, variation: Variation) -> games.Action | None:
    """Return the next action of a bot, if any wants to act now."""
    state, bot = state_at(attempt, variation), bots_of(attempt.table.game)[variation.bot]

    def choose(seat: int) -> str | None:
        view = state.view(seat)
        return bot.choose(view, chance_of(attempt, view, len(state.log)))

    return next_bot_action(state, [seat for seat in range(attempt.table.players) if seat != variation.seat], choose)


def judge_cards(attempt: Attempt, variation: Variation) -> dict[str, bool | None]:
    """Return for each playable card whether the mission can still be won after it; None is unknown."""
    verdicts = solve_each(state_at(attempt, variation), BUDGET)
    return {
        action.text.split()[-1]: None if isinstance(verdict, Unknown) else not isinstance(verdict, Lost)
        for action, verdict in verdicts.items()
    }


def explain_action(attempt: Attempt, step: int) -> dict[str, Any]:
    """Return the reason that a bot gives for its last action, from what it knew then: code and params."""
    actions = event_replay.actions_of(attempt)[:step]
    seat, text = actions[-1]
    before = event_replay.state_after(event_replay.setup_of(attempt), actions[:-1])
    view = before.view(seat)
    bot = attempt.table.seats.values_list("bot", flat=True).get(number=seat)
    explanation = bots_of(attempt.table.game)[bot].explain(view, text, chance_of(attempt, view, len(before.log)))
    return {} if explanation is None else {"code": explanation.code, "params": dict(explanation.params)}
