"""Pages of leaderboards: the cursor between two rows, the rows of a page, and who leads.

A page is defined by the row before it, never by an offset, so that its address goes on showing the rows after that one
while the board grows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from django.db.models import Q, QuerySet

PAGE: Final = 25
NAMED: Final = 3
"""The most leaders that are named."""


class Cursor(NamedTuple):
    """A position between two rows of a board: the ranked figure (less is better), and the key of the row's owner."""

    sort_key: int
    owner: int

    def __str__(self) -> str:
        return f"{self.sort_key}.{self.owner}"


class Ranked(Protocol):
    """A row of any board."""

    @property
    def rank(self) -> int | None: ...
    @property
    def name(self) -> str: ...
    @property
    def cursor(self) -> Cursor: ...


Row = TypeVar("Row")
Entry = TypeVar("Entry", bound=Ranked)


@dataclass(frozen=True, slots=True)
class PageRows(Generic[Row]):
    """The rows of a page as the database has them, and whether there are others on either side."""

    rows: list[Row]
    has_before: bool
    has_after: bool

    @classmethod
    def cut(cls, found: list[Row], *, after: Cursor | None, before: Cursor | None) -> PageRows[Row]:
        """Return the page out of its rows and one more, which lies beyond the far end."""
        more = len(found) > PAGE
        if before is not None:
            return cls(found[-PAGE:], has_before=more, has_after=True)
        return cls(found[:PAGE], has_before=after is not None, has_after=more)

    def cursors(self, entries: Sequence[Ranked]) -> tuple[Cursor | None, Cursor | None]:
        """Return the cursors of the pages before and after these entries, None where there is no such page."""
        if not entries:
            return None, None
        before = entries[0].cursor if self.has_before else None
        return before, entries[-1].cursor if self.has_after else None


def page_rows(
    rows: QuerySet[Any], column: str, owner: str, *, after: Cursor | None, before: Cursor | None
) -> PageRows[Any]:
    """Return a page of a board, in the order of the ranked column and then of the rows' owners."""
    # Both conditions on the ranked column: the first is a range of the index.
    if before is not None:
        beyond = Q(**{f"{column}__lt": before.sort_key}) | Q(**{f"{owner}__lt": before.owner})
        rows = rows.filter(beyond, **{f"{column}__lte": before.sort_key}).order_by(f"-{column}", f"-{owner}")
        return PageRows.cut(list(rows[: PAGE + 1])[::-1], after=after, before=before)
    if after is not None:
        beyond = Q(**{f"{column}__gt": after.sort_key}) | Q(**{f"{owner}__gt": after.owner})
        rows = rows.filter(beyond, **{f"{column}__gte": after.sort_key})
    return PageRows.cut(list(rows.order_by(column, owner)[: PAGE + 1]), after=after, before=before)


@dataclass(frozen=True, slots=True)
class Leaders:
    """The leaders of a board: the names of those in first place, up to three, and whether there are more."""

    names: tuple[str, ...]
    more: bool

    @classmethod
    def of(cls, entries: Sequence[Ranked], before: Cursor | None) -> Leaders | None:
        """Return the leaders on a board's first page; None on the other pages, and where no row has a rank."""
        first = tuple(entry.name for entry in entries if entry.rank == 1) if before is None else ()
        return cls(first[:NAMED], len(first) > NAMED) if first else None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPage(Generic[Entry]):
    """The fields of every page of a board."""

    game: str
    title: str
    entries: tuple[Entry, ...]
    before: Cursor | None
    """The cursor of the previous page; None on the first page."""
    after: Cursor | None

    @property
    def leaders(self) -> Leaders | None:
        """The leaders, on the first page."""
        return Leaders.of(self.entries, self.before)
