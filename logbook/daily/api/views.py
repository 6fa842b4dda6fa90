"""API views of the deals of the day: today's, one deal, its board, the caller's calendar; and to begin one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from http import HTTPStatus
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation, operation, parse_query, respond, serialize_many
from logbook.api.callers import caller, member, person
from logbook.api.pagination import paged
from logbook.api.permissions import Scope
from logbook.api.tables import TableDetailSerializer, table_response
from logbook.clubs.access import club_for
from logbook.clubs.models import Club
from logbook.crews.access import crew_for
from logbook.crews.models.crews import Crew
from logbook.daily.api.serializers import (
    DailyBoardFilterSerializer,
    DailyCalendarSerializer,
    DailyClosedSerializer,
    DailyDealSerializer,
    DailyMonthFilterSerializer,
    DailyPlaceSerializer,
    DailyTodaySerializer,
)
from logbook.daily.exceptions import NotCounted
from logbook.daily.models import DailyResult
from logbook.daily.selectors import boards, deals
from logbook.daily.selectors.calendar import CalendarDay, calendar
from logbook.daily.services import plays
from logbook.people.models.players import Player
from logbook.people.models.tokens import ApiToken


class DailyTodayView(Operation):
    """Today's deals."""

    is_open = True

    @operation("readDaily", DailyTodaySerializer)
    def get(self, request: Request) -> Response:
        """Get the deals that are open now, with the caller's own results.

        Nothing of other players is said before the close but the share that won, once the caller's first try is over.
        """
        cards = deals.today_cards(caller(request))
        today = {"deals": cards, "unopened": deals.unopened_today(), "next": deals.next_opening()}
        return respond(DailyTodaySerializer, today)


class DailyDealView(Operation):
    """A deal of the day."""

    is_open = True

    @operation("readDailyDeal", DailyDealSerializer)
    def get(self, request: Request, day: date, game: str) -> Response:
        """Get a deal that has opened, with the caller's own results."""
        (card,) = deals.cards([deals.deal_or_404(day, game)], caller(request))
        return respond(DailyDealSerializer, card)


class DailyPlayView(Operation):
    """Playing a deal alone."""

    scope = Scope.PLAY

    @operation("playDailyDeal", TableDetailSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, day: date, game: str) -> Response:
        """Begin a deal alone, and return its table; later calls return the same table.

        The first try ranks. What a token plays is on the board of programs. Deal further tries as at any table.
        """
        player = member(request)
        deal = deals.deal_or_404(day, game)
        by_program = isinstance(request.auth, ApiToken)
        # Only visitors have a quota by address.
        table = plays.play_alone(deal=deal, player=player, address="", by_program=by_program)
        return respond(TableDetailSerializer, table_response(table, player), status=HTTPStatus.CREATED)


class DailyCrewView(Operation):
    """Playing a deal as a crew."""

    scope = Scope.PLAY

    @operation("openDailyTable", TableDetailSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, day: date, game: str) -> Response:
        """Open the caller's table for a crew at a deal, and return it; later calls return the same table.

        Two to four people sit down before it is dealt. A crew in which a program plays is unranked.
        """
        player = member(request)
        table = plays.open_for_crew(deal=deals.deal_or_404(day, game), player=player, address="")
        return respond(TableDetailSerializer, table_response(table, player), status=HTTPStatus.CREATED)


class DailyBoardView(Operation):
    """The board of a deal."""

    is_open = True

    @operation("listDailyPlaces", DailyPlaceSerializer, filters=DailyBoardFilterSerializer, listed=True, also=["409"])
    def get(self, request: Request, day: date, game: str) -> Response:
        """List the ranks of a deal, best first; with `club` or `crew` those of its members, among themselves.

        409 `not-counted` until the deal is closed and counted. 404 for a club or crew that is not the caller's.
        """
        deal, player = deals.deal_or_404(day, game), caller(request)
        if deal.counted_at is None:
            raise NotCounted
        query = parse_query(DailyBoardFilterSerializer, request)
        group = _group(player, query)
        placed = boards.placed_results(deal, query.get("board", boards.ALONE), group)

        def written(page: Sequence[DailyResult]) -> Any:
            keys = boards.rank_keys(placed, group)
            return serialize_many(DailyPlaceSerializer, boards.rows(page, player, keys=keys))

        return paged(request, placed, written, *boards.order_of(group))


def _group(player: Player | None, query: dict[str, str]) -> Club | Crew | None:
    if club := query.get("club"):
        return club_for(player, club)
    return crew_for(player, crew) if (crew := query.get("crew")) else None


class DailyArchiveView(Operation):
    """Deals that are closed."""

    is_open = True

    @operation("listClosedDailyDeals", DailyClosedSerializer, listed=True)
    def get(self, request: Request) -> Response:
        """List the deals that are closed and counted, the newest first."""
        closed = deals.counted()
        return paged(request, closed, lambda page: serialize_many(DailyClosedSerializer, page), "-date", "pk")


class DailyReplayView(Operation):
    """Playing a closed deal."""

    scope = Scope.PLAY

    @operation("playClosedDailyDeal", TableDetailSerializer, status=HTTPStatus.CREATED, also=["409"])
    def post(self, request: Request, day: date, game: str) -> Response:
        """Deal a closed deal again, unranked, and return the table.

        409 while the deal can still be played for a rank.
        """
        player = member(request)
        table = plays.play_archive(deal=deals.deal_or_404(day, game), player=player, address="")
        return respond(TableDetailSerializer, table_response(table, player), status=HTTPStatus.CREATED)


class DailyCalendarView(Operation):
    """The caller's calendar."""

    @operation("readDailyCalendar", DailyCalendarSerializer, filters=DailyMonthFilterSerializer)
    def get(self, request: Request) -> Response:
        """Get a month of the caller's days, and their streaks."""
        month = parse_query(DailyMonthFilterSerializer, request).get("month")
        page = calendar(person(request), date.fromisoformat(f"{month}-01") if month else None)
        days = [_day(day) for week in page.weeks for day in week if day is not None]
        return respond(
            DailyCalendarSerializer,
            {"month": page.month, "days": days, "solved": page.solved, "won_first": page.won_first},
        )


def _day(day: CalendarDay) -> dict[str, Any]:
    games = [{"game": one.game, "easy": one.easy, "solved_on": one.solved_on or None} for one in day.tries]
    return {"date": day.date, "how": day.how, "games": games}
