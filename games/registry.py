"""The games of the house, and the two questions one asks of any of them."""

from __future__ import annotations

from .contract import Description, Game, Setup, State, UnknownSetup
from .crew.deep_sea import DEEP_SEA
from .crew.planet_nine import PLANET_NINE
from .deep_blue import DEEP_BLUE
from .notation import is_one_line

GAMES: dict[str, Game] = {game.slug: game for game in (PLANET_NINE, DEEP_SEA, DEEP_BLUE)}
"""Every game by its slug, in the order in which they are offered."""


def game_of(slug: str) -> Game:
    """The game of this slug. Raises UnknownSetup."""
    if slug not in GAMES:
        raise UnknownSetup("setup-game", game=slug, games=", ".join(GAMES))
    return GAMES[slug]


def deal(setup: Setup) -> State:
    """The state before the first decision of a player. Raises UnknownSetup, saying what would be right."""
    return _game_of_checked(setup).deal(setup)


def describe(setup: Setup) -> Description:
    """Explain a setup's mission; `str()` gives the English text. Raises UnknownSetup."""
    return _game_of_checked(setup).describe(setup)


def _game_of_checked(setup: Setup) -> Game:
    """The setup's game, if a record could hold the setup and read it back the same."""
    game = game_of(setup.game)
    if setup.deal is not None and setup.seed:
        raise UnknownSetup("setup-seed-and-deal")
    for name, text in (("mission", setup.mission), ("seed", setup.seed), ("deal", setup.deal or "")):
        if not is_one_line(text):
            raise UnknownSetup("setup-line", name=name)
    return game
