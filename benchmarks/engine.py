"""Benchmark of the rules engine: `python -m benchmarks.engine`.

It prints random rounds per second of one core's time, and microseconds per call of the contract. A *round* runs to the
end of its mission; a *complete* round plays all cards (missions decided by the last trick), and a *fold* replays a
complete stored round. Deep Blue has no rounds, so whole games are measured: random ones, in which rare verbs are as
likely as common ones, and the fold of one that bots have played.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import cast

import games
from benchmarks.results import keep, run_benchmark
from games.bot import Bot
from games.bots import bots_of
from games.crew.state import State

COMPLETE = {
    "planet-nine": "tasks=1 special=omega-in-the-last-trick tokens=omega",
    "deep-sea": "tasks=T44,T85,T91,T95",
}
"""Missions that random play often keeps open to the last trick; rounds that end earlier do not count.

Planet Nine's has one task. Deep Sea's has four of different families: a secret prediction, which is judged only at the
end and keeps the round open, and others that are judged after every trick.
"""


def random_round(setup: games.Setup, chance: Random) -> games.State:
    """Return a round of random actions by the seats to act."""
    state = games.deal(setup)
    while state.outcome is None:
        seat = min(state.waiting_on)
        actions = state.legal_actions(seat)
        playing = [action for action in actions if action.text[:4] == "play"]
        state = state.apply(chance.choice(playing or actions))
    return state


def complete_rounds(game: str, chance: Random) -> Iterator[games.State]:
    """Yield random four-player rounds in which all forty cards are played."""
    number = 0
    while True:
        number += 1
        state = random_round(games.Setup(game, COMPLETE[game], 4, f"complete/{number}"), chance)
        if len(state.view(None)["played"]) == 40:
            yield state


def rounds_per_second(game: str, seconds: float) -> tuple[float, float]:
    """Return random four-player rounds per second over all missions, and actions per round."""
    missions = games.GAMES[game].missions
    chance, rounds, actions = Random(1), 0, 0
    for number in range(10 * len(missions)):  # A warm-up, because cached results would distort the measurement.
        random_round(games.Setup(game, missions[number % len(missions)], 4, f"bench/{number}"), chance)
    began = time.process_time()
    while time.process_time() - began < seconds:
        state = random_round(games.Setup(game, missions[rounds % len(missions)], 4, f"bench/{rounds}"), chance)
        rounds, actions = rounds + 1, actions + len(state.log)
    return rounds / (time.process_time() - began), actions / rounds


def microseconds(call: Callable[[], object], times: int) -> float:
    """Return the mean microseconds of a call."""
    began = time.process_time()
    for _ in range(times):
        call()
    return (time.process_time() - began) / times * 1e6


def per_call(record: games.Record) -> dict[str, float]:
    """Return the median microseconds of each call over the positions of a stored round, without caches."""
    spent: dict[str, list[float]] = {"legal_actions": [], "apply": [], "view": []}
    state = games.deal(record.setup)
    for action in record.actions:
        fresh = cast("State", state).evolve()  # a copy without cached results
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


def complete_round_rate(game: str, seconds: float) -> tuple[float, float]:
    """Return complete random rounds per second (only their own time counts), and actions per round."""
    chance, rounds, actions, spent = Random(1), 0, 0, 0.0
    number = 0
    while spent < seconds:
        number += 1
        began = time.process_time()
        state = random_round(games.Setup(game, COMPLETE[game], 4, f"complete/{number}"), chance)
        took = time.process_time() - began
        if len(state.view(None)["played"]) == 40:
            rounds, actions, spent = rounds + 1, actions + len(state.log), spent + took
    return rounds / spent, actions / rounds


def figures(game: str, seconds: float) -> Iterator[tuple[str, float, str]]:
    """Yield label, value and unit of each measurement."""
    mixed, mixed_length = rounds_per_second(game, seconds)
    yield "random rounds, all missions, 4 players", mixed, f"a second ({mixed_length:.1f} actions each)"
    yield "actions of random rounds", mixed * mixed_length, "a second"
    whole, whole_length = complete_round_rate(game, seconds)
    yield "complete rounds, 40 cards, 4 players", whole, f"a second ({whole_length:.1f} actions each)"
    stored = games.Record.of(next(complete_rounds(game, Random(2))))
    yield "deal", microseconds(lambda: games.deal(stored.setup), 2000), "µs"
    yield "fold of a complete stored round", microseconds(stored.replay, 500), "µs"
    for name, median in per_call(stored).items():
        yield name, median, "µs (median)"


def whole_race(setup: games.Setup, bot: Bot, chance: Random) -> games.State:
    """Play a game of Deep Blue to its end, with this bot on all seats."""
    state = games.deal(setup)
    while state.outcome is None:
        seat = min(state.waiting_on)
        state = state.apply(games.Action(seat, str(bot.choose(state.view(seat), chance))))
    return state


def random_race(setup: games.Setup, chance: Random) -> games.State:
    """Play a random game of Deep Blue, choosing the verb first, so that it dives as often as it sails."""
    state = games.deal(setup)
    while state.outcome is None:
        by_verb: dict[str, list[games.Action]] = {}
        for action in state.legal_actions(min(state.waiting_on)):
            by_verb.setdefault(action.text.partition(" ")[0], []).append(action)
        state = state.apply(chance.choice(by_verb[chance.choice([*by_verb])]))
    return state


def race_figures(seconds: float) -> Iterator[tuple[str, float, str]]:
    """Yield the measurements of Deep Blue."""
    scenarios, chance = games.GAMES["deep-blue"].missions, Random(1)
    setups = [games.Setup("deep-blue", scenarios[number % 7], 4, f"bench/{number}") for number in range(70)]
    for setup in setups[:10]:  # A warm-up, because cached results would distort the measurement.
        random_race(setup, chance)
    races, actions, turns, began = 0, 0, 0, time.process_time()
    while time.process_time() - began < seconds:
        state = random_race(setups[races % len(setups)], chance)
        races, actions, turns = races + 1, actions + len(state.log), turns + 4 * state.view(None)["round_number"]
    spent = time.process_time() - began
    yield "random games, all scenarios, 4 players", races / spent, f"a second ({turns / races:.1f} turns each)"
    yield "actions of random games", actions / spent, f"a second ({actions / races:.1f} a game)"
    stored = games.Record.of(whole_race(setups[0], bots_of("deep-blue")["careful"], chance))
    yield "deal", microseconds(lambda: games.deal(stored.setup), 500), "µs"
    yield "fold of a game that bots played", microseconds(stored.replay, 100), f"µs ({len(stored.actions)} actions)"
    for name, median in per_call(games.Record.of(random_race(setups[0], chance))).items():
        yield name, median, "µs (median)"


def main() -> None:
    """Print the figures of every Crew game side by side, and of Deep Blue."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each count of rounds takes")
    parser.add_argument("--games", default="planet-nine,deep-sea,deep-blue", help="such as deep-blue")
    options = parser.parse_args()
    seconds = options.seconds
    measured: dict[str, Iterator[tuple[str, float, str]]] = {game: figures(game, seconds) for game in COMPLETE}
    measured["deep-blue"] = race_figures(seconds)
    for game in options.games.split(","):
        print(game)
        for name, figure, unit in measured[game]:
            print(f"  {name + ':':42}{figure:8.1f} {unit}")
            keep(f"{game}: {name}", figure, unit.partition(" (")[0])


if __name__ == "__main__":
    run_benchmark("engine", main)
