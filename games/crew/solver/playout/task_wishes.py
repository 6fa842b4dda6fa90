"""Weights of each card in a hand for a task of Deep Sea, as `games/crew/training/tasks.py` learned them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_name("weights-tasks.json")
CARDS: Final = 40
ONE: Final = 1000
"""The numbers are in thousandths of the chance of winning the task."""


@cache
def task_wishes() -> Mapping[str, Sequence[int]]:
    """Return how much each card (in the deck's order) adds to its holder's chance of each task; the mean is 0."""
    wishes: Mapping[str, Sequence[int]] = json.loads(FILE.read_text())
    return wishes
