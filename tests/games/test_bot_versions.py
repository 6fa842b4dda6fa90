"""Bots choose as their version says: deals that were sealed with a version depend on it."""

from __future__ import annotations

import hashlib

import pytest

import games
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
