"""Benchmark of rooms: `python -m benchmarks.rooms [--rooms 50] [--screens 30] [--seconds 60]`.

It starts a site (web processes, workers, Redis, PostgreSQL), opens `screens` pages in each of `rooms` rooms, as streams
of their parts, and has each leader step forward through the round. It measures the time from a press to the last
screen, and the servers' processor time by step and screen.
`--idle 1500` measures the memory of so many streams in which nothing moves instead.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import time
from collections import Counter
from random import Random
from typing import Any, Final

from benchmarks.load import empty_site, started
from benchmarks.loading import sites
from benchmarks.loading.screens import Wire, Wrong, events
from benchmarks.results import keep, run_benchmark

NUMBER: Final = re.compile(rb'data-number="(\d+)"')
PACE_SECONDS: Final = 6.0
"""The seconds between two steps of a leader: people look at a moment and talk about it."""
WARM_SECONDS: Final = 15.0
LATEST_SECONDS: Final = 10.0
"""Seconds after which a missing part counts as an error."""
FIRST_STREAMS: Final = 300
"""Streams that allocate shared memory, before the others are measured."""

Rooms = list[dict[str, Any]]


def main() -> None:
    """Run the requested measurement."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rooms", description=__doc__)
    parser.add_argument("--rooms", type=int, default=50)
    parser.add_argument("--screens", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pace", type=float, default=PACE_SECONDS, help="seconds between two steps in a room (6)")
    parser.add_argument("--webs", type=int, default=2, help="web processes (2)")
    parser.add_argument("--database", choices=["postgresql", "sqlite"], default="postgresql")
    parser.add_argument("--idle", type=int, default=0, help="hold so many idle streams open, and measure memory")
    asked = parser.parse_args()
    sites.many_files()
    with empty_site(asked.database, asked.webs, 1) as site:
        rooms: Rooms = json.loads(site.run("-m", "benchmarks.loading.roomed", str(asked.rooms), str(asked.screens)))
        with started(site):
            asyncio.run(_hold(site, rooms, asked.idle) if asked.idle else _step(site, rooms, asked))


class Screen:
    """One person's page in a room."""

    def __init__(self, room: int, session: str, port: int) -> None:
        self.room, self._wire = room, Wire(port, session)
        self.shown, self._newer = -1, asyncio.Condition()

    async def open(self) -> None:
        """Follow the room. Raises Wrong."""
        reader = await self._wire.follow(f"/rooms/{self.room}/stream/")
        self._following = asyncio.create_task(self._follow(reader))

    async def _follow(self, reader: asyncio.StreamReader) -> None:
        async for event in events(reader):
            found = NUMBER.search(event)
            if found:
                async with self._newer:
                    self.shown, self.shown_at = int(found[1]), time.perf_counter()
                    self._newer.notify_all()

    async def until(self, number: int) -> float:
        """Return the time at which the screen shows this number or a later one."""
        async with self._newer:
            await self._newer.wait_for(lambda: self.shown >= number)
        return self.shown_at

    def close(self) -> None:
        """Close the page."""
        self._following.cancel()
        self._wire.close()


class Room:
    """A room with its screens, whose leader steps."""

    def __init__(self, room: dict[str, Any], port: int) -> None:
        self.attempt, self.length, self.step, self.number = room["attempt"], room["length"], 0, 1
        self.screens = [Screen(self.attempt, session, port) for session in room["sessions"]]
        self._leader = Wire(port, room["sessions"][0])
        self.seconds: list[float] = []
        self.errors = Counter[str]()

    async def lead(self, pace: float, end: float, chance: Random) -> None:
        """Step forward every `pace` seconds until the end."""
        await asyncio.sleep(pace * chance.random())
        while time.perf_counter() < end:
            began = time.perf_counter()
            try:
                async with asyncio.timeout(LATEST_SECONDS):
                    await self._press()
            except (Wrong, OSError, TimeoutError, asyncio.IncompleteReadError) as error:
                self.errors[str(error) or type(error).__name__] += 1
            await asyncio.sleep(max(0.0, began + pace - time.perf_counter()))

    async def _press(self) -> None:
        self.step, began = (self.step + 1) % (self.length + 1), time.perf_counter()
        number = max(screen.shown for screen in self.screens)
        status, _answer = await self._leader.ask("POST", f"/rooms/{self.attempt}/step/", f"step={self.step}")
        if status != 204:
            raise Wrong(f"step {status}")
        seen = await asyncio.gather(*(screen.until(number + 1) for screen in self.screens))
        self.seconds.append(max(seen) - began)

    def forget(self) -> None:
        """Begin to measure."""
        self.seconds.clear()
        self.errors.clear()


async def _step(site: sites.Site, rooms: Rooms, asked: argparse.Namespace) -> None:
    """Have all leaders step, and print what was measured."""
    everyone = [Room(room, site.ports[number % len(site.ports)]) for number, room in enumerate(rooms)]
    for room in everyone:
        await asyncio.gather(*(screen.open() for screen in room.screens))
    screens = len(everyone) * asked.screens
    print(f"{len(everyone)} rooms with {asked.screens} screens each, a step every {asked.pace:g} s in each{_load()}")
    await _lead(everyone, asked.pace, WARM_SECONDS)
    for room in everyone:
        room.forget()
    before, began = site.seconds(), time.perf_counter()
    await _lead(everyone, asked.pace, asked.seconds)
    took = time.perf_counter() - began
    given = {name: seconds - before[name] for name, seconds in site.seconds().items()}
    _tell([second for room in everyone for second in room.seconds], given, took, asked.screens)
    errors = sum((room.errors for room in everyone), Counter[str]())
    print(f"errors: {errors.total()} (asked: none) {dict(errors) or ''}; {screens} screens were open")
    keep("errors", errors.total(), "")
    for room in everyone:
        for screen in room.screens:
            screen.close()


async def _lead(rooms: list[Room], pace: float, seconds: float) -> None:
    end = time.perf_counter() + seconds
    await asyncio.gather(*(room.lead(pace, end, Random(number)) for number, room in enumerate(rooms)))


def _tell(seconds: list[float], given: dict[str, float], took: float, screens: int) -> None:
    print(f"{len(seconds)} steps in {took:.0f} s ({len(seconds) / took:.1f} a second)")
    for percent, asked in ((50, ""), (95, " (asked: < 150)"), (99, "")):
        value = 1000 * _percentile(seconds, percent)
        print(f"from a step to the last of {screens} screens, p{percent}: {value:.0f} ms{asked}")
        keep(f"from a step to the last screen, p{percent}", value, "ms")
    servers = {name: spent for name, spent in given.items() if name in ("web", "redis", "postgresql")}
    each = 1000 * sum(servers.values()) / max(1, len(seconds) * screens)
    shares = ", ".join(f"{name} {100 * spent / took:.0f} %" for name, spent in given.items())
    print(f"of one core: {shares}; {each:.2f} ms a screen (asked: at most 2){_load()}")
    keep("processor time a screen", each, "ms")


async def _hold(site: sites.Site, rooms: Rooms, count: int) -> None:
    """Open so many streams, and print the memory of each."""
    pages = [(room["attempt"], session, number) for number, room in enumerate(rooms) for session in room["sessions"]]
    wires = [Wire(site.ports[number % len(site.ports)], session) for _attempt, session, number in pages[:count]]
    opened = list(zip(wires, (attempt for attempt, _session, _number in pages), strict=False))
    for wire, attempt in opened[:FIRST_STREAMS]:
        await wire.follow(f"/rooms/{attempt}/stream/")
    pids = [process.pid for process in site.groups["web"]]
    before = sum(map(sites.memory_of, pids))
    for wire, attempt in opened[FIRST_STREAMS:]:
        await wire.follow(f"/rooms/{attempt}/stream/")
    each = (sum(map(sites.memory_of, pids)) - before) / max(1, len(opened) - FIRST_STREAMS) / 1024
    print(f"{len(opened)} idle streams: {each:.0f} KB of memory each (asked: at most 45){_load()}")
    keep("memory of an idle stream", each, "KB")
    keep("streams still open", sum(wire.is_open for wire in wires), "")


def _percentile(values: list[float], percent: int) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))] if ordered else 0.0


def _load() -> str:
    return f" [load {os.getloadavg()[0]:.1f}]"


if __name__ == "__main__":
    run_benchmark("rooms", main)
