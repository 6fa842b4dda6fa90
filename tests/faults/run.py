"""Kills the processes of a site under play: `python -m tests.faults.run --minutes 30 --database postgresql`.

Every few moments a web process, a worker (or one of its children), beat or Redis is killed with SIGKILL, or the
connections to PostgreSQL are cut. At the end every table must have moved on, and every acknowledged action must be in
its log exactly once. It prints figures; on a violation it exits with 1 and prints the reason.

`--before FOLDER` runs the workers and beat of a checkout of the previous version, beside the web processes of this one.
`--hosts` does the same to the hosts of a larger site, which are network namespaces (`tests/faults/hosts/`); `--short`
with it takes the fewest hosts and one fault of each kind.
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
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tests.faults.everybody import Everybody, say, told, verdict, wait_until_all_move
from tests.faults.observers import Reader, Screen
from tests.faults.players import People
from tests.faults.processes import ROOT, Site
from tests.faults.processes import environment as environment_of

if TYPE_CHECKING:
    from tests.faults.fixtures import Sitting

READY_WITHIN = 8.0
"""Seconds within which the site starts on an idle machine."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument("--pause", type=float, default=0.5, help="seconds that people think at most")
    parser.add_argument("--luck", default="faults")
    parser.add_argument("--hosts", action="store_true", help="on several hosts, each killed and cut off in turn")
    parser.add_argument("--short", action="store_true", help="with --hosts: the fewest hosts, and few faults")
    parser.add_argument(
        "--before", type=Path, default=ROOT, help="a checkout of the previous version, for workers and beat"
    )
    options = parser.parse_args()
    if options.hosts:
        from tests.faults.hosts import run

        return run.main(options)
    with tempfile.TemporaryDirectory(prefix="crewsite-faults.") as folder, _database(options.database) as address:
        environment = environment_of(address, Path(folder))
        os.environ.update(environment)
        return _run(options, Site(environment, Path(folder), before=options.before.resolve()))


@contextmanager
def _database(kind: str) -> Iterator[str]:
    if kind == "sqlite":
        yield ""
        return
    from benchmarks.clusters import postgresql

    with postgresql() as address:
        yield address


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
        wrong = wait_until_all_move(everybody.people, fixtures.tables_over)
        everybody.stop_playing()
        fixtures.challenge_end()
        wrong += fixtures.wait_for_the_rest()
        wrong += everybody.behind(fixtures.numbers())
    finally:
        site.stop()
    wrong += everybody.wrong() + fixtures.what_is_wrong({one.table: one.noted for one in everybody.people})
    say(f"{options.database}, {options.minutes:g} minutes, {options.tables} tables: {told(faults)}")
    say(everybody.told(), fixtures.told(), jobs.told())
    return verdict(everybody, wrong)


def _everybody(options: argparse.Namespace, site: Site, sittings: Sequence[Sitting], pages: list[str]) -> Everybody:
    captain = sittings[-1].cookie
    return Everybody(
        [People(one.table, one.keys, site.ports, f"{options.luck}/{one.table}", options.pause) for one in sittings],
        [Screen(site.ports, one.cookie, f"{options.luck}/{one.table}", one.table) for one in sittings],
        [Reader(site.ports, captain, options.luck, pages, lambda: "redis" not in site.running)],
    )


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


if __name__ == "__main__":
    sys.exit(main())
