"""Benchmark of an evening: `python -m benchmarks.daily_evening [--players 50] [--seconds 120] [--think 10]`.

It starts a whole site (web, workers, beat, Redis, PostgreSQL) and has so many people play the deal of the day alone at
once, each with three of the strongest bots, and each thinking for about so many seconds before a card. It measures the
time from an action until a bot has answered it, and pages that people load meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import time
from contextlib import suppress
from random import Random
from typing import Any, Final

from benchmarks.load import _site, _started
from benchmarks.loading import sites
from benchmarks.loading.screens import QUIET, Figures, Screen, Wire, Wrong

WARM_SECONDS: Final = 20.0
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
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    sites.many_files()
    with _site("postgresql", 2, chosen.workers) as site:
        print(f"{chosen.players} people, {3 * chosen.players} bots, {chosen.think:g} s a card, {os.cpu_count()} cores")
        with _started(site):
            seated = json.loads(site.run("-m", "benchmarks.loading.daily_players", str(chosen.players)))
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


async def _evening(site: sites.Site, seated: list[dict[str, Any]], chosen: argparse.Namespace) -> list[float]:
    """Let everyone play; return how long pages took."""
    figures, pages = Figures(), list[float]()
    ports = site.ports
    screens = [
        Screen(one["table"], one["session"], ports[n % len(ports)], figures, one["beat"])
        for n, one in enumerate(seated)
    ]
    await asyncio.gather(*(screen.open() for screen in screens))
    end = time.perf_counter() + WARM_SECONDS + chosen.seconds
    people = [_person(screen, chosen.think, end, figures, Random(n)) for n, screen in enumerate(screens)]
    readers = [
        _reader(Wire(ports[n % len(ports)], one["session"]), one["table"], end, pages) for n, one in enumerate(seated)
    ]
    await asyncio.gather(*people, *readers)
    for screen in screens:
        screen.close()
    print(f"{figures.clicked} actions of people, errors: {dict(figures.errors) or 'none'}")
    return pages


async def _person(screen: Screen, think: float, end: float, figures: Figures, chance: Random) -> None:
    """Act whenever the page offers something, after some thought; deal the next try after an end."""
    while time.perf_counter() < end:
        await asyncio.sleep(think * (0.5 + chance.random()))
        choices = [choice for choice in screen.choices if choice and not choice.startswith(QUIET)]
        try:
            if choices:
                figures.clicked += 1
                await screen.act("act", chance.choice(choices))
            elif b"" not in screen.choices:
                await screen.fetch()
        except (Wrong, OSError, TimeoutError, asyncio.IncompleteReadError) as error:
            figures.errors[str(error) or type(error).__name__] += 1


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
    main()
