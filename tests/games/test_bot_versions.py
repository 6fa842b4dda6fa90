"""Bots choose as their version says: deals that were sealed with a version depend on it."""

from __future__ import annotations

import builtins
import hashlib
from collections.abc import Iterable
from functools import reduce
from math import fsum
from operator import add
from random import Random
from typing import Any

import pytest

import games
from games.bots import bots_of
from games.crew.bots import BOTS
from games.crew.rating import played_out

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


def naive(numbers: Iterable[Any], start: Any = 0) -> Any:
    """Add from left to right and round each time, as Python 3.11 does. Later ones keep what is rounded away."""
    return reduce(add, numbers, start)


def compensated(numbers: Iterable[Any], start: Any = 0) -> Any:
    """Add without rounding between, nearly as Python 3.12 and later do."""
    kept = list(numbers)
    return fsum([start, *kept]) if any(isinstance(one, float) for one in kept) else naive(kept, start)


RACES = [("navigator", "deep-blue", mission, 3, number) for number, mission in enumerate(("reefs-ahead",) * 2)]
ROUNDS = [("careful", "deep-sea", "tasks=T36", 4, 1), ("careful", "deep-sea", "tasks=T92", 4, 0), *RACES]


@pytest.mark.parametrize(("bot", "game", "mission", "players", "number"), ROUNDS)
def test_bot_chooses_the_same_whatever_python_adds(
    bot: str, game: str, mission: str, players: int, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def log() -> list[str]:
        chooser, state = bots_of(game)[bot], games.deal(games.Setup(game, mission, players, f"bots/{number}"))
        while state.outcome is None and len(state.log) < 40:
            seat = min(state.waiting_on)
            text = chooser.choose(state.view(seat), Random(f"{number} {len(state.log)}"))
            assert text is not None
            state = state.apply(games.Action(seat, text))
        return list(map(str, state.log))

    played = []
    for one in (naive, compensated):
        monkeypatch.setattr(builtins, "sum", one)
        played.append(log())
    monkeypatch.undo()
    assert played[0] == played[1]
