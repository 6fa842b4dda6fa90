"""The strongest bots choose as their version says: deals that were sealed with a version depend on it."""

from __future__ import annotations

import hashlib

import pytest

import games
from games.bots import strongest_bot
from games.crew.rating import played_out

pytestmark = [pytest.mark.slow, pytest.mark.once]

CHOICES = {
    ("planet-nine", "tasks=6", 7): "73a52529da9daea4",
    ("deep-sea", "20", 7): "4c8882d8ba3143e3",
}
"""What the bots do in a whole round, as a digest, by game, mission and version.

A bot that chooses otherwise gets a new version, and a new digest here.
"""


@pytest.mark.parametrize(("game", "mission", "version"), list(CHOICES))
def test_a_round_of_the_strongest_bots_is_what_their_version_plays(game: str, mission: str, version: int) -> None:
    bot = strongest_bot(game)
    state = played_out(games.deal(games.Setup(game, mission, 4, "versions")), bot.slug, "fixed")
    log = "\n".join(map(str, state.log))
    assert bot.version == version
    assert hashlib.sha256(log.encode()).hexdigest()[:16] == CHOICES[game, mission, version]
