"""A plot that compares one's own figures with those of others: one bar each, with a mark across it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from logbook.lib.plots.axes import nice_ticks
from logbook.lib.plots.figures import BOTTOM, ENOUGH, HEIGHT, LEFT, RIGHT, TOP, WIDTH, PlotText, Tick

WIDEST: Final = 14.0
MOST_LABELS: Final = 8
"""The most labels below the axis."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Our own figure, and that of others; `open` where ours may still grow."""

    label: str
    own: float
    others: float | None = None
    open: bool = False


@dataclass(frozen=True, slots=True)
class DrawnPair:
    """A bar with its position, and the mark of others across it."""

    pair: Pair
    x: float
    top: float
    width: float
    height: float
    mark_from: float
    mark_to: float
    mark_at: float | None


@dataclass(frozen=True, slots=True)
class Beside:
    """Bars side by side, each with the mark of others, from zero upwards."""

    text: PlotText
    pairs: tuple[Pair, ...]
    own_label: str
    others_label: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    base: int = HEIGHT - BOTTOM

    @property
    def is_drawn(self) -> bool:
        """Return whether there are enough pairs for a drawing."""
        return len(self.pairs) >= ENOUGH

    @property
    def is_empty(self) -> bool:
        """Return whether there is nothing to compare."""
        return not self.pairs

    @property
    def ticks_up(self) -> list[Tick]:
        """Return the marks of the upward axis."""
        return [Tick(self._up(value), value) for value in self._values if value == int(value)]

    @property
    def ticks_across(self) -> list[Tick]:
        """Return the labelled marks: every second, fifth, tenth … so that no label touches another."""
        step = next(
            step for step in (1, 2, 5, 10, 20, 50, 100, len(self.pairs)) if len(self.pairs) / step <= MOST_LABELS
        )
        return [Tick(self._middle(n), pair.label) for n, pair in enumerate(self.pairs) if n == 0 or (n + 1) % step == 0]

    @property
    def shapes(self) -> list[DrawnPair]:
        """Return the bars, from left to right."""
        room = self._room
        wide = round(min(WIDEST, room * 0.66), 1)
        return [
            DrawnPair(
                pair=pair,
                x=round(self._middle(n) - wide / 2, 1),
                top=self._up(pair.own),
                width=wide,
                height=round(self.base - self._up(pair.own), 1),
                mark_from=round(self._middle(n) - min(WIDEST, room) / 2, 1),
                mark_to=round(self._middle(n) + min(WIDEST, room) / 2, 1),
                mark_at=None if pair.others is None else self._up(pair.others),
            )
            for n, pair in enumerate(self.pairs)
        ]

    @property
    def _room(self) -> float:
        return (self.right - self.left - 8) / max(1, len(self.pairs))

    @property
    def _values(self) -> list[float]:
        return nice_ticks([0.0, *(pair.own for pair in self.pairs), *(pair.others or 0 for pair in self.pairs)])

    def _middle(self, number: int) -> float:
        return round(self.left + 6 + self._room * (number + 0.5), 1)

    def _up(self, value: float) -> float:
        most = self._values[-1]
        return round(self.base - (self.base - self.top - 4) * value / most, 1)
