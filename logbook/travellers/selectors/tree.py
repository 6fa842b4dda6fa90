"""Selector of the tree of a deal: where its lines part, and how they end. Access has checked that the deal is over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice
from typing import Final

from django.http import QueryDict

from logbook.challenges.models.challenges import Deal
from logbook.travellers.models import END, Branch, Position
from logbook.travellers.selectors.moves import MoveText, WalkedLine, move_text, people_names, walked_lines

LEVELS: Final = 5
"""The partings that follow one another on a page."""
MOST_BRANCHES: Final = 6
"""The branches of one position that are shown; the others are folded."""
MOST_ROWS: Final = 26
ASKED: Final = 3
"""The lines of a branch whose analyses are asked for its position: one of them may be missing."""


FAR: Final = 2**63
"""Positions have numbers of 64 bits."""


class Fate(StrEnum):
    """The result of the lines of a branch at its end."""

    WON = "won"
    WINNABLE = "winnable"
    LOST = "lost"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class FoldedBranches:
    """The branches of a position that a page leaves out."""

    lines: int
    branches: int
    url: str


@dataclass(frozen=True, slots=True)
class TreeBranch:
    """Lines that went the same way from a parting to the next one, or to their end.

    `losing` is the place among `moves` of the move that lost the mission, where it is one of them and known. `meets` is
    true where another branch of the page leads to the same position and shows how it goes on.
    """

    moves: tuple[MoveText, ...]
    lines: int
    won: int
    fate: Fate
    start: Fate
    losing: int | None
    crews: tuple[str, ...]
    url: str
    number: int | None
    is_end: bool
    meets: bool = False
    branches: tuple[TreeBranch, ...] = ()
    folded: FoldedBranches | None = None

    @property
    def percent_won(self) -> float:
        """The share of crews that won, in percent."""
        return 100 * self.won / self.lines

    @property
    def is_lost_on_the_way(self) -> bool:
        """True if the mission could be won at the beginning and not at the end."""
        return self.start == Fate.WINNABLE and self.fate == Fate.LOST


@dataclass(slots=True)
class _Page:
    """The positions that a page shows, and where the reader's links lead."""

    rows: dict[int, Position]
    shown: dict[int, dict[str, Branch]] = field(default_factory=dict)
    folded: dict[int, FoldedBranches] = field(default_factory=dict)
    shown_by: dict[int, tuple[int, str]] = field(default_factory=dict)
    """The branch that shows how each position goes on."""

    @property
    def rows_drawn(self) -> int:
        """The number of branches without branches of their own."""
        branches = sum(map(len, self.shown.values())) + len(self.folded)
        return branches - (len(self.shown) - 1)

    def has_room_for(self, row: Position) -> bool:
        """Return whether the branches of this position fit on the page."""
        return self.rows_drawn + min(len(row.branches), MOST_BRANCHES + 1) - 1 <= MOST_ROWS

    @property
    def asked(self) -> set[int]:
        """The attempts that stand for the branches."""
        branches = [branch for shown in self.shown.values() for branch in shown.values()]
        return {attempt for branch in branches for attempt in branch.attempts[: ASKED if branch.lines > 1 else 1]}


def branches_from(deal: Deal, position: Position, after: int = 0, *, names_people: bool = True) -> TreeBranch:
    """Return the position with its branches, the first `after` ones left out, as a branch without moves."""
    page = _read(deal, position, after)
    reader = _Reader(page, walked_lines(page.asked), deal, names_people)
    return reader.root(position)


def all_branches(deal: Deal, position: Position) -> TreeBranch:
    """Return the position with all its branches, and none of theirs."""
    page = _Page({position.number: position}, {position.number: position.branches_by_move})
    numbers = [branch.to for branch in position.branches_by_move.values() if branch.to is not None]
    page.rows |= {row.number: row for row in _positions(deal, numbers)}
    reader = _Reader(page, walked_lines(page.asked), deal)
    return reader.root(position)


def start_of(deal: Deal, at: int | None) -> Position | None:
    """Return the parting at which a tree begins: the fresh deal, or the next parting from the position `at` on.

    None for a position that no two lines went through. Between two partings all lines go the same way.
    """
    rows = Position.objects.filter(stage=deal.stage, attempt=deal.attempt)
    if at is None:
        return rows.filter(is_start=True).first()
    position = rows.filter(number=at).first() if -FAR <= at < FAR else None
    if position is None or position.is_parting:
        return position
    (branch,) = position.branches_by_move.values()
    return rows.filter(number=branch.to or 0).first()


def tree_url(number: int, after: int = 0) -> str:
    """Return the query of the page that begins at this position."""
    query = QueryDict(mutable=True)
    query["at"] = str(number)
    if after:
        query["after"] = str(after)
    return f"?{query.urlencode()}"


def _read(deal: Deal, position: Position, after: int) -> _Page:
    """Read level after level: the partings with most lines first, until the page is full."""
    page = _Page({position.number: position})
    _show(page, position, after)
    level = [position]
    for depth in range(1, LEVELS + 1):
        wanted: dict[int, tuple[int, str]] = {}
        for row in level:
            for move, branch in page.shown.get(row.number, {}).items():
                if branch.to is not None and branch.to not in page.rows:
                    wanted.setdefault(branch.to, (row.number, move))
        level = _positions(deal, wanted)
        page.rows |= {row.number: row for row in level}
        for row in level:
            if depth < LEVELS and not is_end(row) and page.has_room_for(row):
                page.shown_by[row.number] = wanted[row.number]
                _show(page, row)
    return page


def _show(page: _Page, row: Position, after: int = 0) -> None:
    ranked = row.branches_by_move
    size = MOST_BRANCHES if len(ranked) - after > MOST_BRANCHES + 1 else MOST_BRANCHES + 1  # Nothing is folded alone.
    shown = dict(islice(ranked.items(), after, after + size))
    rest = list(islice(ranked.values(), after + size, None))
    page.shown[row.number] = shown
    if rest:
        url = tree_url(row.number, after + size)
        page.folded[row.number] = FoldedBranches(sum(one.lines for one in rest), len(rest), url)


def _positions(deal: Deal, numbers: Iterable[int]) -> list[Position]:
    rows = Position.objects.filter(stage=deal.stage, attempt=deal.attempt, number__in=list(numbers))
    return sorted(rows, key=lambda row: (-row.lines, row.number))


def is_end(position: Position) -> bool:
    """Return whether all lines end there."""
    return list(position.branches) == [END]


@dataclass(frozen=True, slots=True)
class _Reader:
    """Makes branches of the positions that were read."""

    page: _Page
    lines: Mapping[int, WalkedLine]
    deal: Deal
    names_people: bool = True

    def root(self, position: Position) -> TreeBranch:
        fate = self.fate_at(position)
        return TreeBranch(
            moves=(),
            lines=position.lines,
            won=position.won,
            fate=fate,
            start=fate,
            losing=None,
            crews=(),
            url=tree_url(position.number),
            number=position.number,
            is_end=is_end(position),
            branches=self._branches(position),
            folded=self.page.folded.get(position.number),
        )

    def fate_at(self, position: Position) -> Fate:
        """Return what the solver says of a position. A position that a crew won from could be won."""
        if position.won:
            return Fate.WON if is_end(position) else Fate.WINNABLE
        if is_end(position):
            return Fate.LOST
        attempts = [attempt for branch in position.branches_by_move.values() for attempt in branch.attempts[:ASKED]]
        return self._asked(position.number, attempts)

    def _asked(self, number: int, attempts: Iterable[int]) -> Fate:
        for attempt in attempts:
            line = self.lines.get(attempt)
            place = line.places.get(number) if line is not None else None
            found = line.is_winnable(place) if line is not None and place is not None else None
            if found is not None:
                return Fate.WINNABLE if found else Fate.LOST
        return Fate.UNKNOWN

    def _branches(self, position: Position) -> tuple[TreeBranch, ...]:
        start = self.fate_at(position)
        shown = self.page.shown.get(position.number, {})
        return tuple(self._branch(position, move, one, start) for move, one in shown.items())

    def _branch(self, position: Position, move: str, branch: Branch, start: Fate) -> TreeBranch:
        row = self.page.rows.get(branch.to) if branch.to is not None else None
        first = self.lines.get(branch.attempts[0])
        moves = _moves(move, branch, first, position.number)
        asked = [self.lines[key] for key in branch.attempts if key in self.lines] if self.names_people else []
        names = people_names(asked, self.deal, count=branch.lines)
        shows = row is not None and self.page.shown_by.get(row.number) == (position.number, move)
        return TreeBranch(
            moves=tuple(move_text(one, names) for one in moves),
            lines=branch.lines,
            won=branch.won,
            fate=self._fate(branch, row),
            start=start,
            losing=self._losing(branch, position.number, len(moves)),
            crews=self._crews(branch),
            url=_url_of(branch, position, first),
            number=branch.to,
            is_end=branch.to is None or (row is not None and is_end(row)),
            meets=row is not None and not shows and row.number in self.page.shown,
            branches=self._branches(row) if shows and row is not None else (),
            folded=self.page.folded.get(row.number) if shows and row is not None else None,
        )

    def _fate(self, branch: Branch, row: Position | None) -> Fate:
        if branch.to is None or (row is not None and is_end(row)):
            return Fate.WON if branch.won else Fate.LOST
        if branch.won or (row is not None and row.won):
            return Fate.WINNABLE
        return self._asked(branch.to, branch.attempts[:ASKED])

    def _losing(self, branch: Branch, number: int, moves: int) -> int | None:
        """Return the place of the losing move among so many moves after the position; None if it is none of them."""
        lines = [self.lines[attempt] for attempt in branch.attempts[:ASKED] if attempt in self.lines]
        places = [(line.places.get(number), line.losing_place) for line in lines]
        found = (losing - start for start, losing in places if start is not None and losing is not None)
        return next((place for place in found if 0 <= place < moves), None)

    def _crews(self, branch: Branch) -> tuple[str, ...]:
        """Return the crews' names, where they are few enough to be read."""
        if branch.lines > ASKED:
            return ()
        return tuple(self.lines[key].crew for key in branch.attempts if key in self.lines)


def _url_of(branch: Branch, position: Position, first: WalkedLine | None) -> str:
    """Return the address of the position to which the branch leads; of a crew that goes on alone, of its replay."""
    if branch.to is not None:
        return tree_url(branch.to)
    return first.url(first.places[position.number] + 1) if first and position.number in first.places else ""


def _moves(move: str, branch: Branch, first: WalkedLine | None, number: int) -> list[str]:
    """Return the moves until the next parting; of a crew that goes on alone, until its end."""
    if move == END:
        return []
    if branch.to is None and first is not None and number in first.places:
        return [f"{seat} {text}" for _step, seat, text in first.line.moves[first.places[number] :]]
    return [move, *branch.chain]
