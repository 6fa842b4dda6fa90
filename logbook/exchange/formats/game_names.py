"""Names of games, as other tools and people write them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import games

NUMBERS: Final = {"284083": "planet-nine", "324856": "deep-sea"}
"""The games' numbers at BoardGameGeek."""
SIGNS: Final = {
    "deep-sea": ("sea", "tiefsee", "profond", "mers", "mar profundo", "mare"),
    "planet-nine": ("planet", "planète", "planete", "nine", "neun"),
}
FAMILY: Final = ("the crew", "die crew", "l'équipage", "l’équipage", "l'equipage", "la tripulación", "la tripulacion")


def game_numbered(number: object) -> str:
    """Return the game with this number at BoardGameGeek; "" for any other game."""
    slug = NUMBERS.get(str(number), "")
    return slug if slug in games.GAMES else ""


@lru_cache(maxsize=1024)
def game_of(text: str) -> str:
    """Return the game that a text means; "" if none of ours. The family's bare name means its first game."""
    name = " ".join(text.casefold().split())
    if name in games.GAMES:
        return name
    for slug, rules in games.GAMES.items():
        if name in (rules.title.casefold(), rules.title.casefold().partition(": ")[2], slug.replace("-", " ")):
            return slug
    for slug, signs in SIGNS.items():
        if slug in games.GAMES and any(sign in name for sign in signs):
            return slug
    return next(iter(games.GAMES)) if name in FAMILY else ""


@lru_cache(maxsize=1024)
def game_of_the_family(text: str) -> str:
    """Return the game that a text means in a list of all kinds of games; "" if it names another family's."""
    name = " ".join(text.casefold().split())
    return game_of(text) if name.startswith((*FAMILY, *games.GAMES)) else ""
