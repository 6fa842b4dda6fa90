"""A site under play while its processes are killed: `python -m tests.faults.run --minutes 30 --database postgresql`.

Every few moments a web process, a worker (or one of its children), beat or Redis is killed with SIGKILL, or the
connections to PostgreSQL are cut. At the end everything must have gone on, and every action that was acknowledged must
be in its log exactly once. Prints figures; exits with 1 and says what is wrong where something is.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from random import Random

from .crowd import People
from .processes import Site

GOES_ON_WITHIN = 150.0
"""Seconds after the last fault in which every table must have moved: sweeps look once a minute for what is lost."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--pause", type=float, default=0.5, help="seconds that people think at most")
    parser.add_argument("--luck", default="faults")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="crewsite-faults.") as folder, _database(options.database) as address:
        environment = _environment(address, Path(folder))
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


def _environment(address: str, folder: Path) -> dict[str, str]:
    return {
        "API_RATE_CALLER": "1000000/min",
        "BOT_COURTESY_SECONDS": "1",
        "BOT_PAUSE_SECONDS": "0.05",
        "CREWSITE_VAR": str(folder),
        "DATABASE_URL": address,
        "DEBUG": "1",
        "DJANGO_SETTINGS_MODULE": "crewsite.settings",
        "HTTPS": "0",
        "RATING_PLAYOUTS": "0",
        "RATING_RANDOM_ROUNDS": "0",
        "SECRET_KEY": "only for faults",
    }


def _run(options: argparse.Namespace, site: Site) -> int:
    import django

    django.setup()
    from . import cast

    chance = Random(options.luck)
    played = cast.build(options.tables, until=timedelta(minutes=options.minutes))
    people = [People(one.table, one.keys, site.ports, f"{options.luck}/{one.table}", options.pause) for one in played]
    site.start_all()
    try:
        site.wait_ready()
        for one in people:
            one.start()
        faults = _disturb(site, chance, options.minutes * 60, cast.connections_cut)
        site.start_all()
        site.wait_ready()
        late = _wait_until_all_move(people)
        for one in people:
            one.ended.set()
        for one in people:
            one.join(timeout=40)
        unfinished = cast.wait_for_the_rest(GOES_ON_WITHIN)
    finally:
        site.stop()
    wrong = late + unfinished + [line for one in people for line in one.noted.wrong[:3]]
    wrong += cast.what_is_wrong({one.table: one.noted for one in people})
    acknowledged = sum(len(one.noted.acknowledged) for one in people)
    doubtful = sum(len(one.noted.in_doubt) for one in people)
    print(f"{options.database}, {options.minutes:g} minutes, {options.tables} tables: {_told(faults)}")  # noqa: T201
    print(f"{acknowledged} actions acknowledged, {doubtful} in doubt, {cast.told()}")  # noqa: T201
    for line in wrong:
        print(f"WRONG: {line}")  # noqa: T201
    print("nothing lost, nothing doubled" if not wrong else f"{len(wrong)} things are wrong")  # noqa: T201
    return 1 if wrong or not acknowledged else 0


def _disturb(site: Site, chance: Random, seconds: float, cut: Callable[[], bool]) -> Counter[str]:
    """Kill something every few moments; whatever was killed comes back a little later."""
    faults: Counter[str] = Counter()
    back: dict[str, float] = {}
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        time.sleep(chance.uniform(0.2, 2.5))
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


def _wait_until_all_move(people: list[People]) -> list[str]:
    began = time.monotonic()
    while still := [one.table for one in people if one.noted.last_at <= began]:
        if time.monotonic() - began > GOES_ON_WITHIN:
            return [f"table {table} has not gone on" for table in still]
        time.sleep(0.5)
    return []


def _told(faults: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(faults.items()))


if __name__ == "__main__":
    sys.exit(main())
