"""Plays on a site of several hosts, and kills, cuts off and replaces them: `python -m tests.faults.run --hosts`."""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from tests.faults.everybody import Everybody, say, verdict, wait_until_all_move
from tests.faults.hosts import networks
from tests.faults.hosts.faults import Fault, Suffered, long_faults, promotion, short_faults
from tests.faults.hosts.topology import Hosts
from tests.faults.hosts.watch import Watch
from tests.faults.observers import Reader, Screen
from tests.faults.players import People

if TYPE_CHECKING:
    from tests.faults.fixtures import Sitting

READERS = 3
READY_WITHIN = 8.0
"""Seconds within which the site starts on an idle machine."""
BUSY = 2.0
"""How many times longer the short form waits at least: it runs beside other tests."""
SLOWEST = 4.0
"""How many times longer it waits at most: a machine that is slower still tells nothing about the limits."""
LASTS, LASTS_IN_SHORT = 12.0, 8.0
"""Seconds that a fault lasts."""
QUIET = 3.0
"""Seconds of play between two faults."""
UNTIL_REPLACED = 0.85
"""The part of the time after which the primary is replaced."""
SKIPPED = 77
"""The exit code of a run that this machine cannot make."""


def main(options: argparse.Namespace) -> int:
    """Run on hosts; return the exit code."""
    if reason := networks.refusal() or _missing():
        say(reason)
        return SKIPPED
    signal.signal(signal.SIGTERM, lambda *_given: sys.exit("stopped"))  # The hosts are removed then, too.
    with _hosts(options) as site:
        os.environ.update(site.environment)
        site.prepare()
        ended = _run(options, site)
        if ended:
            say(f"The logs of the hosts are in {_kept_logs(site)}.")
        return ended


def _kept_logs(site: Hosts) -> Path:
    kept = Path(tempfile.mkdtemp(prefix="crewsite-hosts-logs."))
    for log in site.folder.glob("*/*.log"):
        shutil.copy(log, kept / f"{log.parent.name}-{log.name}")
    return kept


def _missing() -> str:
    from crewsite import redis_server

    wanted = {"nginx": "nginx", "pgbouncer": "pgbouncer", "setpriv": "util-linux", "sysctl": "procps"}
    missing = [package for program, package in wanted.items() if shutil.which(program) is None]
    if redis_server.binary() is None:
        missing.append("redis-server")
    if not list(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        missing.append("postgresql")
    return f"Hosts need {', '.join(missing)} (apt install {' '.join(missing)})." if missing else ""


@contextmanager
def _hosts(options: argparse.Namespace) -> Iterator[Hosts]:
    with tempfile.TemporaryDirectory(prefix="crewsite-hosts.") as folder:
        site = Hosts(Path(folder), redis_hosts=1 if options.short else 3, has_small_disk=not options.short)
        try:
            yield site
        finally:
            site.stop()


def _run(options: argparse.Namespace, site: Hosts) -> int:
    import django

    django.setup()
    from django.db import connection

    from tests.faults import fixtures, jobs

    seconds = options.minutes * 60
    sittings = fixtures.few() if options.short else fixtures.build(options.tables, until=timedelta(seconds=seconds))
    alone = [fixtures.table_of_people(number) for number in range(2)]
    connection.close()
    everybody = _everybody(options, site, [*alone, *sittings], fixtures.pages(sittings))
    suffered = _play(options, site, everybody, {one.table for one in alone})
    connection.close()  # It was to the primary of then.
    wrong = [line for one in suffered for line in one.wrong]
    wrong += wait_until_all_move(everybody.people, fixtures.tables_over)
    everybody.stop_playing()
    if not options.short:
        fixtures.challenge_end()
        wrong += fixtures.wait_for_the_rest()
    wrong += everybody.behind(fixtures.numbers()) + everybody.wrong()
    everybody.stop_looking()
    noted = {one.table: one.noted for one in everybody.people}
    wrong += fixtures.logs_wrong(noted) if options.short else fixtures.what_is_wrong(noted)
    say(everybody.told(), fixtures.told(), *([] if options.short else [jobs.told()]))
    return verdict(everybody, wrong)


def _everybody(
    options: argparse.Namespace, site: Hosts, sittings: Sequence[Sitting], pages: Sequence[str]
) -> Everybody:
    door, luck, cookie = [site.door], options.luck, sittings[-1].cookie
    return Everybody(
        [People(one.table, one.keys, door, f"{luck}/{one.table}", options.pause) for one in sittings],
        [Screen(door, one.cookie, f"{luck}/{one.table}", one.table) for one in sittings],
        [Reader(door, cookie, f"{luck}/{n}", pages, lambda: site.is_without_redis) for n in range(READERS)],
    )


def _play(options: argparse.Namespace, site: Hosts, everybody: Everybody, alone: set[int]) -> list[Suffered]:
    """Let people play, and let one fault happen after the other; the primary is replaced near the end."""
    began = time.monotonic()
    site.start_all()
    site.wait_ready()
    slow = min(max(BUSY if options.short else 1.0, (time.monotonic() - began) / READY_WITHIN), SLOWEST)
    everybody.start()
    writers = [one for one in everybody.people if one.table in alone]
    watch = Watch(site, writers, everybody.screens, everybody.readers, slow, site.reads_from_replica)
    say(f"{len(site.addresses)} hosts, {len(everybody.people)} tables, {slow:.1f} times the time of an idle machine")
    until = time.monotonic() + options.minutes * 60 * UNTIL_REPLACED
    lasts = LASTS_IN_SHORT if options.short else LASTS
    found = short_faults(site) if options.short else long_faults(site)
    suffered = list(_each(watch, found, lasts, lambda: options.short or time.monotonic() < until))
    suffered += _each(watch, [promotion(site)], lasts, lambda: True)
    site.wait_ready()
    return suffered


def _each(watch: Watch, faults: Sequence[Fault], lasts: float, is_time: Callable[[], bool]) -> Iterator[Suffered]:
    for number, fault in enumerate(faults):
        if not is_time():
            say(f"no time for {len(faults) - number} of {len(faults)} faults: take more --minutes")
            return
        time.sleep(QUIET)
        told = watch.suffer(fault, lasts)
        say(told.told(), *(f"  WRONG: {line}" for line in told.wrong))
        yield told
