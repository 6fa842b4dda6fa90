"""The bots of every game."""

from __future__ import annotations

from collections.abc import Mapping

from .bot import Bot
from .crew.bots import BOTS as CREW_BOTS
from .deep_blue.bots import BOTS as DEEP_BLUE_BOTS

BOTS: Mapping[str, Mapping[str, Bot]] = {
    "planet-nine": CREW_BOTS,
    "deep-sea": CREW_BOTS,
    "deep-blue": DEEP_BLUE_BOTS,
}
"""The bots by game and slug, the strongest first; the form offers them in this order."""


def bots_of(game: str) -> Mapping[str, Bot]:
    """The bots that play a game, by slug."""
    return BOTS[game]


def strongest_bot(game: str) -> Bot:
    """The bot whose judgement counts where the site speaks about a game."""
    return next(iter(BOTS[game].values()))
