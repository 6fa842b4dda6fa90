"""Scenes that the tests of bots share with others."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import games
from games.crew.bots import BOTS, card_choice, evaluation, signal_choice, solver_sharing, task_plans
from games.crew.solver.playout.evaluator import Effort


def won(bot: str, mission: str, number: int, players: int = 4, game: str = "planet-nine") -> bool:
    state, chooser = games.deal(games.Setup(game, mission, players, f"bots/{number}")), BOTS[bot]
    while state.outcome is None:
        for seat in sorted(range(players), key=lambda seat: seat in state.waiting_on):
            text = chooser.choose(state.view(seat), Random(f"{number} {len(state.log)}"))
            if text is not None:
                state = state.apply(games.Action(seat, text))
                break
        else:
            pytest.fail(f"{bot} leaves the table waiting in mission {mission}")
    return bool(state.outcome.success)


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver's bot samples few deals and searches little."""
    few = Effort(worlds=6, nodes=60, playouts=1)
    monkeypatch.setattr(card_choice, "ROUNDS", (few, few))
    monkeypatch.setattr(evaluation, "_POOL", dict.fromkeys(evaluation._POOL, 20))
    monkeypatch.setattr(signal_choice, "_ROUNDS", dict.fromkeys(signal_choice._ROUNDS, (4, 4)))
    for module, name in (
        (solver_sharing, "_LOOK"),
        (solver_sharing, "_ONE_TASK"),
        (solver_sharing, "_LONG_LOOK"),
        (task_plans, "_FIRST"),
        (task_plans, "_REST"),
        (task_plans, "_GLANCE"),
    ):
        effort = getattr(module, name)
        monkeypatch.setattr(module, name, replace(few, nodes=min(few.nodes, effort.nodes)))
