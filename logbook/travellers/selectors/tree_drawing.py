"""Drawing of a tree of lines: bands from left to right, as wide as their crews, one row for each branch that ends.

Pure. Across, a place is a percentage of the drawing's width; down, it is in pixels: a phone shows the same rows as a
wide screen, and no text is scaled.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from logbook.travellers.selectors.tree import Fate, FoldedBranches, TreeBranch

ROW: Final = 48
"""As high as what a finger presses."""
COLUMN: Final = 14.0
WIDEST: Final = 18.0
THINNEST: Final = 2.0
BAND_AT: Final = 36
"""The place of the middle of a band in its row; its label stands above."""
_BEND = COLUMN * 0.35


@dataclass(frozen=True, slots=True)
class Band:
    """A piece of a branch, in one colour: a path."""

    fate: Fate
    path: str


@dataclass(frozen=True, slots=True)
class DrawnBranch:
    """A branch with the place of its label; `end_left` is where it says how the branch ends."""

    branch: TreeBranch
    left: float
    top: float
    end_left: float
    bands: tuple[Band, ...]
    losing_at: tuple[float, float] | None
    """The place of the mark at the losing move."""
    is_leaf: bool


@dataclass(frozen=True, slots=True)
class DrawnFold:
    """Folded branches with the place of their label."""

    folded: FoldedBranches
    left: float
    top: float


@dataclass(frozen=True, slots=True)
class Meeting:
    """A curve from the end of a branch to the same position in another branch."""

    path: str


@dataclass(frozen=True, slots=True)
class TreeDrawing:
    """The drawing of a tree."""

    height: int
    start: tuple[float, float]
    """The upper end and the height of the bar at which all lines begin."""
    branches: tuple[DrawnBranch, ...]
    folds: tuple[DrawnFold, ...]
    meetings: tuple[Meeting, ...]
    column: float = COLUMN


def drawing_of(root: TreeBranch) -> TreeDrawing:
    """Return the drawing of a position's branches."""
    pen = _Pen(root)
    middle = pen.draw(root, 0)
    height = pen.rows * ROW
    thickness = pen.thickness(root.lines)
    return TreeDrawing(
        height, (middle - thickness / 2, thickness), tuple(pen.branches), tuple(pen.folds), tuple(pen.meetings())
    )


class _Pen:
    """Draws branch after branch, and counts the rows."""

    def __init__(self, root: TreeBranch) -> None:
        self.rows = 0
        self.total = root.lines
        self.branches: list[DrawnBranch] = []
        self.folds: list[DrawnFold] = []
        self._middles: dict[int, tuple[float, float]] = {}
        self._met: list[tuple[int, float, float]] = []

    def thickness(self, lines: int) -> float:
        """Return how wide so many crews are drawn."""
        return max(THINNEST, WIDEST * lines / self.total)

    def draw(self, branch: TreeBranch, depth: int) -> float:
        """Draw what follows the branch, and return the middle of its band."""
        if not branch.branches:
            self.rows += 1
            return (self.rows - 1) * ROW + BAND_AT
        middles = [(one, self.draw(one, depth + 1)) for one in branch.branches]
        if branch.folded:
            self.folds.append(DrawnFold(branch.folded, depth * COLUMN, self.rows * ROW))
            self.rows += 1
        middle = (middles[0][1] + middles[-1][1]) / 2
        if branch.number is not None:
            self._middles[branch.number] = (depth * COLUMN, middle)
        self._draw_fan(middles, depth, middle, branch.lines)
        return middle

    def meetings(self) -> Iterator[Meeting]:
        """Yield the curves between equal positions."""
        for number, left, middle in self._met:
            if number in self._middles:
                right, other = self._middles[number]
                bend = max(left, right) + COLUMN * 0.25
                curve = f"C{bend:.2f} {middle:.1f} {bend:.2f} {other:.1f} {right:.2f} {other:.1f}"
                yield Meeting(f"M{left:.2f} {middle:.1f}{curve}")

    def _draw_fan(self, middles: list[tuple[TreeBranch, float]], depth: int, middle: float, lines: int) -> None:
        """Draw the bands that leave a position, one below the other."""
        slot = middle - WIDEST * lines / self.total / 2
        for branch, end in middles:
            self._draw_branch(branch, depth, slot, end)
            slot += WIDEST * branch.lines / self.total

    def _draw_branch(self, branch: TreeBranch, depth: int, slot: float, middle: float) -> None:
        left, width = depth * COLUMN, self.thickness(branch.lines)
        right, top = left + COLUMN, middle - width / 2
        losing, bands = _bands(branch, left, right, (slot, top, width))
        if branch.meets and branch.number is not None:
            self._met.append((branch.number, right, middle))
        self.branches.append(
            DrawnBranch(
                branch=branch,
                left=round(left, 2),
                top=round(middle - BAND_AT, 1),
                end_left=round(right, 2),
                bands=bands,
                losing_at=(round(losing, 2), round(middle, 1)) if losing is not None else None,
                is_leaf=not branch.branches,
            )
        )


def _bands(
    branch: TreeBranch, left: float, right: float, across: tuple[float, float, float]
) -> tuple[float | None, tuple[Band, ...]]:
    """Return where the branch was lost, if it was, and its band: in two colours if it was."""
    slot, top, width = across
    if not branch.is_lost_on_the_way:
        return None, (Band(branch.fate, _ribbon(left, right, slot, top, width)),)
    share = (branch.losing + 0.5) / len(branch.moves) if branch.losing is not None and branch.moves else 0.5
    at = left + _BEND + (right - left - _BEND) * share
    return at, (
        Band(Fate.WINNABLE, _ribbon(left, at, slot, top, width)),
        Band(branch.fate, f"M{at:.2f} {top:.1f}H{right:.2f}V{top + width:.1f}H{at:.2f}Z"),
    )


def _ribbon(left: float, right: float, slot: float, top: float, width: float) -> str:
    """Return a band that bends from its place at the parting to its row."""
    halfway, bend = left + _BEND * 0.5, left + _BEND
    upper = f"M{left:.2f} {slot:.1f}C{halfway:.2f} {slot:.1f} {halfway:.2f} {top:.1f} {bend:.2f} {top:.1f}H{right:.2f}"
    low, below = top + width, slot + width
    return f"{upper}V{low:.1f}H{bend:.2f}C{halfway:.2f} {low:.1f} {halfway:.2f} {below:.1f} {left:.2f} {below:.1f}Z"
