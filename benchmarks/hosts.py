"""Benchmark of a site on several hosts: `python -m benchmarks.hosts [--clicks 150] [--streams 500]`.

Three sites of one web process each play the same: at PostgreSQL alone, behind PgBouncer in transaction mode, and with a
replica. They click in turn, so that other work on the machine falls on each alike. A click is an action and the part
that four screens fetch; its processor time is that of the web process, of PostgreSQL and of PgBouncer. Then the primary
is stopped, and pages are read from the site with the replica. At last a web process with many streams drains.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from benchmarks.clusters import follows_statements, pooled, pooler_version, postgresql, replicated
from benchmarks.loading import sites
from benchmarks.loading.screens import Figures, Screen, Wire, choose, deal
from benchmarks.loading.seated import SEATS
from benchmarks.results import keep, run_benchmark

WARM_CLICKS: Final = 40
AFTER_SECONDS: Final = 0.03
"""The pause after a click: what the servers do after the answer counts too."""
AWAY_SECONDS: Final = 15.0
"""The time without a primary during which pages are read."""
DRAIN_SECONDS: Final = 60
STREAMS: Final = 5
"""The streams of each person at the process that drains."""


class WebAndRedis(sites.Site):
    """A site without workers: nothing but clicks takes processor time."""

    def start(self) -> None:
        """Start Redis and the web process."""
        self._start("redis", (*sites.PYTHON, "crewsite.redis_server"))
        for port in self.ports:
            self._start("web", sites.served("crewsite.asgi:application", port))


@dataclass(frozen=True)
class Kind:
    """A site, the processes whose work its clicks are, and its table."""

    site: WebAndRedis
    servers: list[int]
    """The first processes of the database's servers."""
    table: dict[str, Any]
    more_tables: list[dict[str, Any]]

    def spent(self) -> float:
        """Return the processor time so far, in seconds."""
        return self.site.seconds()["web"] + sum(map(sites.processor_seconds, self.servers))


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.hosts", description=__doc__)
    parser.add_argument("--clicks", type=int, default=150, help="clicks of each site (150)")
    parser.add_argument("--streams", type=int, default=500, help="streams of the web process that drains (500)")
    asked = parser.parse_args()
    sites.many_files()
    try:
        _measure(asked)
    except FileNotFoundError as error:
        print(f"not measured: {error}")


def _measure(asked: argparse.Namespace) -> None:
    with ExitStack() as running:
        alone = running.enter_context(postgresql())
        behind, pooler = running.enter_context(pooled(alone))
        statements = {} if follows_statements() else {"DATABASE_PREPARED_STATEMENTS": "0"}
        pooling = {"DATABASE_POOLER": "1"} | statements
        tables = _seated(alone, 3 + -(-asked.streams // (SEATS * STREAMS)))
        primary, replica, stop_primary = running.enter_context(replicated(alone))
        following = {"DATABASE_REPLICA_URL": replica}
        kinds = {
            "alone": running.enter_context(_kind(alone, {}, _servers(alone), tables[2:])),
            "PgBouncer": running.enter_context(_kind(behind, pooling, [*_servers(alone), pooler], tables[:1])),
            "a replica": running.enter_context(_kind(primary, following, _servers(primary, replica), tables[1:2])),
        }
        asyncio.run(_clicks(kinds, asked.clicks))
        asyncio.run(_reads(kinds["a replica"], stop_primary))
        asyncio.run(_drain(kinds["alone"], asked.streams))


def _servers(*addresses: str) -> list[int]:
    """Return the first process of PostgreSQL at each of these addresses."""
    ports = [address.rpartition(":")[2].partition("/")[0] for address in addresses]
    return [process for port in ports for process in sites.listening_with(port)]


def _seated(address: str, tables: int) -> list[dict[str, Any]]:
    """Make the schema of an empty database; return tables of four in it, dealt."""
    with tempfile.TemporaryDirectory(prefix="crewsite-hosts.") as folder:
        site = WebAndRedis(Path(folder), address, webs=0, workers=0)
        site.manage("migrate", "--verbosity", "0")
        seated: list[dict[str, Any]] = json.loads(site.run("-m", "benchmarks.loading.seated", str(tables), "--dealt"))
        return seated


@contextmanager
def _kind(
    address: str, settings: Mapping[str, str], servers: list[int], tables: list[dict[str, Any]]
) -> Iterator[Kind]:
    with tempfile.TemporaryDirectory(prefix="crewsite-hosts.") as folder:
        site = WebAndRedis(Path(folder), address, webs=1, workers=0)
        site.environment = {**site.environment, "DRAIN_SECONDS": str(DRAIN_SECONDS), **settings}
        site.manage("collectstatic", "--no-input", "--verbosity", "0")
        with sites.running(site):
            yield Kind(site, servers, tables[0], tables[1:])


# --- the cost of a click


async def _clicks(kinds: Mapping[str, Kind], clicks: int) -> None:
    """Click at each site in turn; print the median cost of each, and what it is more than that of the first."""
    figures = {name: Figures() for name in kinds}
    screens = {name: _screens(kind, figures[name]) for name, kind in kinds.items()}
    spent: dict[str, list[float]] = {name: [] for name in kinds}
    chances = {name: Random(8) for name in kinds}
    for number in range(WARM_CLICKS + clicks):
        for name, kind in kinds.items():
            before = kind.spent()
            is_action = await _click(screens[name], chances[name])
            await asyncio.sleep(AFTER_SECONDS)
            if is_action and number >= WARM_CLICKS:
                spent[name].append(kind.spent() - before)
    alone = statistics.median(spent["alone"])
    print(f"processor time of a click (median of {clicks}), PostgreSQL alone: {alone * 1000:.2f} ms{_load()}")
    keep("a click, PostgreSQL alone", alone * 1000, "ms")
    for name in (name for name in kinds if name != "alone"):
        own = statistics.median(spent[name])
        more = 100 * (own / alone - 1)
        version = f" {pooler_version()}" if name == "PgBouncer" else ""
        print(f"with {name}{version}: {own * 1000:.2f} ms, {more:+.1f} % (asked: at most 10)")
        keep(f"a click with {name}, more", more, "%")
    errors = sum(sum(one.errors.values()) for one in figures.values())
    print(f"errors: {errors} (asked: none)")
    keep("errors", errors, "")


def _screens(kind: Kind, figures: Figures) -> list[Screen]:
    return [Screen(kind.table["table"], session, kind.site.ports[0], figures) for session in kind.table["sessions"]]


async def _click(screens: list[Screen], chance: Random) -> bool:
    """Fetch for every screen what the last click changed, and act; return False where a new attempt was dealt."""
    for screen in screens:
        await screen.fetch()
    actor, action = choose(screens, chance)
    await (actor.act("act", action) if action else deal(screens))
    return bool(action)


# --- without a primary


async def _reads(kind: Kind, stop_primary: Callable[[], None]) -> None:
    """Stop the primary, and read pages from its site meanwhile."""
    wire, table = Wire(kind.site.ports[0], kind.table["sessions"][0]), kind.table["table"]
    pages = ("/", "/tables/", f"/tables/{table}/", "/missions/")
    answered = [await _status(wire, page) for page in pages]
    if answered != [200] * len(pages):
        raise RuntimeError(f"these pages are no pages of the site: {dict(zip(pages, answered, strict=True))}")
    stop_primary()
    statuses, until = [], time.perf_counter() + AWAY_SECONDS
    while time.perf_counter() < until:
        statuses += [await _status(wire, page) for page in pages]
        await asyncio.sleep(0.05)
    served = 100 * statuses.count(200) / len(statuses)
    print(f"reads while the primary is away: {len(statuses)}, served {served:.1f} % (asked: all){_load()}")
    keep("reads served while the primary is away", served, "%")


async def _status(wire: Wire, page: str) -> int:
    status, _answer = await wire.ask("GET", page)
    return status


# --- the end of a web process


async def _drain(kind: Kind, streams: int) -> None:
    """Open streams, end the web process, and print the time until it is gone."""
    wires = []
    for table, session in _readers(kind, streams):
        wires.append(Wire(kind.site.ports[0], session))
        await wires[-1].follow(f"/tables/{table}/stream/")
    (web,) = kind.site.groups["web"]
    began = time.perf_counter()
    os.killpg(web.pid, signal.SIGTERM)
    await asyncio.to_thread(web.wait)
    took = time.perf_counter() - began
    still = sum(wire.is_open for wire in wires)
    print(f"a web process with {streams} streams drains in {took:.1f} s (asked: at most {DRAIN_SECONDS}){_load()}")
    keep("time to drain a web process", took, "s")
    keep("streams that it left open", still, "")


def _readers(kind: Kind, streams: int) -> list[tuple[int, str]]:
    """Return table and session of each stream."""
    readers = [(one["table"], session) for one in kind.more_tables for session in one["sessions"]]
    return (readers * STREAMS)[:streams]


def _load() -> str:
    return f" [load {os.getloadavg()[0]:.1f}]"


if __name__ == "__main__":
    run_benchmark("hosts", main)
