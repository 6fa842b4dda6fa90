"""Pictures of the rules: positions of `pictures.toml`, read once and checked by `tests/lessons/test_pictures.py`.

A picture takes its deal from a lesson, or from a seed of its own, plays some actions and shows parts of the table.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import games
from logbook.lessons.book import actions_of, lesson_of, setup_of

PICTURES: Final = Path(__file__).parent / "pictures.toml"
PARTS: Final = ("trick", "tasks", "signals", "hand", "robot", "market")
"""The parts of a table that a picture may show."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A position with the sentence beside it, which is a message of the catalogues, in English."""

    chapter: str
    """The chapter of the rules that it belongs to."""
    setup: games.Setup
    names: tuple[str, ...]
    """The players by seat."""
    actions: tuple[games.Action, ...]
    seat: int | None
    """The seat whose view is drawn; None for a watcher's."""
    shows: tuple[str, ...]
    says: str


@cache
def pictures() -> tuple[Picture, ...]:
    """Return all pictures, in the order of the rules."""
    return tuple(map(_read, tomllib.loads(PICTURES.read_text("utf-8"))["picture"]))


def _read(read: Mapping[str, Any]) -> Picture:
    lesson = lesson_of(read["lesson"]) if "lesson" in read else None
    return Picture(
        chapter=read["chapter"],
        setup=lesson.setup if lesson else setup_of(read),
        names=lesson.names if lesson else tuple(read["names"]),
        actions=(*(lesson.opening if lesson else ()), *actions_of(read["actions"])),
        seat=read.get("seat"),
        shows=tuple(read["shows"]),
        says=read["says"],
    )
