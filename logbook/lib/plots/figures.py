"""The plots that many pages draw.

Four kinds, each a value with its texts: *bars* (a count of each kind), a *line* (a share over time, with its
interval), a *strip* (the field on one deal) and a *scatter* (one measure against another).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import ceil
from typing import Final

from logbook.lib.plots.axes import nice_ticks, scaled

WIDTH: Final = 360
"""The sheet is as wide as a phone, so that its text is never scaled down."""
ROW: Final = 22
LABEL: Final = 62
FIGURE: Final = 48
LEFT, RIGHT, TOP, BOTTOM = 34, 12, 14, 40
HEIGHT: Final = 220
DOT: Final = 9  # The distance of dots that share a value.
FULL: Final = 100
ENOUGH: Final = 5
"""The fewest points that are drawn; fewer are only listed."""


@dataclass(frozen=True, slots=True)
class PlotText:
    """The texts of a plot, in the reader's language."""

    title: str
    description: str
    empty: str
    """The sentence for no data."""
    across: str = ""
    """The label of the horizontal axis."""
    up: str = ""
    """The label of the upward axis."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark of an axis."""

    at: float
    label: str | float
    """The template formats a number in the reader's language."""


# --- bars


@dataclass(frozen=True, slots=True)
class Bar:
    """A count of one kind; `hatched` if it differs in sort from its neighbours."""

    label: str
    count: int
    hatched: bool = False


@dataclass(frozen=True, slots=True)
class DrawnBar:
    """A bar with its position."""

    bar: Bar
    y: float
    length: float
    share: float
    """The percentage of all."""

    @property
    def baseline(self) -> float:
        """Return the baseline of its label."""
        return self.y + ROW * 0.68

    @property
    def figure_at(self) -> float:
        """Return the horizontal position of its number."""
        return LABEL + self.length + 6


@dataclass(frozen=True, slots=True)
class Bars:
    """Counts, one bar below the other."""

    text: PlotText
    bars: tuple[Bar, ...]
    width: int = WIDTH
    thickness: int = ROW - 6
    left: int = LABEL

    @property
    def is_drawn(self) -> bool:
        """Return whether enough was counted for a drawing."""
        return sum(bar.count for bar in self.bars) >= ENOUGH

    @property
    def is_empty(self) -> bool:
        """Return whether nothing was counted."""
        return not any(bar.count for bar in self.bars)

    @property
    def height(self) -> int:
        """Return the height of the sheet."""
        return ROW * len(self.bars) + 4

    @property
    def shapes(self) -> list[DrawnBar]:
        """Return the bars; the longest is as wide as the sheet allows."""
        most = max((bar.count for bar in self.bars), default=0) or 1
        total = sum(bar.count for bar in self.bars) or 1
        room = WIDTH - LABEL - FIGURE
        return [
            DrawnBar(bar, y=2 + ROW * row, length=round(room * bar.count / most, 1), share=FULL * bar.count / total)
            for row, bar in enumerate(self.bars)
        ]


# --- a share over time


@dataclass(frozen=True, slots=True)
class Moment:
    """A share in percent at one time, with its interval; None if nothing was played."""

    label: str
    share: float | None
    least: float | None = None
    most: float | None = None
    of: int | None = None
    """The total that the share is of."""
    is_marked: bool = False
    """The one that the page is about."""


@dataclass(frozen=True, slots=True)
class Point:
    """A position on the sheet."""

    x: float
    y: float

    def __str__(self) -> str:
        return f"{self.x:g},{self.y:g}"


@dataclass(frozen=True, slots=True)
class DrawnMoment:
    """A moment with its position."""

    moment: Moment
    at: Point
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class LineChart:
    """A share over time, from 0 to 100 percent."""

    text: PlotText
    moments: tuple[Moment, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    base: int = HEIGHT - BOTTOM

    @property
    def is_drawn(self) -> bool:
        """Return whether there are enough moments for a drawing."""
        return sum(moment.share is not None for moment in self.moments) >= ENOUGH

    @property
    def is_empty(self) -> bool:
        """Return whether nothing was played at any time."""
        return all(moment.share is None for moment in self.moments)

    @property
    def ticks_up(self) -> list[Tick]:
        """Return the marks of the upward axis."""
        return [Tick(_up(share), share) for share in (0, 25, 50, 75, FULL)]

    @property
    def ticks_across(self) -> list[Tick]:
        """Return the labelled times: the first, the last, and as many between as do not touch."""
        step = max(1, ceil(len(self.moments) / 5))
        last = len(self.moments) - 1
        labelled = {n for n in range(0, last + 1, step) if n == 0 or last - n >= step} | {last}
        return [Tick(self._across(n), self.moments[n].label) for n in sorted(labelled)]

    @property
    def shapes(self) -> list[DrawnMoment]:
        """Return the moments at which something was played."""
        return [
            DrawnMoment(moment, Point(self._across(n), _up(moment.share)), _up(least), _up(most))
            for n, moment in enumerate(self.moments)
            if moment.share is not None
            for least in (moment.share if moment.least is None else moment.least,)
            for most in (moment.share if moment.most is None else moment.most,)
        ]

    @property
    def pieces(self) -> list[str]:
        """Return the segments of the line, which breaks where nothing was played."""
        pieces: list[list[str]] = [[]]
        for n, moment in enumerate(self.moments):
            if moment.share is None:
                pieces.append([])
            else:
                pieces[-1].append(str(Point(self._across(n), _up(moment.share))))
        return [" ".join(piece) for piece in pieces if len(piece) > 1]

    def _across(self, number: int) -> float:
        between = max(1, len(self.moments) - 1)
        alone = len(self.moments) == 1
        return round(LEFT + 8 + (WIDTH - LEFT - RIGHT - 16) * (0.5 if alone else number / between), 1)


def _up(share: float) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * min(max(share, 0.0), FULL) / FULL, 1)


# --- the field on one deal


@dataclass(frozen=True, slots=True)
class Mark:
    """One crew or player of the field, with its value; `own` if it is the reader's."""

    name: str
    value: float
    own: bool = False


@dataclass(frozen=True, slots=True)
class DrawnMark:
    """A dot with its position."""

    mark: Mark
    at: Point


@dataclass(frozen=True, slots=True)
class Strip:
    """The field on one deal: one dot each, above one axis; `par` is the expected value."""

    text: PlotText
    marks: tuple[Mark, ...]
    par: float | None = None
    par_label: str = ""
    width: int = WIDTH
    left: int = LEFT
    right: int = WIDTH - RIGHT

    @property
    def is_drawn(self) -> bool:
        """Return whether the field is large enough for a drawing."""
        return len(self.marks) >= ENOUGH

    @property
    def is_empty(self) -> bool:
        """Return whether the field is empty."""
        return not self.marks

    @property
    def height(self) -> int:
        """Return the height of the sheet: that of its highest pile, up to a limit."""
        return TOP + 18 + round(self._pile * self._step) + BOTTOM

    @property
    def base(self) -> int:
        """Return the vertical position of the axis."""
        return self.height - BOTTOM

    @property
    def _pile(self) -> int:
        return max(Counter(mark.value for mark in self.marks).values(), default=1)

    @property
    def _step(self) -> float:
        return min(DOT, 200 / self._pile)

    @property
    def ticks_across(self) -> list[Tick]:
        """Return the marks of the axis."""
        return [Tick(self._across(value), value) for value in self._values]

    @property
    def par_at(self) -> float | None:
        """Return the position of par."""
        return None if self.par is None else self._across(self.par)

    @property
    def shapes(self) -> list[DrawnMark]:
        """Return the dots; dots with one value pile up, the reader's own lowest."""
        piles: Counter[float] = Counter()
        marks = []
        for mark in sorted(self.marks, key=lambda mark: not mark.own):
            y = self.base - 8 - piles[mark.value] * self._step
            marks.append(DrawnMark(mark, Point(self._across(mark.value), round(y, 1))))
            piles[mark.value] += 1
        return marks

    @property
    def ranked(self) -> list[Mark]:
        """Return the field in ascending order, for the table."""
        return sorted(self.marks, key=lambda mark: (mark.value, mark.name))

    @property
    def _values(self) -> list[float]:
        par = [] if self.par is None else [self.par]
        return nice_ticks([*(mark.value for mark in self.marks), *par])

    def _across(self, value: float) -> float:
        return scaled(value, self._values, LEFT + 8, WIDTH - RIGHT - 8)


# --- one measure against another


@dataclass(frozen=True, slots=True)
class Spot:
    """An item with two measures; `own` if it is the reader's."""

    name: str
    across: float
    up: float
    own: bool = False


@dataclass(frozen=True, slots=True)
class DrawnSpot:
    """A spot with its position."""

    spot: Spot
    at: Point

    @property
    def diamond(self) -> str:
        """Return the corners of its diamond mark."""
        x, y = self.at.x, self.at.y
        return " ".join(str(Point(*corner)) for corner in ((x, y - 7), (x + 7, y), (x, y + 7), (x - 7, y)))


@dataclass(frozen=True, slots=True)
class Scatter:
    """One measure against another, such as a deal's difficulty against the crews' results."""

    text: PlotText
    spots: tuple[Spot, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    base: int = HEIGHT - BOTTOM

    @property
    def is_drawn(self) -> bool:
        """Return whether there are enough spots for a drawing."""
        return len(self.spots) >= ENOUGH

    @property
    def is_empty(self) -> bool:
        """Return whether there is nothing to compare."""
        return not self.spots

    @property
    def ticks_across(self) -> list[Tick]:
        """Return the marks of the horizontal axis."""
        values = self._values("across")
        return [Tick(scaled(value, values, LEFT + 8, WIDTH - RIGHT - 8), value) for value in values]

    @property
    def ticks_up(self) -> list[Tick]:
        """Return the marks of the upward axis."""
        values = self._values("up")
        return [Tick(scaled(value, values, HEIGHT - BOTTOM - 8, TOP + 4), value) for value in values]

    @property
    def shapes(self) -> list[DrawnSpot]:
        """Return the spots, the reader's own on top."""
        across, up = self._values("across"), self._values("up")
        return [
            DrawnSpot(
                spot,
                Point(
                    scaled(spot.across, across, LEFT + 8, WIDTH - RIGHT - 8),
                    scaled(spot.up, up, HEIGHT - BOTTOM - 8, TOP + 4),
                ),
            )
            for spot in sorted(self.spots, key=lambda spot: spot.own)
        ]

    def _values(self, name: str) -> list[float]:
        return nice_ticks([getattr(spot, name) for spot in self.spots])
