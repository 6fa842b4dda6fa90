"""The 96 task cards, from `tasks.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from ...contract import Description, Sentence
from ..cards import CARDS, Card
from ..families import KINDS, Family


@dataclass(frozen=True, slots=True, eq=False)
class TaskCard:
    """A task card: `name` is our name for it, `T1` to `T96`; the cards themselves carry none."""

    name: str
    difficulties: tuple[int, int, int]
    """For three, four and five players."""
    kind: str
    params: Mapping[str, Any]
    family: Family
    captain_may_not_take: bool = False
    redeal: tuple[frozenset[Card], ...] = ()
    """A hand that holds all cards of one of these sets makes the task impossible: deal again."""

    def difficulty(self, players: int) -> int:
        """Two players use the numbers for three, because the robot is the third."""
        return self.difficulties[max(players, 3) - 3]

    def wording(self, players: int) -> Sentence:
        """Return the sentence of the card's demand on its owner, for this number of players."""
        bound = self.params.get("bound")
        return Sentence(self.name, {"number": bound[max(players, 3) - 3]} if bound else {})

    def describe(self, players: int) -> Description:
        """The card with its facts, for the catalogue."""
        facts = {
            "difficulty": self.difficulty(players),
            "difficulties": list(self.difficulties),
            "kind": self.kind,
            "captain_may_not_take": self.captain_may_not_take,
            "params": dict(self.params),
        }
        return Description(self.name, facts, (self.wording(players),))


def _card(row: dict[str, Any]) -> TaskCard:
    params = row.get("params", {})
    return TaskCard(
        name=row["name"],
        difficulties=tuple(row["difficulties"]),
        kind=row["kind"],
        params=params,
        family=KINDS[row["kind"]](**params),
        captain_may_not_take=row.get("captain-may-not-take", False),
        redeal=tuple(frozenset(CARDS[card] for card in cards) for cards in row.get("redeal", [])),
    )


def _read() -> dict[str, TaskCard]:
    text = files(__package__).joinpath("tasks.toml").read_text(encoding="utf-8")
    return {row["name"]: _card(row) for row in tomllib.loads(text)["task"]}


TASK_CARDS: dict[str, TaskCard] = _read()
"""All task cards by name, in the order of their numbers."""
