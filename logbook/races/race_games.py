"""The games in which players race each other."""

from __future__ import annotations

from typing import Final

import games

RACES: Final = tuple(sorted(game.slug for game in games.GAMES.values() if game.is_race))
"""Their slugs. A table plays one of them once."""
