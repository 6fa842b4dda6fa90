"""Chapters of the rules: places on the page of the rules. A table links to the one that matches its phase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

CHAPTERS: Final[Mapping[str, Mapping[str, str]]] = {
    "planet-nine": {
        "choosing": "tasks",
        "giving": "distress-signal",
        "gap": "signals",
        "window": "signals",
        "trick": "tricks",
    },
    "deep-sea": {
        "predicting": "predictions",
        "giving": "distress-signal",
        "gap": "signals",
        "window": "signals",
        "trick": "tricks",
        "over": "task-cards",
    },
    "deep-blue": {
        "rushing": "dive",
        "hazard": "dive",
        "cards": "dive",
        "onward": "dive",
        "hiring": "market",
        "over": "race-end",
    },
}
"""The chapter of each phase; the phases that are left are the game's own: who takes which task, a turn of the race."""
USUAL: Final[Mapping[str, str]] = {"planet-nine": "tasks", "deep-sea": "sharing", "deep-blue": "turn"}


def chapter_of(game: str, phase: str) -> str:
    """Return the chapter that says most about this phase of a game."""
    return CHAPTERS[game].get(phase, USUAL[game])
