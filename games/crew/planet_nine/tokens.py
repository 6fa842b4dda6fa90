"""The order that task tokens demand (rulebook p. 14–15; rulings 1 and 2).

Tasks completed in one trick may be put in any order, so a trick is fine when *some* order of them respects
every token. Number `k` is the k-th of all tasks, tokened or not; arrows only rank among one another; omega
is the last of all.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from ..tasks import DONE, OPEN, Task

ARROWS = (">", ">>", ">>>", ">>>>")
OMEGA = "omega"


def broken(before: tuple[Task, ...], after: tuple[Task, ...]) -> frozenset[str]:
    """The names of the tasks whose token can no longer be respected after the trick."""
    done_before = sum(task.status == DONE for task in before)
    done = sum(task.status == DONE for task in after)
    newly_done = {task.name for task, was in zip(after, before, strict=True) if task.status != was.status}
    return frozenset(
        task.name
        for task in after
        if task.token and _is_broken(task, task.name in newly_done, done_before, done, after)
    )


def tricks_needed(still_open: Sequence[Task]) -> int:
    """A number of tricks without which these tasks cannot all be done.

    Every trick has one winner, so each owner needs one; and where an order leads from one owner to another, another
    trick must follow.
    """
    numbers = sorted((task for task in still_open if (task.token or "").isdecimal()), key=_token)
    arrows = sorted((task for task in still_open if task.token in ARROWS), key=_token)
    last = [task for task in still_open if task.token == OMEGA]
    owners = {task.owner for task in still_open}
    return max(len(owners), _changes_of_hands([*numbers, *last]), _changes_of_hands([*arrows, *last]))


def _changes_of_hands(in_order: Sequence[Task]) -> int:
    return sum(1 for _ in groupby(task.owner for task in in_order))


def _token(task: Task) -> str:
    return task.token or ""


def _is_broken(task: Task, new: bool, done_before: int, done: int, tasks: tuple[Task, ...]) -> bool:
    token = task.token
    if token in ARROWS:
        return _arrow_is_broken(task, new, tasks)
    if token == OMEGA:
        return new and any(other.status == OPEN for other in tasks)
    assert token is not None
    place = int(token)
    return not done_before < place <= done if new else task.status == OPEN and place <= done


def _arrow_is_broken(task: Task, new: bool, tasks: tuple[Task, ...]) -> bool:
    """An arrow done while a lower one is open breaks both."""
    arrows = [other for other in tasks if other.token in ARROWS]
    rank = ARROWS.index(task.token or "")
    if task.status == OPEN:
        return any(other.status == DONE and ARROWS.index(other.token or "") > rank for other in arrows)
    return new and any(other.status == OPEN and ARROWS.index(other.token or "") < rank for other in arrows)
