"""Selectors of a deal that is given to friends: the page that they open, and what they made of the deal."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from django.db.models import Q

from logbook.people.models.players import Player
from logbook.rounds import text
from logbook.tables.models import Attempt, Table
from logbook.typed_deals.models import TypedDeal, TypedTable
from logbook.typed_deals.services.tables import friends_table_of

End = Literal["waiting", "playing", "won", "signal", "lost"]
"""The state of a friends' round; "signal" is a win with the distress signal."""


@dataclass(frozen=True, slots=True)
class FriendsRow:
    """A table of friends, by the name of the player who opened it; "" for a removed one."""

    name: str
    end: End


@dataclass(frozen=True, slots=True)
class FriendsPage:
    """The page on which friends meet the deal. It knows no card of it, and no address of its own page."""

    game: str
    title: str
    players: int
    own: FriendsRow | None
    """The reader's own table."""
    table: int | None
    crew: End | None
    """The result of the crew that gave the deal, once the reader's own round is over."""


def friends_rows(deal: TypedDeal) -> tuple[FriendsRow, ...]:
    """Return the tables of friends, the first one first."""
    tables = Table.objects.filter(typed__deal=deal, typed__sealed=True).select_related("opened_by")
    return tuple(_row(table) for table in tables.prefetch_related("attempts").order_by("pk"))


def friends_page(deal: TypedDeal, player: Player | None) -> FriendsPage:
    """Return the page for this reader."""
    table = friends_table_of(deal, player)
    own = _row(table) if table is not None else None
    is_over = own is not None and own.end not in ("waiting", "playing")
    crew = _end_of(won=bool(deal.won), distress=deal.distress) if is_over and deal.won is not None else None
    return FriendsPage(
        deal.game, text.mission_title(deal.mission), deal.players, own, table.pk if table is not None else None, crew
    )


def tables_of_friends_deals(tables: Collection[int]) -> set[int]:
    """Return which of these tables, of friends or of the crew itself, have a deal that friends can still play."""
    given = Q(sealed=True) | Q(deal__friends_code__isnull=False)
    return set(TypedTable.objects.filter(given, table__in=tables).values_list("table", flat=True))


def _row(table: Table) -> FriendsRow:
    name = table.opened_by.name if table.opened_by is not None else ""
    attempt = next(iter(table.attempts.all()), None)
    if attempt is None:
        return FriendsRow(name, "waiting")
    if attempt.state == Attempt.State.PLAYING:
        return FriendsRow(name, "playing")
    return FriendsRow(name, _end_of(won=attempt.state == Attempt.State.SUCCESS, distress=attempt.distress))


def _end_of(*, won: bool, distress: bool) -> End:
    if not won:
        return "lost"
    return "signal" if distress else "won"
