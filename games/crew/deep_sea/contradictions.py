"""Which two task cards can never both be completed, so that the later one is replaced."""

from __future__ import annotations

from .task_cards import TaskCard


def contradict(a: TaskCard, b: TaskCard, *, same_owner: bool, seats: int, tricks: int) -> bool:
    """Whether no play whatever can complete both cards."""
    return False
