"""Benchmark of what portraits and tips add to a click: the four parts after each action of a round, with and without.

Parts that do not change are rendered once, as on a site that has been running; the portraits are in them.

python -m benchmarks.decorations
python -m benchmarks.decorations --rounds 12 --pairs 6
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from statistics import median
from time import process_time
from typing import Any
from unittest.mock import patch

from benchmarks.results import keep, run_benchmark

NAMES = ("Ana", "Ben", "Cleo", "Eva")


def main() -> None:
    """Render the same rounds in turn with and without portraits and tips; the median of the pairs is the figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--pairs", type=int, default=5)
    chosen = parser.parse_args()
    os.environ |= {"DEBUG": "0", "SECRET_KEY": "only to measure", "HTTPS": "0", "LOG_LEVEL": "ERROR"}
    os.environ["DJANGO_SETTINGS_MODULE"] = "crewsite.settings"
    import django

    django.setup()
    views = [list(_views(f"decorations-{number}")) for number in range(chosen.rounds)]
    clicks = sum(map(len, views))
    _seconds(views)  # The first rendering compiles the templates.
    pairs = [(_seconds(views), _plain_seconds(views)) for _ in range(chosen.pairs)]
    full, plain = (median(times) / clicks * 1000 for times in zip(*pairs, strict=True))
    share = median(100 * (full - plain) / plain for full, plain in pairs)
    print(f"{clicks} clicks: {full:.2f} ms with, {plain:.2f} ms without portraits and tips: {share:+.1f} %")
    keep("portraits and tips of a click", full - plain, "ms")


def _views(seed: str) -> Iterator[list[Any]]:
    """Yield the four views after each action of a random round of mission 2."""
    import games

    chance, state = Random(seed), games.deal(games.Setup("planet-nine", "2", len(NAMES), seed))
    while state.outcome is None:
        seat = min(state.waiting_on)
        state = state.apply(chance.choice([one for one in state.legal_actions(seat) if one.text != "ask"]))
        yield [state.view(number).as_dict() for number in range(len(NAMES))]


def _plain_seconds(views: list[list[list[Any]]]) -> float:
    from django.template import engines

    jinja: Any = engines["jinja2"]
    with ExitStack() as changes:
        changes.enter_context(patch("logbook.rounds.view.page.captions_of", lambda *_facts: ()))
        changes.enter_context(patch.dict(jinja.env.globals, {"portrait": lambda _name: ""}))
        return _seconds(views)


def _seconds(views: list[list[list[Any]]]) -> float:
    """Return the processor time of rendering every seat's part after every action."""
    from django.template.loader import render_to_string

    from logbook.rounds.view.page import Moment, SeatFace, round_page

    began = process_time()
    for clicks in views:
        for number, seats in enumerate(clicks, 1):
            for seat, facts in enumerate(seats):
                faces = [SeatFace(other, name, mine=other == seat) for other, name in enumerate(NAMES)]
                page = round_page(facts, faces, Moment(table_id=1, attempt_number=1, seen=number, own_seat=seat))
                render_to_string("tables/_round.html", {"page": page, "alone": False}, using="jinja2")
    return process_time() - began


if __name__ == "__main__":
    run_benchmark("decorations", main)
