"""The games of the house, and the two questions one asks of any of them."""

from __future__ import annotations

from .contract import Description, Game, Setup, State, UnknownSetup
from .crew.planet_nine import PLANET_NINE

GAMES: dict[str, Game] = {game.slug: game for game in (PLANET_NINE,)}
"""Every game by its slug, in the order in which they are offered."""


def game_of(slug: str) -> Game:
    """The game of this slug. Raises UnknownSetup."""
    if slug not in GAMES:
        raise UnknownSetup("setup-game", game=slug, games=", ".join(GAMES))
    return GAMES[slug]


def deal(setup: Setup) -> State:
    """The state before the first decision of a player. Raises UnknownSetup, saying what would be right."""
    game = game_of(setup.game)
    if setup.deal is not None and setup.seed:
        raise UnknownSetup("setup-seed-and-deal")
    if "#" in setup.seed or setup.seed.strip() != setup.seed or len(setup.seed.splitlines()) > 1:
        raise UnknownSetup("setup-seed")
    return game.deal(setup)


def describe(setup: Setup) -> Description:
    """The mission of a setup explained; `str` of it is English."""
    return game_of(setup.game).describe(setup)
