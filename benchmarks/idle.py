"""Benchmark of a site at rest: `python -m benchmarks.idle [--minutes 3] [--after 60]`.

It starts a whole site (web process, all workers, beat, Redis, PostgreSQL) without visitors and without days to prepare.
Then it waits, and counts statements of the database, commands of Redis and processor time by minute.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import redis

from benchmarks.clusters import postgresql
from benchmarks.loading import sites
from benchmarks.results import keep, run_benchmark

OWN_COMMANDS: Final = {"info", "config"}
"""The commands by which this benchmark asks."""
NO_STATEMENTS: Final = ("BEGIN", "COMMIT", "ROLLBACK")


class Idle(sites.Site):
    """A site with all of its workers, without days and missions to prepare."""

    def start(self) -> None:
        """Start the workers of mails and of other machines, too."""
        super().start()
        for queue in ("mails", "outgoing"):
            command = (*sites.WORKER, "--queues", queue, "--pool", "threads", "-n", f"{queue}@%h")
            self._start(queue, command)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=int, default=3)
    parser.add_argument("--after", type=int, default=90, help="seconds after the start")
    chosen = parser.parse_args()
    with postgresql() as address, tempfile.TemporaryDirectory(prefix="crewsite-idle.") as folder:
        site = Idle(Path(folder), address, webs=1, workers=1, concurrency=2)
        site.environment = {**site.environment, "MISSION_RATING_ROUNDS": "0"}
        site.prepare()
        site.manage("shell", "-c", ALL_PREPARED)
        with sites.running(site):
            time.sleep(chosen.after)
            site.manage("shell", "-c", NOTHING_QUEUED)
            _measure(site, address, chosen.minutes)


ALL_PREPARED: Final = """
from logbook.challenges.models.challenges import Challenge, Deal
from logbook.daily.services.days import make_coming_days
from logbook.lib import queue
queue.send = lambda *_given, **_named: None  # There is no broker yet.
while make_coming_days():
    Challenge.objects.filter(state=Challenge.State.PREPARING).update(state=Challenge.State.SCHEDULED)
    Deal.objects.update(state=Deal.State.READY)
"""
"""The days ahead have their deals: no worker makes them."""


NOTHING_QUEUED: Final = """
import time
from django.core.cache import cache
from logbook.lib import activity
cache.set(activity.KEY, int(time.time()) - activity.QUIET_SECONDS - 1, None)
"""
"""The last task was queued a while ago, and the site has had no visitor since."""


def _measure(site: Idle, address: str, minutes: int) -> None:
    server = redis.Redis(unix_socket_path=str(site.folder / "redis" / "redis.sock"))
    with _statements(address) as statements:
        before, used = _commands(server), site.seconds()
        time.sleep(60 * minutes)
        commands, now = _commands(server) - before, site.seconds()
    for name, counted in (("statements", statements), ("commands of Redis", commands)):
        total = sum(counted.values()) / minutes
        print(f"{name}: {total:.0f} a minute")
        for text, count in counted.most_common(25):
            print(f"  {count / minutes:6.1f}  {text[:110]}")
        keep(f"{name} a minute", total, "")
    seconds = {name: (now[name] - used[name]) / minutes for name in now}
    print("processor seconds a minute: " + ", ".join(f"{name} {one:.2f}" for name, one in seconds.items()))
    keep("processor time a minute", sum(seconds.values()), "s")


def _commands(server: redis.Redis) -> Counter[str]:
    """Return how often each command was given so far."""
    found = {name.removeprefix("cmdstat_"): one["calls"] for name, one in server.info("commandstats").items()}
    return Counter({name: calls for name, calls in found.items() if name not in OWN_COMMANDS})


@contextmanager
def _statements(address: str) -> Iterator[Counter[str]]:
    """Yield a counter, which is filled with the statements of this while, by their text."""
    import psycopg

    counted = Counter[str]()
    with psycopg.connect(address, autocommit=True) as connection:
        log = Path(str(connection.execute("SHOW data_directory").fetchone()[0])).parent / "log"  # type: ignore[index]
        connection.execute("ALTER SYSTEM SET log_statement = 'all'")
        connection.execute("SELECT pg_reload_conf()")
        time.sleep(1)
        begin = log.stat().st_size
        yield counted
        with log.open() as lines:
            lines.seek(begin)
            for line in lines:
                _kind, found, text = line.partition("LOG:  ")
                statement = text.partition(": ")[2].strip()
                if found and text.startswith(("statement", "execute")) and not statement.startswith(NO_STATEMENTS):
                    counted[statement] += 1


if __name__ == "__main__":
    run_benchmark("idle", main)
