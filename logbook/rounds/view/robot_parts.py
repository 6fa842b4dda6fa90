"""The robot of two players, as a page shows it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RobotColumn:
    """One of the robot's seven columns."""

    card: str
    name: str
    covered: bool
    action: str
    action_name: str
    why_not: str


@dataclass(frozen=True)
class RobotRow:
    """The robot's open cards."""

    name: str
    columns: tuple[RobotColumn, ...]
    down: int
