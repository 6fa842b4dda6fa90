"""Selectors of a deal's boards: places of first attempts, once the day is counted."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from logbook.clubs.models import Club
from logbook.clubs.selectors.clubs import members_at
from logbook.crews.models.crews import Crew, CrewMember
from logbook.daily.models import DailyDeal, DailyResult, DailySeat
from logbook.daily.selectors.own import Try, tries_of
from logbook.people.models.players import Player
from logbook.tables.models import Attempt

LINES_A_PAGE: Final = 25
ALONE: Final = "1"
PROGRAMS: Final = "programs"
BOARDS: Final[Mapping[str, Promise]] = {
    ALONE: _("Solo"),
    "2": _("Two people"),
    "3": _("Three people"),
    "4": _("Four people"),
    PROGRAMS: _("Programs"),
}


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A first attempt with a place."""

    place: int
    names: tuple[str | Promise, ...]
    people: tuple[Player, ...]
    """The players of these names."""
    mine: bool
    first: Try
    solved_on: int | None
    lost_in: int | None
    """The trick of the turning point; None where it is not known, or was won."""
    attempt_id: int


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a deal's board; `results` are all of it, with and without a place."""

    kind: str
    rows: Page[BoardRow]
    results: int


def board(
    deal: DailyDeal, kind: str, player: Player | None, *, group: Club | Crew | None = None, page: str = ""
) -> Board:
    """Return a page of a board. In a club or crew, those stand on it who were members when the deal opened.

    There every account has a place, from its first day on: among these members alone.
    """
    placed = placed_results(deal, kind, group)
    order = order_of(group)
    # Keys alone are read from an index, however far the page is.
    paginator = Paginator(placed.order_by(*order).values_list("pk", flat=True), LINES_A_PAGE)
    if kind == ALONE and group is None:
        paginator.count = deal.places  # Counting a hundred thousand rows takes longer than the page.
    shown = paginator.get_page(page)
    results = placed.filter(pk__in=list(shown.object_list)).order_by(*order)
    lines = Page(
        rows(list(results), player, keys=rank_keys(placed, group)),
        shown.number,
        cast("Paginator[BoardRow]", shown.paginator),
    )
    everyone = kind == ALONE and group is None
    return Board(kind, lines, deal.plays if everyone else _of_group(deal, _results(deal, kind), group).count())


def placed_results(deal: DailyDeal, kind: str, group: Club | Crew | None = None) -> QuerySet[DailyResult]:
    """Return the results of a board that have a place; of members of a club or crew all those with an account."""
    results = _results(deal, kind).select_related("deal", "table")
    return results.filter(place__isnull=False) if group is None else _of_group(deal, results, group)


def order_of(group: Club | Crew | None) -> tuple[str, str]:
    """Return the columns by which a board is ordered."""
    return ("place" if group is None else "rank_key", "pk")


def rank_keys(placed: QuerySet[DailyResult], group: Club | Crew | None) -> Sequence[int]:
    """Return the keys of all results of a club or crew, the best first: a place there is counted among them."""
    keys = placed.order_by("rank_key").values_list("rank_key", flat=True)
    return () if group is None else [key for key in keys if key is not None]


def _of_group(deal: DailyDeal, results: QuerySet[DailyResult], group: Club | Crew | None) -> QuerySet[DailyResult]:
    return results.filter(Exists(_seats_of_members(deal, group))) if group is not None else results


def _results(deal: DailyDeal, kind: str) -> QuerySet[DailyResult]:
    results = DailyResult.objects.filter(deal=deal, rank_key__isnull=False)
    if kind == PROGRAMS:
        return results.filter(people=1, by_program=True)  # A crew has other cards.
    return results.filter(people=int(kind), by_program=False)


def _seats_of_members(deal: DailyDeal, group: Club | Crew) -> QuerySet[DailySeat]:
    opened = deal.challenge.opens_at
    seats = DailySeat.objects.filter(result=OuterRef("pk"), player__user__isnull=False)
    if isinstance(group, Club):
        return seats.filter(player__in=members_at(group, opened))
    members = CrewMember.objects.filter(crew=group, joined_at__lte=opened).exclude(left_at__lte=opened)
    return seats.filter(player__in=members.values("player"))


def rows(results: Sequence[DailyResult], player: Player | None, *, keys: Sequence[int] = ()) -> list[BoardRow]:
    """Return the rows of these results, in a fixed number of queries; with `keys`, their places among these."""
    seats = (
        DailySeat.objects.filter(result__in=[result.pk for result in results]).select_related("player").order_by("pk")
    )
    players: dict[int, list[Player]] = {result.pk: [] for result in results}
    for seat in seats:
        players[seat.result_id].append(seat.player)
    tables = [result.table_id for result in results]
    first = Attempt.objects.filter(table__in=tables, number=1).select_related("analysis")
    attempts = {attempt.table_id: attempt for attempt in first}
    return [_row(result, players[result.pk], attempts[result.table_id], player, keys) for result in results]


def _row(
    result: DailyResult, players: Sequence[Player], attempt: Attempt, reader: Player | None, keys: Sequence[int]
) -> BoardRow:
    analysis = getattr(attempt, "analysis", None)
    return BoardRow(
        place=bisect_left(keys, result.rank_key or 0) + 1 if keys else result.place or 0,
        names=tuple(player.name for player in players) or (_("a former player"),),
        people=tuple(players),
        mine=reader is not None and reader.pk in {player.pk for player in players},
        first=tries_of(result)[0],
        solved_on=result.solved_on,
        lost_in=analysis.lost_in if analysis is not None and not result.won_first else None,
        attempt_id=attempt.pk,
    )
