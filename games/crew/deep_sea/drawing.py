"""Draws a mission's tasks to its exact difficulty (rulebook p. 8–9, 13).

Cards that would exceed the total are skipped. Two kinds of task are replaced by the next fitting card of the same
difficulty: a task that only the captain could take and may not, and a task that contradicts another in every assignment
that the mission allows. The task revealed last is the one replaced.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from .mission import Mission
from .task_cards import TASK_CARDS
from .ways import Table, can_be_shared


def column(players: int) -> int:
    """The player count whose difficulties hold: two play with the numbers of three (rulebook p. 22)."""
    return max(players, 3)


def drawn(mission: Mission, deck: Sequence[str], table: Table) -> tuple[str, ...] | None:
    """The tasks that lie on the table, in the order revealed; None if the deck does not hold such tasks."""
    cards = iter([name for name in deck if name not in mission.tasks])
    turned = _turned(mission, cards, table.players)
    if turned is None:
        return None
    count = len(mission.tasks) + len(turned)
    if clashing(mission, count, table):
        return None
    return _without_clashes(mission, turned, cards, table)


@lru_cache(maxsize=256)
def clashing(mission: Mission, count: int, table: Table) -> str | None:
    """The first of the tasks laid there that cannot be shared together with those before it, among `count` tasks."""
    laid = mission.tasks
    return next(
        (name for place, name in enumerate(laid, 1) if not can_be_shared(mission, laid[:place], count, table)), None
    )


def _turned(mission: Mission, cards: Iterator[str], players: int) -> list[str] | None:
    """The cards turned up until the total is exact, without those skipped."""
    if mission.difficulty is None:
        return []
    missing = mission.difficulty - sum(TASK_CARDS[name].difficulty(players) for name in mission.tasks)
    turned: list[str] = []
    while missing:
        name = next(cards, None)
        if name is None:
            return None
        difficulty = TASK_CARDS[name].difficulty(players)
        if difficulty <= missing:
            turned.append(name)
            missing -= difficulty
    return turned


def _without_clashes(
    mission: Mission, turned: Sequence[str], cards: Iterator[str], table: Table
) -> tuple[str, ...] | None:
    """The tasks in the order revealed, each replaced where it cannot stay beside earlier ones."""
    count = len(mission.tasks) + len(turned)
    kept = mission.tasks
    for name in turned:
        difficulty = TASK_CARDS[name].difficulty(table.players)
        revealed: str | None = name
        while revealed is not None and not can_be_shared(mission, (*kept, revealed), count, table):
            revealed = next((card for card in cards if TASK_CARDS[card].difficulty(table.players) == difficulty), None)
        if revealed is None:
            return None
        kept = (*kept, revealed)
    return kept
