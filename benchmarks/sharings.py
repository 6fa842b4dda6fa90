"""Benchmark of how bots share out Deep Sea's tasks: `python -m benchmarks.sharings`.

Counts the sharings that public facts or the owners' own hands refute, and those that the solver, with open hands, finds
lost before the first card although the deal could be won with other owners. Then puts proposals that cannot be right to
the bots, and counts those that they decline.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import games
from benchmarks.results import keep, run_benchmark
from games.bot import next_action
from games.crew.bots import BOTS, Bot
from games.crew.bots.possible_choices import fault_of_choice, fault_of_sharing, known_to
from games.crew.deep_sea.impossible import fault_of
from games.crew.solver import Budget, Lost, solve

_BUDGET = Budget(nodes=200_000, conflicts=20_000)
_SHARED = ("gap", "trick", "window")


def shared_out(bot: Bot, setup: games.Setup) -> tuple[games.State, games.State]:
    """Return the state as dealt, and when the bots have shared out all tasks."""
    dealt = state = games.deal(setup)
    while state.outcome is None and state.view(None)["phase"] not in _SHARED:
        action = next_action(state, range(setup.players), _chooser(bot, state))
        if action is None:
            raise AssertionError("a bot left the table waiting")
        state = state.apply(action)
    return dealt, state


def _chooser(bot: Bot, state: games.State) -> Any:
    return lambda seat: bot.choose(state.view(seat), Random(f"{state.setup.seed} {len(state.log)} {seat}"))


def is_refuted(state: games.State) -> bool:
    """Return whether public facts, or the hand of any seat, refute the owners."""
    views = [state.view(seat) for seat in range(state.setup.players)]
    return any(
        fault_of(known_to(view, own_hand=own_hand), [(task["task"], task["owner"]) for task in view["tasks"]])
        for view in views
        for own_hand in (False, True)
    )


def absurd_proposals(state: games.State) -> Iterator[tuple[games.View, int]]:
    """Yield for each proposal that public facts refute the view of a seat that answers it."""
    view = state.view(state.view(None)["captain"])
    known = known_to(view, own_hand=False)
    if fault_of_sharing(view, known):
        return
    for text in view["legal"]:
        if text.startswith("propose T") and fault_of_choice(view, known, text):
            seat = (view["captain"] + 1) % state.setup.players
            proposal = {"seat": view["captain"], "text": text, "agreed": ()}
            changes: dict[str, Any] = {
                "phase": "proposal",
                "proposal": proposal,
                "legal": ("agree", "decline"),
                "waiting_on": (seat,),
            }
            yield replace(state.view(seat), **changes), seat


def main() -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--missions", default="25,28,29,30,31")
    parser.add_argument("--deals", type=int, default=24, help="deals of each mission")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bot", choices=sorted(BOTS), default="solver")
    parser.add_argument("--seed", default="b", help="which deals")
    options = parser.parse_args()
    bot, counts = BOTS[options.bot], dict.fromkeys(("rounds", "refuted", "lost", "lost deals", "absurd", "declined"), 0)
    for mission in options.missions.split(","):
        for number in range(options.deals):
            setup = games.Setup("deep-sea", mission, options.players, f"{options.seed}/{mission}/{number}")
            dealt, end = shared_out(bot, setup)
            lost = isinstance(solve(end, _BUDGET), Lost)
            counts["rounds"] += 1
            counts["refuted"] += is_refuted(end)
            counts["lost"] += lost
            counts["lost deals"] += lost and isinstance(solve(dealt, _BUDGET), Lost)
            for view, _seat in list(absurd_proposals(dealt))[:5]:
                counts["absurd"] += 1
                counts["declined"] += bot.choose(view, Random(number)) == "decline"
        print(f"mission {mission}: {counts}", flush=True)
    keep("sharings", counts["rounds"], "")
    keep("sharings refuted", counts["refuted"], "")
    keep("sharings lost", counts["lost"], "")
    keep("absurd proposals", counts["absurd"], "")
    keep("absurd proposals agreed to", counts["absurd"] - counts["declined"], "")


if __name__ == "__main__":
    run_benchmark("sharings", main)
