"""Benchmark of the first card: `python -m benchmarks.first_card [--tries 10]`.

It starts a whole site in a folder of its own, with SQLite, and opens its front page in an empty Chromium of 360 pixels.
One press on "Play now", and it waits until the visitor's cards are on screen; two presses lead to the cards of the
first lesson. It also measures the front page itself.
"""

from __future__ import annotations

import argparse
import gzip
import statistics
import tempfile
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.loading.sites import Site
from benchmarks.results import keep, run_benchmark

SWITCHES: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--no-first-run",
)
READS: Final = 100
SHARE: Final = 0.95


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=10)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="crewsite-benchmark.") as folder:
        site = Site(Path(folder), "", webs=1, workers=1)
        site.prepare()
        site.start()
        try:
            site.wait()
            address = f"http://127.0.0.1:{site.ports[0]}/"
            _presses(address, chosen.chromium, chosen.tries)
            _front_page(address)
        finally:
            site.stop()


def _presses(address: str, chromium: str, tries: int) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(SWITCHES))
        own = [_first_card(browser, address, lambda page: page.get_by_role("button", name="Play now").click())
               for _ in range(tries)]  # fmt: skip
        taught = [_first_card(browser, address, _learn) for _ in range(tries)]
        browser.close()
    _report("to the first own cards", own, "s")
    _report("to the first cards of a lesson", taught, "s")


def _learn(page: Page) -> None:
    """Open the first lesson, in two presses."""
    page.get_by_role("link", name="Learn to play").first.click()
    page.locator(".lessons a").first.click()


def _first_card(browser: Browser, address: str, press: Callable[[Page], object]) -> float:
    """Return the seconds from an empty browser to a hand on its screen."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    began = time.perf_counter()
    page.goto(address, wait_until="commit")
    press(page)
    page.locator(".hand .card").first.wait_for()
    passed = time.perf_counter() - began
    context.close()
    return passed


def _front_page(address: str) -> None:
    spent, page = [], b""
    for _ in range(READS):
        began = time.perf_counter()
        with urllib.request.urlopen(address) as answer:  # noqa: S310 - our own site
            page = answer.read()
        spent.append((time.perf_counter() - began) * 1000)
    _report("the front page", spent, "ms")
    compressed = len(gzip.compress(page)) / 1000
    print(f"  its size: {len(page) / 1000:.0f} KB, compressed {compressed:.1f} KB")
    keep("the front page, compressed", compressed, "KB")


def _report(words: str, spent: Sequence[float], unit: str) -> None:
    at = sorted(spent)[min(int(len(spent) * SHARE), len(spent) - 1)]
    print(f"  {words}: median {statistics.median(spent):.2f} {unit}, p95 {at:.2f} {unit}, of {len(spent)}")
    keep(f"{words}, median", statistics.median(spent), unit)
    keep(f"{words}, p95", at, unit)


if __name__ == "__main__":
    run_benchmark("first_card", main)
