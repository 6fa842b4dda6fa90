"""Bots choose as their version says: deals that were sealed with a version depend on it."""

from __future__ import annotations

import builtins
import hashlib
from collections.abc import Iterable
from functools import reduce
from operator import add
from random import Random
from typing import Any

import pytest

import games
from games.bots import bots_of
from games.crew.bots import BOTS
from games.crew.rating import played_out
from tests import wide

pytestmark = [pytest.mark.slow, pytest.mark.once]

CHOICES = {
    ("solver", 16, "planet-nine", "tasks=6"): "67c9e9e6fc9c3380",
    ("solver", 16, "planet-nine", "tasks=4"): "dd8d7401568bcf9d",
    ("solver", 16, "deep-sea", "20"): "bd2b67a21bf6d983",
    ("solver", 16, "deep-sea", "28"): "7e0fbfa6d41707e2",
    ("careful", 3, "planet-nine", "tasks=6"): "9aef5b9fcaea586b",
    ("careful", 3, "deep-sea", "20"): "19b27445ae9b05fe",
}
"""What bots do in a whole round, as a digest, by bot, version, game and mission.

A bot that chooses otherwise gets a new version, and a new digest here.
"""


@pytest.mark.parametrize(("bot", "version", "game", "mission"), list(CHOICES))
def test_a_round_of_bots_is_what_their_version_plays(bot: str, version: int, game: str, mission: str) -> None:
    state = played_out(games.deal(games.Setup(game, mission, 4, "versions")), bot, "fixed")
    log = "\n".join(map(str, state.log))
    assert BOTS[bot].version == version
    assert hashlib.sha256(log.encode()).hexdigest()[:16] == CHOICES[bot, version, game, mission]


def sum_of_whole_numbers(numbers: Iterable[Any], start: Any = 0) -> Any:
    """Add as `sum` does, but refuse fractions: Python 3.11 rounds each step, later ones only the end."""
    kept = [start, *numbers]
    assert not any(isinstance(one, float) for one in kept), "math.fsum is the same on every Python"
    return reduce(add, kept)


ROUNDS = [
    ("careful", "deep-sea", "tasks=T36,T92", 4),
    ("careful", "planet-nine", "9", 4),
    ("solver", "planet-nine", "9", 3),
    ("careful", "deep-blue", "reefs-ahead", 3),
    ("navigator", "deep-blue", "reefs-ahead", 3),
]


@pytest.mark.parametrize(("bot", "game", "mission", "players"), ROUNDS)
def test_no_bot_adds_fractions_otherwise_than_exactly(
    bot: str, game: str, mission: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    chooser, state = bots_of(game)[bot], games.deal(games.Setup(game, mission, players, "sums"))
    monkeypatch.setattr(builtins, "sum", sum_of_whole_numbers)
    while state.outcome is None and len(state.log) < wide.of(25, 50):
        for seat in sorted(range(players), key=lambda seat: seat in state.waiting_on):
            if text := chooser.choose(state.view(seat), Random(f"sums {len(state.log)}")):
                state = state.apply(games.Action(seat, text))
                break
    assert state.log
