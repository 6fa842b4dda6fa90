"""Benchmark of an evening: `python -m benchmarks.daily_evening [--players 50] [--seconds 120] [--think 10]`.

It starts a whole site (web, workers, beat, Redis, PostgreSQL) and has so many people play the deal of the day alone at
once, each with three of the strongest bots, and each thinking for about so many seconds whenever it is their turn. They
play as the careful bot does, so that rounds last as long as people's, and try again after a loss. It measures the time
from an action until a bot has answered it, the bots' pause between two cards included, and pages that people load
meanwhile. No bot waits for a distress signal here.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import time
from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import Any, Final

from benchmarks.load import empty_site, started
from benchmarks.loading import sites
from benchmarks.loading.screens import QUIET, Figures, Screen, Wire, Wrong
from benchmarks.results import keep, run_benchmark
from games.bots import bots_of
from games.crew.view import CrewView

WARM_SECONDS: Final = 60.0
"""Everyone begins within it: that a hundred bots are woken at the same moment is the benchmark's doing."""
LOOK_EVERY: Final = 0.25
"""Seconds after which a person looks at the page again."""
IDLE_SECONDS: Final = 6.0
"""After so many seconds without a turn, a person looks whether the round is over."""
PAGE_EVERY: Final = 15.0
"""Seconds after which a person loads a page."""
PAGES: Final = ("/daily/", "/tables/{table}/")
BOTS_ASKED: Final = 3.0
PAGES_ASKED: Final = 0.3


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--think", type=float, default=10, help="seconds before a card, on average")
    parser.add_argument("--workers", type=int, default=2, help="processes of the one worker, as in the Procfile")
    chosen = parser.parse_args()
    sites.many_files()
    os.environ["BOT_COURTESY_SECONDS"] = "1"
    with empty_site("postgresql", 2, 1, concurrency=chosen.workers) as site:
        print(f"{chosen.players} people, {3 * chosen.players} bots, {chosen.think:g} s a card, {os.cpu_count()} cores")
        seated = json.loads(site.run("-m", "benchmarks.loading.daily_players", str(chosen.players)))
        with started(site):
            pages = asyncio.run(_evening(site, seated, chosen))
            print(f"load {os.getloadavg()[0]:.1f}")
            _say("a page", pages, PAGES_ASKED)
            bots = json.loads(site.run("-m", "benchmarks.loading.bot_answers", str(chosen.seconds)))
            _say("a bot's action", bots, BOTS_ASKED)


def _say(words: str, seconds: list[float], asked: float) -> None:
    if len(seconds) < 20:
        print(f"{words}: too few measured ({len(seconds)})")
        return
    parts = statistics.quantiles(seconds, n=100)
    middle, late, latest = (parts[place] for place in (49, 94, 98))
    print(f"{words}, {len(seconds)} measured: median {middle:.2f} s, p95 {late:.2f} s (asked: < {asked:g})", end="")
    print(f", p99 {latest:.2f} s")
    keep(f"{words}, median", middle, "s")
    keep(f"{words}, p95", late, "s")


async def _evening(site: sites.Site, seated: list[dict[str, Any]], chosen: argparse.Namespace) -> list[float]:
    """Let everyone play; return how long pages took."""
    figures, pages, ports = Figures(), list[float](), site.ports
    people = [Person(one, ports[n % len(ports)], figures, chosen.think, Random(n)) for n, one in enumerate(seated)]
    await asyncio.gather(*(person.screen.open() for person in people))
    began = time.perf_counter()
    end = began + WARM_SECONDS + chosen.seconds
    readers = [
        _reader(Wire(ports[n % len(ports)], one["session"]), one["table"], end, pages) for n, one in enumerate(seated)
    ]
    spent = asyncio.create_task(_processor(site, chosen.seconds))
    await asyncio.gather(*(person.play(end) for person in people), *readers)
    for person in people:
        person.close()
    print(f"{figures.clicked} actions of people, {figures.dealt} tries after the first;", end=" ")
    print(f"errors: {dict(figures.errors) or 'none'}")
    print(f"of one core: {await spent}")
    return pages


async def _processor(site: sites.Site, seconds: float) -> str:
    """Return each group's share of a core while it is measured, this client's too."""
    await asyncio.sleep(WARM_SECONDS)
    before, own = site.seconds(), time.process_time()
    await asyncio.sleep(seconds)
    given = {name: used - before[name] for name, used in site.seconds().items()} | {"client": time.process_time() - own}
    return ", ".join(f"{name} {100 * used / seconds:.0f} %" for name, used in given.items())


class Person:
    """Someone who plays alone with bots, on a page that follows the table."""

    def __init__(self, seated: Mapping[str, Any], port: int, figures: Figures, think: float, chance: Random) -> None:
        self.screen = Screen(seated["table"], seated["session"], port, figures, seated["beat"])
        self.figures, self.think, self.chance = figures, think, chance
        self._wire = Wire(port, seated["session"])

    async def play(self, end: float) -> None:
        """Act until the end; not everyone begins at the same moment."""
        await asyncio.sleep(self.think * self.chance.random())
        while time.perf_counter() < end:
            await self._until_turn(end)
            await asyncio.sleep(self.think * (0.5 + self.chance.random()))
            try:
                await self._act()
            except (Wrong, OSError, TimeoutError, asyncio.IncompleteReadError) as error:
                self.figures.errors[str(error) or type(error).__name__] += 1

    def close(self) -> None:
        """Leave the page."""
        self.screen.close()
        self._wire.close()

    async def _until_turn(self, end: float) -> None:
        until = min(time.perf_counter() + IDLE_SECONDS, end)
        while not self._may_act():
            await asyncio.sleep(LOOK_EVERY)
            if time.perf_counter() >= until:
                return

    def _may_act(self) -> bool:
        return any(choice and not choice.startswith(QUIET) for choice in self.screen.choices)

    async def _act(self) -> None:
        _status, body = await self._wire.ask("GET", f"/api/v1/tables/{self.screen.table}/view/")
        now = json.loads(body)
        if now["state"] == "between":
            await self._try_again()
        elif now["state"] == "playing" and (text := _careful(now["view"], self.chance)):
            self.figures.clicked += 1
            await self.screen.act("act", text.encode())

    async def _try_again(self) -> None:
        self.figures.dealt += 1
        await self.screen.act("retry")
        await self._wire.ask("POST", f"/tables/{self.screen.table}/decline/", "until=round")


def _careful(plain: Mapping[str, Any], chance: Random) -> str | None:
    """Return what the careful bot does in this seat's place; None where it is not its turn."""
    if plain["seat"] not in plain["waiting_on"]:
        return None
    absent = dict.fromkeys(("hand", "robot", "terrain", "clock"))
    return bots_of(plain["game"])["careful"].choose(CrewView(**absent | _as_in_views(plain)), chance)


def _as_in_views(plain: Any) -> Any:
    """Return JSON's lists as tuples."""
    if isinstance(plain, list):
        return tuple(map(_as_in_views, plain))
    return {key: _as_in_views(one) for key, one in plain.items()} if isinstance(plain, dict) else plain


async def _reader(wire: Wire, table: int, end: float, pages: list[float]) -> None:
    """Load a page now and then."""
    chance = Random(table)
    while time.perf_counter() < end:
        await asyncio.sleep(PAGE_EVERY * (0.5 + chance.random()))
        for page in PAGES:
            began = time.perf_counter()
            with suppress(OSError, asyncio.IncompleteReadError):
                status, _body = await wire.ask("GET", page.format(table=table))
                if status == 200:
                    pages.append(time.perf_counter() - began)
    wire.close()


if __name__ == "__main__":
    run_benchmark("daily_evening", main)
