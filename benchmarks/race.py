"""Benchmark of one strong bot in a race against careful ones: `python -m benchmarks.race --games 400`.

One bot of `--bot` sits against `--against` on all other seats, every seat in turn. Without options it prints a row for
each of 2 to 5 players, with games spread evenly over the scenarios; then wins by scenario and by seat. A shared
victory counts as its share. Bots decide as they do at a table; time is process time.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from multiprocessing import Pool
from multiprocessing.pool import Pool as AnyPool
from random import Random
from typing import cast

import games
from benchmarks.results import keep, run_benchmark
from games.bots import bots_of

GAME = "deep-blue"
SCENARIOS = games.GAMES[GAME].missions


@dataclass(frozen=True, slots=True)
class Race:
    """A finished race. `place` is the strong bot's, counted from the first player."""

    scenario: str
    players: int
    place: int
    share: float
    turns: int
    winning: int
    margin: float
    """The strong bot's points minus the others' mean."""


@dataclass
class Tally:
    """Races, and the seconds of every decision of the strong bot with more than one option."""

    races: list[Race] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Entry:
    """A race to play: its deal, the seat of the strong bot, and the names of both bots."""

    setup: games.Setup
    seat: int
    strong: str
    weak: str


def run(entry: Entry) -> tuple[Race, list[float]]:
    """Play one race; return it with the seconds of each decision of the strong bot."""
    bots = {name: bots_of(GAME)[name] for name in (entry.strong, entry.weak)}
    setup, seat, seconds = entry.setup, entry.seat, list[float]()
    state = games.deal(setup)
    while state.outcome is None:
        asked = min(state.waiting_on)
        view, chance = state.view(asked), Random(f"{setup.seed} {len(state.log)} {asked}")
        began = time.process_time()
        text = bots[entry.strong if asked == seat else entry.weak].choose(view, chance)
        took = time.process_time() - began
        if asked == seat and len(view["legal"]) > 1:
            seconds.append(took)
        state = state.apply(games.Action(asked, str(text)))
    return _race(state, seat), seconds


def _race(state: games.State, seat: int) -> Race:
    view, winners = state.view(None), cast("games.Outcome", state.outcome).params["winners"]
    points = view["scores"]
    others = [total for other, total in enumerate(points) if other != seat]
    turns = (view["round_number"] - 1) * view["players"] + (view["turn"] - view["first"]) % view["players"] + 1
    return Race(
        scenario=view["mission"],
        players=view["players"],
        place=(seat - view["first"]) % view["players"],
        share=1 / len(winners) if seat in winners else 0.0,
        turns=turns,
        winning=max(points),
        margin=points[seat] - statistics.mean(others),
    )


def share(races: Sequence[Race]) -> str:
    """Return the mean share of victories, with twice its standard error."""
    if not races:
        return "     –       "
    mean = statistics.mean(race.share for race in races)
    spread = 2 * statistics.pstdev([race.share for race in races]) / len(races) ** 0.5
    return f"{mean:6.1%} ±{spread:5.1%}"


def _keep(players: int, races: Sequence[Race], median: float, slow: float) -> None:
    shares = [race.share for race in races]
    error = 200 * statistics.pstdev(shares) / len(shares) ** 0.5
    keep(f"{players} players: won by the strong bot", 100 * statistics.mean(shares), "%", error)
    keep(f"{players} players: a decision, median", median, "ms")
    keep(f"{players} players: a decision, p99", slow, "ms")


def rows(tallies: dict[int, Tally], scenarios: Sequence[str]) -> Iterable[str]:
    """Yield the tables: by players, by scenario, by place."""
    yield "players   games   won            chance  margin  turns  winning points  ms median  ms p99"
    for players, tally in tallies.items():
        races, seconds = tally.races, sorted(tally.seconds)
        margin, turns, points = (
            statistics.mean(numbers) for numbers in zip(*((r.margin, r.turns, r.winning) for r in races), strict=True)
        )
        median, slow = (seconds[len(seconds) * percent // 100] * 1000 for percent in (50, 99))
        _keep(players, races, median, slow)
        yield (
            f"{players:7}{len(races):8}   {share(races)}{1 / players:7.0%}{margin:8.1f}{turns:7.1f}{points:16.1f}"
            f"{median:11.1f}{slow:8.0f}"
        )
    yield "\nscenario            " + "".join(f"{players:>12} players" for players in tallies)
    for scenario in scenarios:
        cells = (share([race for race in tally.races if race.scenario == scenario]) for tally in tallies.values())
        yield f"{scenario:20}" + "".join(f"{cell:>20}" for cell in cells)
    yield "\nplace in turn order " + "".join(f"{players:>12} players" for players in tallies)
    for place in range(max(tallies)):
        cells = (share([race for race in tally.races if race.place == place]) for tally in tallies.values())
        yield f"{place + 1:<20}" + "".join(f"{cell:>20}" for cell in cells)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=28, help="games for each number of players")
    parser.add_argument("--players", default="2,3,4,5", help="such as 4 or 2,3")
    parser.add_argument("--scenarios", default=",".join(SCENARIOS), help="such as reefs-ahead")
    parser.add_argument("--bot", default=next(iter(bots_of(GAME))), choices=sorted(bots_of(GAME)))
    parser.add_argument("--against", default="careful", choices=sorted(bots_of(GAME)))
    parser.add_argument("--seeds", default="race", help="how the seeds of the games begin")
    parser.add_argument("--processes", type=int, default=1, help="how many races are run at a time")
    options = parser.parse_args()
    scenarios = options.scenarios.split(",")
    with Pool(options.processes) as pool:
        tallies = {
            int(players): tallied(_entries(int(players), scenarios, options), pool)
            for players in options.players.split(",")
        }
    print(f"{options.bot} against {options.against}")
    print("\n".join(rows(tallies, scenarios)))


def _entries(players: int, scenarios: Sequence[str], options: argparse.Namespace) -> Iterable[Entry]:
    for number in range(options.games):
        scenario, seat = scenarios[number % len(scenarios)], number // len(scenarios) % players
        setup = games.Setup(GAME, scenario, players, f"{options.seeds}/{players}/{number}")
        yield Entry(setup, seat, options.bot, options.against)


def tallied(entries: Iterable[Entry], pool: AnyPool) -> Tally:
    """Play all races; print progress now and then."""
    tally = Tally()
    for race, seconds in pool.imap(run, entries):
        tally.races.append(race)
        tally.seconds += seconds
        if len(tally.races) % 50 == 0:
            told = f"{race.players} players, {len(tally.races)} games: {share(tally.races)}"
            print(told, file=sys.stderr, flush=True)
    return tally


if __name__ == "__main__":
    run_benchmark("race", main)
