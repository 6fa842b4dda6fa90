"""Capacity of machines, in live tables: `python -m benchmarks.capacity [--action 4.4 --parts 9.7 ...]`.

A simulation of the queues, from the costs of one click that `benchmarks.load` measures. Clicks at a table come every
`--pace` seconds on average, independently of each other (exponential gaps: rushes and pauses). Each visits a core of
its web machine (the action), the database, a core of the web machine again (the readers' parts), and the database. A
table belongs to one web machine, as with hashed tables. Service times vary (gamma, half as wide as their mean). The
result of a layout is the largest number of tables whose p95 stays under `--target` milliseconds.

With `--workers 2` it measures instead what workers carry, in processor time: solo tables with three of the strongest
bots, analyses, and the deals of so many days. Each mission is then played so many times.
"""

from __future__ import annotations

import argparse
import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from statistics import mean
from typing import Final

from benchmarks import worker_costs
from benchmarks.results import keep, run_benchmark
from benchmarks.standings import database, prepare

SECONDS: Final = 60.0
WARM: Final = 10.0
SPREAD: Final = 4.0
"""The shape of the gamma distribution: a deviation of half the mean."""
STEP: Final = 0.02
"""The precision of the search for the largest number of tables."""


@dataclass(frozen=True, slots=True)
class Costs:
    """Milliseconds of one core for a click with all its readers' parts."""

    action: float
    parts: float
    database: float
    other: float
    """Redis, and what the proxy takes."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Machines of a site, by cores; without a machine of its own the database shares the first web machine."""

    name: str
    web: tuple[int, ...]
    database: int = 0

    @property
    def stations(self) -> tuple[int, ...]:
        """The cores of each queue: web machines, then the database's."""
        return (*self.web, self.database) if self.database else self.web

    def database_station(self) -> int:
        """Return the queue of the database."""
        return len(self.web) if self.database else 0


class Station:
    """Cores that take the next waiting piece of work each, in order of arrival."""

    def __init__(self, cores: int) -> None:
        self._free = [0.0] * cores
        self.busy = 0.0

    def serve(self, arrival: float, work: float) -> float:
        """Return when work that arrives now is done."""
        done = max(arrival, heapq.heappop(self._free)) + work
        heapq.heappush(self._free, done)
        self.busy += work
        return done


def main() -> None:
    """Print the capacity of each layout."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.capacity", description=__doc__)
    parser.add_argument("--action", type=float, default=4.4, help="ms of a web core for the action")
    parser.add_argument("--parts", type=float, default=9.7, help="ms of a web core for the readers' parts")
    parser.add_argument("--database", type=float, default=3.2, help="ms of a database core")
    parser.add_argument("--other", type=float, default=0.8, help="ms of a web core for Redis and the proxy")
    parser.add_argument("--pace", type=float, default=3.0, help="seconds between two clicks at a table")
    parser.add_argument("--target", type=float, default=300.0, help="ms that p95 may take")
    parser.add_argument("--workers", type=int, default=0, help="measure what workers carry: rounds of a mission, days")
    asked = parser.parse_args()
    if asked.workers:
        with database("sqlite"):
            prepare()
            print_workers(asked.workers, asked.pace)
        return
    costs = Costs(asked.action, asked.parts, asked.database, asked.other)
    for layout in LAYOUTS:
        tables = capacity(layout, costs, asked.pace, asked.target)
        times, busy = simulated(layout, costs, tables, asked.pace)
        print(f"{layout.name}: {tables} tables, {tables / asked.pace:.0f} clicks a second;", end=" ")
        print(", ".join(f"p{percent} {percentile(times, percent):.0f} ms" for percent in (50, 95, 99)), end="; ")
        print(f"busy: {said(layout, busy)}")
        keep(layout.name, tables, "tables")


def print_workers(number: int, pace: float) -> None:
    """Print what a core of workers carries. A day has so many seconds that its deals may take."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    a_round = worker_costs.average(worker_costs.rounds(number))
    a_click = a_round.bots / a_round.clicks
    a_day = mean(worker_costs.days_deals(FIRST_DAY + timedelta(days=day)) for day in range(number))
    print(f"solo tables with three strong bots: {1000 * a_click:.0f} ms of a core for a click of the player;", end=" ")
    print(f"a core carries {pace / a_click:.0f} tables at a click every {pace:.0f} s")
    print(
        f"analyses: {a_round.analysis:.2f} s of a core for a round; a core makes {HOUR / a_round.analysis:,.0f} an hour"
    )
    print(f"the day's deals: {a_day:.0f} s of a core for a day; {100 * a_day / DAY:.2f} % of a core")
    keep("bots of a solo table, a click of its player", 1000 * a_click, "ms")
    keep("solo tables with three strong bots, a core", pace / a_click, "tables")
    keep("an analysis", a_round.analysis, "s")
    keep("the day's deals", a_day, "s")


FIRST_DAY: Final = date(2027, 1, 4)
HOUR: Final = 3600.0
DAY: Final = 24 * HOUR


LAYOUTS: Final = (
    Layout("one machine of 2 cores", (2,)),
    Layout("one machine of 8 cores", (8,)),
    Layout("four machines of 4 cores, one of them the database's", (4, 4, 4), 4),
    Layout("forty machines of 4 cores, and a database of 32", (4,) * 39, 32),
)


def said(layout: Layout, busy: Sequence[float]) -> str:
    """Return the share of its cores' time that each kind of machine works."""
    web = busy[: len(layout.web)]
    shares = [("web", sum(web) / len(web))] + ([("database", busy[-1])] if layout.database else [])
    return ", ".join(f"{name} {100 * share:.0f} %" for name, share in shares)


def capacity(layout: Layout, costs: Costs, pace: float, target: float) -> int:
    """Return the largest number of tables whose p95 stays under the target, to within a fiftieth."""
    least, most = 1, 2
    while _p95(layout, costs, most, pace) < target:
        least, most = most, most * 2
    while most - least > max(1, STEP * least):
        middle = (least + most) // 2
        least, most = (middle, most) if _p95(layout, costs, middle, pace) < target else (least, middle)
    return least


def _p95(layout: Layout, costs: Costs, tables: int, pace: float) -> float:
    return percentile(simulated(layout, costs, tables, pace)[0], 95)


def simulated(layout: Layout, costs: Costs, tables: int, pace: float) -> tuple[list[float], list[float]]:
    """Return the milliseconds from each click to the last screen, and the share of time that each station works."""
    chance, stations = Random(tables), [Station(cores) for cores in layout.stations]
    moments: list[tuple[float, int, int, float]] = []
    clicks = int(tables / pace * SECONDS)
    for click in range(clicks):
        began = chance.uniform(0.0, SECONDS)
        heapq.heappush(moments, (began, click, 0, began))
    # The phases of a click: action, database, parts, database.
    home = [chance.randrange(len(layout.web)) for _ in range(clicks)]
    works = (costs.action, costs.database / 2, costs.parts + costs.other, costs.database / 2)
    times = []
    while moments:
        now, click, phase, began = heapq.heappop(moments)
        if phase == len(works):
            if began > WARM:
                times.append(1000 * (now - began))
            continue
        station = stations[home[click] if phase % 2 == 0 else layout.database_station()]
        work = chance.gammavariate(SPREAD, works[phase] / SPREAD) / 1000
        heapq.heappush(moments, (station.serve(now, work), click, phase + 1, began))
    return times, [station.busy / SECONDS / cores for station, cores in zip(stations, layout.stations, strict=True)]


def percentile(values: Sequence[float], percent: int) -> float:
    """Return the percentile; infinite without values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))] if ordered else float("inf")


if __name__ == "__main__":
    run_benchmark("capacity", main)
