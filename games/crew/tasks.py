"""Tasks as they lie on the table."""

from __future__ import annotations

from typing import Final, NamedTuple

OPEN: Final = "open"
DONE: Final = "done"
FAILED: Final = "failed"


class Task(NamedTuple):
    """A task card. `name` is its text (`P7`, `T12`); `face_up` is False while it is hidden from all players."""

    name: str
    token: str | None = None
    owner: int | None = None
    status: str = OPEN
    face_up: bool = True


def draw(names: tuple[str, ...], tokens: tuple[str, ...], *, face_up: bool) -> tuple[Task, ...]:
    """The tasks of these names; the k-th token lies on the k-th of them (rulebook p. 15)."""
    tokens_in_order = (*tokens, *[None] * len(names))
    return tuple(Task(name, tokens_in_order[k], face_up=face_up) for k, name in enumerate(names))


def find(tasks: tuple[Task, ...], name: str) -> Task | None:
    """The face-up task of that name, if it lies on the table."""
    return next((task for task in tasks if task.name == name and task.face_up), None)


def put(tasks: tuple[Task, ...], *changed: Task) -> tuple[Task, ...]:
    """The tasks with these in the place of the ones of the same name."""
    by_name = {task.name: task for task in changed}
    return tuple(by_name.get(task.name, task) for task in tasks)


def untaken(tasks: tuple[Task, ...]) -> tuple[Task, ...]:
    """The tasks without an owner."""
    return tuple([task for task in tasks if task.owner is None])
