"""Load test of a whole site: `python -m benchmarks.load [--database sqlite] [--tables 200] [--seconds 60]`.

It starts a site (web processes, workers, beat, Redis, PostgreSQL; or SQLite), seats four people at each table, and has
one of them act every three seconds while all four screens follow as the page does: a stream of parts, and a fetch
where it brings none. It measures the time from the click to the last teammate's screen, errors, and processor time by
process. Then, in the same run: the processor time of an action beside that of a minimal Django view.
`--floor` plays the same at the barest server that does such work (`loading.floor`), and compares.
`--streams 2000` measures the memory of idle streams instead, `--beats 2000` the processor time of idle pages.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from benchmarks.clusters import postgresql
from benchmarks.loading import sites
from benchmarks.loading.screens import BEAT_SECONDS, Figures, Screen, Wire, beat_on, choose, deal, play
from benchmarks.results import keep, run_benchmark

PACE_SECONDS: Final = 3.0
WARM_SECONDS: Final = 20.0
"""The seconds of play, at half the pace, before measuring starts."""
BEHIND: Final = ("analyses", "worker", "beat")
"""Processes whose work is not a click's: they analyse, prepare deals and count while people play."""
KILLED: Final = ("web", "worker", "redis")
PAGES: Final = 5
"""The number of idle streams per person."""
ASKED: Final = {50: "", 95: " (asked: < 300)", 99: " (asked: < 800)"}

Tables = list[dict[str, Any]]


def main() -> None:
    """Run the requested measurement."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--database", choices=["postgresql", "sqlite"], default="postgresql")
    parser.add_argument("--tables", type=int, help="live tables of four (200; with SQLite 50)")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pace", type=float, default=PACE_SECONDS, help="seconds between two actions at a table (3)")
    parser.add_argument("--webs", type=int, default=2, help="web processes (2)")
    parser.add_argument("--proxy", action="store_true", help="nginx in front, with tables hashed to web processes")
    parser.add_argument("--kill", action="store_true", help="kill a web process, a worker and Redis while playing")
    parser.add_argument("--workers", type=int, default=2, help="worker processes (2)")
    parser.add_argument("--readers", type=int, default=0, help="more pages that follow each table, by the same people")
    parser.add_argument("--streams", type=int, default=0, help="hold so many idle streams open, and measure memory")
    parser.add_argument("--floor", action="store_true", help="play the same at the barest server, and compare")
    parser.add_argument("--beats", type=int, default=0, help="so many idle pages send beats: measure their cost")
    parser.add_argument("--actions", type=int, default=200, help="actions to compare with the barest view (200)")
    asked = parser.parse_args()
    sites.many_files()
    with empty_site(asked.database, asked.webs, asked.workers) as site:
        measure = _measure_streams if asked.streams else _measure_beats if asked.beats else _measure_load
        measure(site, asked)


@contextmanager
def empty_site(database: str, webs: int, workers: int, concurrency: int = 1) -> Iterator[sites.Site]:
    """Yield an empty site, not started, in a temporary folder."""
    folder = Path(tempfile.mkdtemp(prefix="crewsite-load."))
    try:
        if database == "sqlite":
            address = f"sqlite:///{folder / 'crewsite.sqlite3'}"
            yield _prepared(sites.Site(folder, address, webs=webs, workers=workers, concurrency=concurrency))
        else:
            with postgresql() as address:
                yield _prepared(sites.Site(folder, address, webs=webs, workers=workers, concurrency=concurrency))
    except FileNotFoundError as error:
        print(f"not measured: {error}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _prepared(site: sites.Site) -> sites.Site:
    site.prepare()
    return site


def _seated(site: sites.Site, tables: int, *words: str) -> Tables:
    seated: Tables = json.loads(site.run("-m", "benchmarks.loading.seated", str(tables), *words))
    return seated


@contextmanager
def started(site: sites.Site) -> Iterator[None]:
    """Start the site; print the time to its first page, of one web process alone and of the whole site."""
    try:
        began = time.perf_counter()
        site.start_another("alone", "crewsite.asgi:application")
        _say_start("a web process alone", began, site.groups["alone"][0].pid)
        site.stop()
        began = time.perf_counter()
        site.start()
        sites.wait_for(site.ports[0], "/", 60)
        _say_start("everything at once", began, site.groups["web"][0].pid)
        site.wait()
        yield
    finally:
        site.stop()


def _say_start(what: str, began: float, pid: int) -> None:
    took, had = time.perf_counter() - began, sites.process_seconds(pid)
    print(f"start to first page, {what}: {took:.2f} s (asked: < 3), of the processor {had:.2f} s{_load()}")
    keep(f"start to first page, {what}", took, "s")


# --- tables under play


def _measure_load(site: sites.Site, asked: argparse.Namespace) -> None:
    tables = asked.tables or (200 if asked.database == "postgresql" else 50)
    print(f"{tables} tables of four, an action every {asked.pace:g} s at each, {asked.webs} web processes")
    print(f"and {asked.workers} workers, {asked.database}, {os.cpu_count()} cores")
    seated, alone = _seated(site, tables + 1, "--dealt"), None
    with started(site):
        if asked.proxy:
            site.ports = [site.start_proxy()]
        spent = asyncio.run(_play(site, seated[1:], asked))
        alone = seated[0]
    if asked.floor:
        _compare_with_floor(site, seated[1:], asked, spent)
    if asked.proxy or asked.floor:
        return
    with started(site):
        asyncio.run(_compare(site, alone, asked.actions))


def _compare_with_floor(site: sites.Site, seated: Tables, asked: argparse.Namespace, spent: float) -> None:
    """Play the same at the barest server, and print how many times its processor time a click of the site takes."""
    site.groups.clear()
    try:
        site.ports = [site.start_another("floor", "benchmarks.loading.floor:application")]
        floor = asyncio.run(_play(site, seated, asked))
    finally:
        site.stop()
    print(f"processor time of the servers a click: the site {spent:.1f} ms, the floor {floor:.1f} ms:", end=" ")
    print(f"{spent / floor:.2f} times (asked: at most 2.5){_load()}")
    keep("a click of the site beside the floor's", spent / floor, "times")


async def _play(site: sites.Site, seated: Tables, asked: argparse.Namespace) -> float:
    """Play, print what was measured, and return the servers' milliseconds of processor time a click."""
    warming, figures = Figures(), Figures()
    tables = [_screens(site, table, number, warming) for number, table in enumerate(seated)]
    readers = [reader for number, table in enumerate(seated) for reader in _more(site, table, number, asked.readers)]
    for screens in (*tables, readers):
        await asyncio.gather(*(screen.open() for screen in screens))
    print(f"{4 * len(tables) + len(readers)} screens are open{_load()}")
    await _everybody(tables, 2 * asked.pace, WARM_SECONDS, warming)
    for screen in (screen for screens in tables for screen in screens):
        screen.figures = figures
    before, own, began = site.seconds(), time.process_time(), time.perf_counter()
    faults = asyncio.create_task(_faults(site, asked.seconds)) if asked.kill else None
    await _everybody(tables, asked.pace, asked.seconds, figures)
    if faults:
        await faults
    took = time.perf_counter() - began
    _tell(figures, took)
    given = {name: seconds - before[name] for name, seconds in site.seconds().items()}
    if not faults:  # A killed process takes its figures along.
        _tell_processor({**given, "client": time.process_time() - own}, took, figures.clicked)
    if "worker" in given:
        ended, analysed = map(int, site.run("-m", "benchmarks.loading.analysed").split())
        print(f"analyses: {analysed} made, {ended - analysed} wait")
    for screen in (screen for screens in (*tables, readers) for screen in screens):
        screen.close()
    servers = sum(seconds for name, seconds in given.items() if name not in BEHIND)
    return 1000 * servers / max(1, figures.clicked)


async def _faults(site: sites.Site, seconds: float) -> None:
    """Kill one process of each kind, spread over the time."""
    for group in KILLED:
        await asyncio.sleep(seconds / (len(KILLED) + 1))
        print(f"killed and started again: {group}")
        await asyncio.to_thread(site.kill, group)


def _screens(site: sites.Site, table: dict[str, Any], number: int, figures: Figures) -> list[Screen]:
    """Return the four pages of a table, all at one web process, as behind a proxy that hashes tables."""
    port = site.ports[number % len(site.ports)]
    pages = zip(table["sessions"], table["beats"], strict=True)
    return [Screen(table["table"], session, port, figures, beat) for session, beat in pages]


def _more(site: sites.Site, table: dict[str, Any], number: int, readers: int) -> list[Screen]:
    """Return further pages of the table; their measurements are left out."""
    pages = list(zip(table["sessions"], table["beats"], strict=True))
    port = site.ports[number % len(site.ports)]
    return [Screen(table["table"], *_page(pages, reader, port)) for reader in range(readers)]


def _page(pages: list[tuple[str, str]], reader: int, port: int) -> tuple[str, int, Figures, str]:
    session, beat = pages[reader % len(pages)]
    return session, port, Figures(), beat


async def _everybody(tables: list[list[Screen]], pace: float, seconds: float, figures: Figures) -> None:
    end = time.perf_counter() + seconds
    await asyncio.gather(*(play(screens, pace, end, figures, Random(number)) for number, screens in enumerate(tables)))


def _tell(figures: Figures, took: float) -> None:
    print(f"{figures.clicked} clicks in {took:.0f} s ({figures.clicked / took:.1f} a second;", end=" ")
    print(f"{figures.dealt} of them dealt anew), {figures.streamed} parts streamed,", end=" ")
    print(f"{figures.fetched} fetched, {figures.beats} beats{_load()}")
    for name, seconds in (("the last teammate's screen", figures.last_screen), ("one's own", figures.own_screen)):
        told = [
            f"p{p} {_percentile(seconds, p) * 1000:.0f} ms{ASKED[p] if seconds is figures.last_screen else ''}"
            for p in ASKED
        ]
        for percent in ASKED:
            keep(f"from a click to {name}, p{percent}", _percentile(seconds, percent) * 1000, "ms")
        print(f"from a click to {name}: {', '.join(told)}, longest {max(seconds, default=0) * 1000:.0f} ms")
    print(f"streams cut and opened again: {figures.cut}, not opened: {dict(figures.refused) or 'none'}")
    print(f"errors: {sum(figures.errors.values())} (asked: none) {dict(figures.errors) or ''}")
    keep("streams cut and opened again", figures.cut, "")
    keep("errors", sum(figures.errors.values()), "")
    keep("clicks", figures.clicked / took, "a second")


def _tell_processor(given: dict[str, float], took: float, clicks: int) -> None:
    shares = ", ".join(f"{name} {100 * seconds / took:.0f} %" for name, seconds in given.items())
    together = sum(seconds for name, seconds in given.items() if name != "analyses")
    print(f"of one core: {shares};", end=" ")
    print(f"without analyses {1000 * together / max(1, clicks):.1f} ms a click (asked: at most 20)")
    keep("processor time for a click, analyses apart", 1000 * together / max(1, clicks), "ms")


def _percentile(values: Sequence[float], percent: int) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))] if ordered else 0.0


def _load() -> str:
    return f" [load {os.getloadavg()[0]:.1f}]"


# --- an action beside a minimal view


async def _compare(site: sites.Site, table: dict[str, Any], actions: int) -> None:
    """Alternate, on one web process each, between an action (request and response) and a row of the minimal view."""
    site.run("-m", "benchmarks.loading.barest")
    bare = Wire(site.start_another("barest", "benchmarks.loading.barest:application"), "-")
    pids = {name: site.groups[name][0].pid for name in ("web", "barest")}
    spent: dict[str, list[float]] = {"web": [], "barest": []}
    figures = Figures()
    screens = [Screen(table["table"], session, site.ports[0], figures) for session in table["sessions"]]
    chance, database = Random(8), {"web": 0.0, "barest": 0.0}
    for number in range(actions + 40):
        for screen in screens:
            await screen.fetch()
        deeds: dict[str, Callable[[], Any]] = {
            "web": lambda: _act(screens, chance),
            "barest": lambda: bare.ask("POST", "/", "text=play+B7"),
        }
        for name, deed in deeds.items():
            before, behind = sites.process_seconds(pids[name]), site.seconds().get("postgresql", 0.0)
            counts = await deed()
            await asyncio.sleep(0.02)  # Server work after the response counts too.
            if number >= 40 and counts:
                spent[name].append(sites.process_seconds(pids[name]) - before)
                database[name] += site.seconds().get("postgresql", 0.0) - behind
    own, bares = (statistics.median(spent[name]) for name in ("web", "barest"))
    print(f"processor time of a web process (median of {actions}): an action {own * 1000:.2f} ms,", end=" ")
    print(f"the barest view {bares * 1000:.2f} ms: {own / bares:.2f} times (asked: at most 4){_load()}")
    keep("an action beside the barest view", own / bares, "times")
    if database["web"]:
        per = {name: 1000 * seconds / len(spent[name]) for name, seconds in database.items()}
        print(f"and of PostgreSQL: an action {per['web']:.2f} ms, the barest view {per['barest']:.2f} ms")


async def _act(screens: list[Screen], chance: Random) -> bool:
    """Do one action; return False where a new attempt was dealt instead."""
    actor, action = choose(screens, chance)
    await (actor.act("act", action) if action else deal(screens))
    return bool(action)


# --- idle pages


def _measure_beats(site: sites.Site, asked: argparse.Namespace) -> None:
    seated = _seated(site, -(-asked.beats // 4))
    with started(site):
        asyncio.run(_beat(site, seated, asked.beats, asked.seconds))


async def _beat(site: sites.Site, seated: Tables, count: int, seconds: float) -> None:
    """Have so many pages send their beats, as pages in sight do; print what that costs."""
    pages = [(table["sessions"][seat], token) for table in seated for seat, token in enumerate(table["beats"])][:count]
    wires, figures = [Wire(site.ports[n % len(site.ports)], page[0]) for n, page in enumerate(pages)], Figures()
    tasks = [
        asyncio.create_task(beat_on(wire, token, figures.count_beat, BEAT_SECONDS * number / count))
        for number, (wire, (_session, token)) in enumerate(zip(wires, pages, strict=True))
    ]
    await asyncio.sleep(BEAT_SECONDS + 2)  # Every page has its connection by then.
    figures.beats, before, began = 0, site.seconds(), time.perf_counter()
    await asyncio.sleep(seconds)
    took = time.perf_counter() - began
    spent = {name: site.seconds()[name] - before[name] for name in ("web", "redis")}
    for task in tasks:
        task.cancel()
    share = 100 * sum(spent.values()) / took
    print(
        f"{count} idle pages, {figures.beats} beats in {took:.0f} s: {share:.2f} % of a core (asked: < 5), of which",
        end=" ",
    )
    print(", ".join(f"{name} {100 * used / took:.2f} %" for name, used in spent.items()) + _load())
    keep("idle pages", share, "% of a core")


# --- idle streams


def _measure_streams(site: sites.Site, asked: argparse.Namespace) -> None:
    seated = _seated(site, -(-asked.streams // (4 * PAGES)))
    with started(site):
        asyncio.run(_hold(site, seated, asked.streams))


async def _hold(site: sites.Site, seated: Tables, count: int) -> None:
    pages = [(table["table"], session) for table in seated for session in table["sessions"] for _page in range(PAGES)]
    readers = pages[:count]
    wires = [Wire(site.ports[n % len(site.ports)], session) for n, (_table, session) in enumerate(readers)]
    for wire, (table, _session) in zip(wires[:20], readers, strict=False):  # The first allocate shared memory.
        await wire.follow(f"/tables/{table}/stream/")
    pids = [process.pid for process in site.groups["web"]]
    before = sum(map(sites.memory_of, pids))
    began = time.perf_counter()
    for wire, (table, _session) in list(zip(wires, readers, strict=True))[20:]:
        await wire.follow(f"/tables/{table}/stream/")
    took, more = time.perf_counter() - began, count - 20
    each = (sum(map(sites.memory_of, pids)) - before) / more
    print(
        f"{count} streams are open: {each / 1024:.0f} KB of memory each (asked: at most 60),",
        f"{took / more * 1000:.1f} ms",
        end="",
    )
    print(f" to open one{_load()}")
    keep("memory of an idle stream", each / 1024, "KB")
    keep("to open a stream", took / more * 1000, "ms")
    spent = site.seconds()
    await asyncio.sleep(35)
    idle = {name: (seconds - spent[name]) / 35 for name, seconds in site.seconds().items()}
    print("idle, of one core: " + ", ".join(f"{name} {100 * share:.1f} %" for name, share in idle.items()))
    threads = sum(map(sites.threads_of, pids))
    print(f"{threads} threads in {len(pids)} web processes; {_still_open(wires)} streams are still open")
    keep("streams still open", _still_open(wires), "")
    keep("threads of the web processes", threads, "")
    keep("idle streams", 100 * sum(idle.values()), "% of a core")


def _still_open(wires: list[Wire]) -> int:
    return sum(wire.is_open for wire in wires)


if __name__ == "__main__":
    run_benchmark("load", main)
