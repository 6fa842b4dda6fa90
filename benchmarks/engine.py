"""How fast the rules are: `python -m benchmarks.engine`.

Random rounds a second of one core's time, and microseconds for each call of the contract. A *round* runs to the end of
its mission; a *complete* round is one in which all cards are played (missions decided by the last trick), and a
*fold* replays a complete stored round.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import cast

import games
from games.crew.state import State

COMPLETE = "tasks=1 special=omega-in-the-last-trick tokens=omega"
"""A mission that random play usually loses late, dealt so that nothing ends it before the last trick."""


def random_round(setup: games.Setup, chance: Random) -> games.State:
    """A round of random actions by whoever is waited for."""
    state = games.deal(setup)
    while state.outcome is None:
        seat = min(state.waiting_on)
        actions = state.legal_actions(seat)
        playing = [action for action in actions if action.text[:4] == "play"]
        state = state.apply(chance.choice(playing or actions))
    return state


def complete_rounds(chance: Random) -> Iterator[games.State]:
    """Random four-player rounds in which all forty cards are played."""
    number = 0
    while True:
        number += 1
        state = random_round(games.Setup("planet-nine", COMPLETE, 4, f"complete/{number}"), chance)
        if len(state.view(None)["played"]) == 40:
            yield state


def rounds_per_second(seconds: float, mission: Callable[[int], str]) -> tuple[float, float]:
    """Random four-player rounds a second, and actions a round."""
    chance, rounds, actions = Random(1), 0, 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        state = random_round(games.Setup("planet-nine", mission(rounds), 4, f"bench/{rounds}"), chance)
        rounds, actions = rounds + 1, actions + len(state.log)
    return rounds / (time.process_time() - began), actions / rounds


def microseconds(call: Callable[[], object], times: int) -> float:
    """Mean microseconds of a call."""
    began = time.process_time()
    for _ in range(times):
        call()
    return (time.process_time() - began) / times * 1e6


def per_call(record: games.Record) -> dict[str, float]:
    """Median microseconds of each call over the positions of a stored round, nothing cached."""
    spent: dict[str, list[float]] = {"legal_actions": [], "apply": [], "view": []}
    state = games.deal(record.setup)
    for action in record.actions:
        fresh = cast("State", state).evolve()  # A copy without what the state has worked out already.
        began = time.perf_counter()
        fresh.legal_actions(action.seat)
        listed = time.perf_counter()
        after = fresh.apply(action)
        applied = time.perf_counter()
        after.view(action.seat)
        viewed = time.perf_counter()
        for name, duration in zip(spent, (listed - began, applied - listed, viewed - applied), strict=True):
            spent[name].append(duration * 1e6)
        state = after
    return {name: statistics.median(values) for name, values in spent.items()}


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each count of rounds takes")
    seconds = parser.parse_args().seconds
    mixed, mixed_length = rounds_per_second(seconds, lambda number: str(number % 50 + 1))
    whole, whole_length = complete_round_rate(seconds)
    stored = games.Record.of(next(complete_rounds(Random(2))))
    print(f"random rounds, missions 1-50, 4 players: {mixed:8.0f} a second ({mixed_length:.1f} actions each)")
    print(f"complete rounds, 40 cards, 4 players:    {whole:8.0f} a second ({whole_length:.1f} actions each)")
    print(f"deal:                                    {microseconds(lambda: games.deal(stored.setup), 2000):8.1f} µs")
    print(f"fold of a complete stored round:         {microseconds(stored.replay, 500) / 1000:8.2f} ms")
    for name, median in per_call(stored).items():
        print(f"{name + ':':41}{median:8.1f} µs (median)")


def complete_round_rate(seconds: float) -> tuple[float, float]:
    """Complete random rounds a second (only those count, and only their time), and actions a round."""
    chance, rounds, actions, spent = Random(1), 0, 0, 0.0
    number = 0
    while spent < seconds:
        number += 1
        began = time.process_time()
        state = random_round(games.Setup("planet-nine", COMPLETE, 4, f"complete/{number}"), chance)
        took = time.process_time() - began
        if len(state.view(None)["played"]) == 40:
            rounds, actions, spent = rounds + 1, actions + len(state.log), spent + took
    return rounds / spent, actions / rounds


if __name__ == "__main__":
    main()
