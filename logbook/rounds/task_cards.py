"""Task cards of the games that have them: each task as facts for a drawing, and in words.

A name such as `T12` is the engine's; people never read it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

import games

NAME: Final = re.compile(r"T\d+")


@dataclass(frozen=True)
class TaskFacts:
    """One task card for a number of players; `sentence` states the task."""

    name: str
    kind: str
    params: Mapping[str, Any] = field(hash=False)
    difficulty: int
    difficulties: tuple[int, ...]
    """With three, four and five players."""
    column: int
    """The one that holds at this table."""
    captain_may_not_take: bool
    sentence: games.Sentence = field(hash=False)

    @property
    def number(self) -> int:
        """The card's number."""
        return int(self.name[1:])

    @property
    def secret(self) -> bool:
        """True for a prediction that only its owner knows."""
        return bool(self.params.get("secret"))


def is_task_card(text: str) -> bool:
    """Return True for the name of a task card; a task of Planet Nine is a playing card."""
    return NAME.fullmatch(text) is not None


def task_facts(name: str, players: int) -> TaskFacts | None:
    """Return the card with this name; None if no game has it."""
    return next((deck[name] for game in games.GAMES if name in (deck := task_deck(game, players))), None)


@cache
def task_deck(game: str, players: int) -> Mapping[str, TaskFacts]:
    """Return all task cards of a game by name, for this number of players; empty for a game without task cards."""
    tasks = getattr(games.GAMES[game], "tasks", None)
    return {description.code: _facts(description, players) for description in tasks(players)} if tasks else {}


def _facts(description: games.Description, players: int) -> TaskFacts:
    facts = description.params
    return TaskFacts(
        description.code,
        facts["kind"],
        _at_this_table(facts["params"], players),
        facts["difficulty"],
        tuple(facts["difficulties"]),
        _column(players),
        facts["captain_may_not_take"],
        description.parts[0],
    )


def _at_this_table(params: Mapping[str, Any], players: int) -> Mapping[str, Any]:
    """Return the params with the bound for this number of players; two count as three."""
    threshold = params.get("bound")
    if threshold is None or isinstance(threshold, int):
        return params
    return {**params, "bound": threshold[_column(players)]}


def _column(players: int) -> int:
    return max(players, 3) - 3
