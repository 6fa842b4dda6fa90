"""Parts of a table's page that state its conditions: plain values for the templates."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class TerrainCard:
    """The card drawn in unfamiliar terrain; `words` state its meaning."""

    card: str
    name: str
    words: str


@dataclass(frozen=True)
class Condition:
    """A condition in force: a few words, and the topic that explains it."""

    words: str
    topic: str


@dataclass(frozen=True)
class ClockFace:
    """The clock of a real-time mission: seconds in all and left, and when they end once it runs.

    `exact` is the time left to the millisecond, as a number in text: the start of the page's own count.
    """

    seconds: int
    left: int
    running: bool
    ends: datetime | None = None
    exact: str = ""

    @property
    def figures(self) -> str:
        """The time left, as a clock shows it: 3:05."""
        return f"{self.left // 60}:{self.left % 60:02}"
