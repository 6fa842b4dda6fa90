"""Kills the processes of a site under play: `python -m tests.faults.run --minutes 30 --database postgresql`.

Every few moments a web process, a worker (or one of its children), beat or Redis is killed with SIGKILL, or the
connections to PostgreSQL are cut. At the end every table must have moved on, and every acknowledged action must be in
its log exactly once. It prints figures; on a violation it exits with 1 and prints the reason.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from tests.faults.observers import Reader, Screen
from tests.faults.players import People
from tests.faults.processes import Site
from tests.faults.processes import environment as environment_of

if TYPE_CHECKING:
    from tests.faults.fixtures import Sitting

GOES_ON_WITHIN = 150.0
"""Seconds after the last fault within which every table must move: sweeps look for lost work once a minute."""
READY_WITHIN = 8.0
"""Seconds within which the site starts on an idle machine."""
CAUGHT_UP_WITHIN = 40.0
"""Seconds within which a screen must show its table's state."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--pause", type=float, default=0.5, help="seconds that people think at most")
    parser.add_argument("--luck", default="faults")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="crewsite-faults.") as folder, _database(options.database) as address:
        environment = environment_of(address, Path(folder))
        os.environ.update(environment)
        return _run(options, Site(environment, Path(folder)))


@contextmanager
def _database(kind: str) -> Iterator[str]:
    if kind == "sqlite":
        yield ""
        return
    from benchmarks.clusters import postgresql

    with postgresql() as address:
        yield address


@dataclass
class Everybody:
    """The players and the observers."""

    people: list[People]
    screens: list[Screen]
    reader: Reader

    def start(self) -> None:
        for one in (*self.people, *self.screens, self.reader):
            one.start()

    def stop_playing(self) -> None:
        for one in self.people:
            one.ended.set()
        for one in self.people:
            one.join(timeout=40)

    def wrong(self) -> list[str]:
        heard = [*(one.noted.wrong for one in self.people), *(one.wrong for one in self.screens), self.reader.wrong]
        return [line for lines in heard for line in lines[:3]]

    def told(self) -> str:
        acknowledged, again, doubtful = (sum(counts) for counts in zip(*map(_counts, self.people), strict=True))
        return (
            f"{acknowledged} actions acknowledged, {again} of them sent again, {doubtful} in doubt\n"
            f"pages read: {_told(self.reader.statuses)}; {self.reader.without_redis} of them while Redis was away\n"
            f"{sum(one.streams for one in self.screens)} streams followed by {len(self.screens)} screens"
        )


def _counts(one: People) -> tuple[int, int, int]:
    return len(one.noted.acknowledged), one.noted.again, len(one.noted.in_doubt)


def _run(options: argparse.Namespace, site: Site) -> int:
    import django

    django.setup()
    from tests.faults import fixtures, jobs

    sittings = fixtures.build(options.tables, until=timedelta(minutes=options.minutes))
    everybody = _everybody(options, site, sittings, fixtures.pages(sittings))
    site.start_all()
    try:
        began = time.monotonic()
        site.wait_ready()
        slow = max(1.0, (time.monotonic() - began) / READY_WITHIN)
        everybody.start()
        faults = _disturb(site, Random(options.luck), options.minutes * 60, slow, fixtures.connections_cut)
        site.start_all()
        site.wait_ready()
        wrong = _wait_until_all_move(everybody.people, fixtures.tables_over)
        everybody.stop_playing()
        fixtures.challenge_end()
        wrong += fixtures.wait_for_the_rest(GOES_ON_WITHIN)
        wrong += _behind(everybody.screens, fixtures.numbers())
    finally:
        site.stop()
    wrong += everybody.wrong() + fixtures.what_is_wrong({one.table: one.noted for one in everybody.people})
    _say(f"{options.database}, {options.minutes:g} minutes, {options.tables} tables: {_told(faults)}")
    _say(everybody.told(), fixtures.told(), jobs.told(), *(f"WRONG: {line}" for line in wrong))
    _say("nothing lost, nothing doubled" if not wrong else f"{len(wrong)} things are wrong")
    return 1 if wrong or not any(one.noted.acknowledged for one in everybody.people) else 0


def _everybody(options: argparse.Namespace, site: Site, sittings: Sequence[Sitting], pages: list[str]) -> Everybody:
    captain = sittings[-1].cookie
    return Everybody(
        [People(one.table, one.keys, site.ports, f"{options.luck}/{one.table}", options.pause) for one in sittings],
        [Screen(site.ports, one.cookie, f"{options.luck}/{one.table}", one.table) for one in sittings],
        Reader(site.ports, captain, options.luck, pages, lambda: "redis" not in site.running),
    )


def _say(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)  # noqa: T201


def _behind(screens: list[Screen], numbers: dict[int, int]) -> list[str]:
    """Return screens that did not catch up with their table by themselves."""
    late = [screen for screen in screens if not screen.is_at(numbers[screen.table], CAUGHT_UP_WITHIN)]
    return [f"a screen shows {one.number} of table {one.table}, at {numbers[one.table]}" for one in late]


def _disturb(site: Site, chance: Random, seconds: float, slow: float, cut: Callable[[], bool]) -> Counter[str]:
    """Kill a process every few moments, and restart it a little later.

    On a `slow` machine the pauses are longer: a site that never gets up proves nothing.
    """
    faults: Counter[str] = Counter()
    back: dict[str, float] = {}
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        time.sleep(chance.uniform(0.2, 2.5) * slow)
        site.revive()
        for name in [name for name, at in back.items() if time.monotonic() >= at]:
            site.start(name)
            del back[name]
        name = chance.choice(sorted({*site.commands, "child", "connections"}))
        if name == "connections":
            faults[name] += cut()
        elif name == "child":
            faults[name] += site.kill_child(chance.choice(["worker0", "worker1"]), chance)
        elif name in site.running:
            site.kill(name)
            back[name] = time.monotonic() + chance.uniform(0.0, 6.0 if name == "redis" else 3.0)
            faults[name.rstrip("0123456789")] += 1
    return faults


def _wait_until_all_move(people: list[People], over: Callable[[], set[int]]) -> list[str]:
    began = time.monotonic()
    while still := {one.table for one in people if one.noted.last_at <= began} - over():
        if time.monotonic() - began > GOES_ON_WITHIN:
            return [f"table {table} has not gone on" for table in still]
        time.sleep(0.5)
    return []


def _told(counts: Counter[Any]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))


if __name__ == "__main__":
    sys.exit(main())
