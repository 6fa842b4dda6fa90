"""The book of lessons: each is a text file in `positions/`, read once and checked by `tests/lessons/`.

A lesson is a deal with every card spelled out, or the seed of a race, and steps. At a step the others act as written,
a sentence says what to look at, and the learner acts or reads on. Every action that the learner may choose is either
right or has a sentence that says what it would have cost.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import games

POSITIONS: Final = Path(__file__).parent / "positions"
PLACES: Final = ("hand", "trick", "tasks", "choices", "seats")
"""The parts of a mission's table that a step's sentence may stand beside."""
RACE_PLACES: Final = ("map", "market", "dive", "choices", "hand")
"""The parts of a race's table that a step's sentence may stand beside."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """Actions that are possible and wrong for one reason, and what they would have cost."""

    actions: tuple[str, ...]
    cost: str
    by_author: bool = False
    """A player wrote the sentence, in the language of their lesson."""


@dataclass(frozen=True, slots=True)
class Step:
    """A moment of a lesson. Without `right` actions the learner only reads."""

    before: tuple[games.Action, ...]
    """The actions of the others that come first."""
    says: str
    about: str
    right: tuple[str, ...]
    wrong: tuple[Wrong, ...]
    played: str = ""
    """The record's action, with which a lesson by a player goes on after any right one; "" for the learner's own."""

    @property
    def choices(self) -> frozenset[str]:
        """Every action that the learner may choose here, in any way through the lesson."""
        return frozenset(self.right).union(*(one.actions for one in self.wrong))

    def cost_of(self, action: str) -> str:
        """Return what a wrong action would have cost; "" for a right one."""
        return next((one.cost for one in self.wrong if action in one.actions), "")

    def is_by_author(self, cost: str) -> bool:
        """Return whether a player wrote this sentence about wrong actions."""
        return any(one.by_author for one in self.wrong if one.cost == cost)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson. Sentences are messages of the catalogues, in English; those of a player are in their `language`."""

    slug: str
    title: str
    idea: str
    """The one idea that it teaches, in a sentence."""
    chapter: str
    """The chapter of the rules that says more."""
    teaches: tuple[str, ...]
    """The sentences of missions that it prepares for, by their codes (`games.describe`)."""
    setup: games.Setup
    seat: int
    """The learner's seat."""
    names: tuple[str, ...]
    """The players by seat, the learner among them."""
    opening: tuple[games.Action, ...]
    """The actions before the lesson begins."""
    steps: tuple[Step, ...]
    closing: tuple[games.Action, ...]
    """The actions of the others after the last step."""
    ends: str
    """The last sentence."""
    language: str = ""
    """The language in which a player has written the lesson; "" for a lesson of the book."""

    @property
    def is_of_the_book(self) -> bool:
        """True for a lesson of the site's own book; others are by players."""
        return not self.language

    @property
    def has_seed(self) -> bool:
        """True if chance comes from a seed, as in a race, rather than from a deal with every card spelled out."""
        return self.setup.deal is None

    @property
    def decisions(self) -> int:
        """The number of steps at which the learner acts."""
        return sum(bool(step.right) for step in self.steps)


@cache
def lessons() -> tuple[Lesson, ...]:
    """Return all lessons, in the order of their files' numbers."""
    return tuple(map(_read, sorted(POSITIONS.glob("*.toml"), key=_number_of)))


def lesson_of(slug: str) -> Lesson | None:
    """Return the lesson of this name."""
    return next((lesson for lesson in lessons() if lesson.slug == slug), None)


def lesson_after(lesson: Lesson) -> Lesson | None:
    """Return the next lesson of the book."""
    following = lessons()[lessons().index(lesson) + 1 :]
    return following[0] if following else None


def sentences_of(text: str) -> tuple[str, ...]:
    """Return every sentence of a lesson's file, for the catalogues."""
    read = tomllib.loads(text)
    said = [step["says"] for step in read["step"]]
    costs = [wrong["cost"] for step in read["step"] for wrong in step.get("wrong", ())]
    return (read["title"], read["idea"], *said, *costs, read["ends"])


def setup_of(read: Mapping[str, Any]) -> games.Setup:
    """Return the setup that a table of a file describes."""
    players, seed = len(read["names"]), read.get("seed", "")
    return games.Setup(read["game"], read["mission"], players, seed, deal=read.get("deal"))


def actions_of(lines: Sequence[str]) -> tuple[games.Action, ...]:
    """Return the actions that a file spells out, such as "2 play B7"."""
    return tuple(games.Action(int(seat), text) for seat, _space, text in (line.partition(" ") for line in lines))


def _read(path: Path) -> Lesson:
    read = tomllib.loads(path.read_text("utf-8"))
    return Lesson(
        slug=path.stem.partition("-")[2],
        title=read["title"],
        idea=read["idea"],
        chapter=read["chapter"],
        teaches=tuple(read.get("teaches", ())),
        setup=setup_of(read),
        seat=read["seat"],
        names=tuple(read["names"]),
        opening=actions_of(read.get("opening", ())),
        steps=tuple(_step(step) for step in read["step"]),
        closing=actions_of(read.get("closing", ())),
        ends=read["ends"],
    )


def _number_of(path: Path) -> int:
    return int(path.stem.partition("-")[0])


def _step(read: Mapping[str, Any]) -> Step:
    return Step(
        before=actions_of(read.get("before", ())),
        says=read["says"],
        about=read["about"],
        right=tuple(read.get("right", ())),
        wrong=tuple(Wrong(tuple(one["actions"]), one["cost"]) for one in read.get("wrong", ())),
    )
