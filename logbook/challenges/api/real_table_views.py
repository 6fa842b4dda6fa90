"""Attempts at a crew's own table: having one given out, its sheets and its seats' pages, and reporting how it ended."""

from __future__ import annotations

from http import HTTPStatus
from itertools import chain
from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation, operation, parse_body, respond
from logbook.api.callers import caller, member
from logbook.api.permissions import Scope
from logbook.challenges.access.challenges import challenge_for
from logbook.challenges.access.real_tables import attempt_for, crew_table_for, seat_page_for
from logbook.challenges.api.real_table_serializers import (
    HandOutInputSerializer,
    RealTableSerializer,
    ReportInputSerializer,
    SeatLinkSerializer,
    SeatOpeningSerializer,
    SeatPageSerializer,
    SheetsConfirmationSerializer,
    SheetsSerializer,
    SitterSerializer,
)
from logbook.challenges.api.views import crew_and_stage
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.models.handouts import SeatHandout
from logbook.challenges.real_table_exceptions import ImpossibleReport, NotConfirmed
from logbook.challenges.selectors import sheets as selectors
from logbook.challenges.services import deal_access, handouts, reports
from logbook.challenges.services.sitters import PersonOrName
from logbook.crews.models.guests import Guest
from logbook.people.models.players import Player
from logbook.replays.api.views import attempt_response
from logbook.tables.api.serializers import AttemptRowSerializer
from logbook.tables.exceptions import NotInCrew
from logbook.tables.models import Attempt


class RealTableHandOutView(Operation):
    """The next attempt, on paper."""

    scope = Scope.PLAY

    @operation("handOut", AttemptRowSerializer, asks=HandOutInputSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, challenge: int) -> Response:
        """Have a crew's next attempt at a stage given out, to be played at its own table; it counts from now on.

        It is deal access of the caller, who plays the challenge with no other crew.
        """
        player = member(request)
        challenge_row = challenge_for(player, challenge)
        data = parse_body(HandOutInputSerializer, request)
        crew, stage = crew_and_stage(player, challenge_row, data)
        sitting = _sitting(crew.pk, data["sitting"])
        moved = reports.hand_out_attempt(
            challenge=challenge_row, stage=stage, crew=crew, player=player, sitting=sitting
        )
        return respond(AttemptRowSerializer, attempt_response(player, moved.attempt_id), status=HTTPStatus.CREATED)


class RealTableBaseView(Operation):
    """An operation at an attempt that is played at the crew's own table."""

    scope = Scope.PLAY

    def attempt(self, table_id: int, number: int) -> Attempt:
        """Return the attempt for a member of its crew. Raises ShutOutOfDeal, DealAlreadyKnown, PlaysElsewhere."""
        player = member(self.request)
        attempt = attempt_for(player, table_id, number)
        deal_access.ensure_may_play(attempt.table, number, [player])
        return attempt


class RealTableDetailView(RealTableBaseView):
    """What lies open."""

    @operation("readPaper", RealTableSerializer, also=("409",))
    def get(self, request: Request, table_id: int, number: int) -> Response:
        """An attempt at the crew's own table: to whom each seat's page was handed, and what lies open there."""
        attempt = self.attempt(table_id, number)
        pages = selectors.handouts_of(attempt)
        seats = [_seat(request, seat, pages.get(seat)) for seat in range(attempt.table.players)]
        open_table = selectors.open_table(attempt) if deal_access.has_seen_a_hand(attempt, member(request)) else None
        return respond(RealTableSerializer, {"attempt": attempt.pk, "open": open_table, "seats": seats})


class SheetsView(RealTableBaseView):
    """All hands."""

    @operation("openSheets", SheetsSerializer, asks=SheetsConfirmationSerializer)
    def post(self, request: Request, table_id: int, number: int) -> Response:
        """All hands of an attempt, to be printed, for somebody who says that they want to see them.

        It is written down in the challenge's ledger.
        """
        attempt = self.attempt(table_id, number)
        if not parse_body(SheetsConfirmationSerializer, request)["sure"]:
            raise NotConfirmed
        deal_access.record_attempt_access(attempt, member(request), DealAccess.How.PRINTED)
        sheets = selectors.sheets_of(attempt)
        seats = [_seat_hand(sheet) for sheet in sheets.seats]
        return respond(
            SheetsSerializer, {"seats": seats, "robot_down": sheets.robot_down, "tasks_down": sheets.tasks_down}
        )


class SeatHandView(RealTableBaseView):
    """To whom a seat's page is handed."""

    @operation("handSeat", SeatLinkSerializer, asks=SitterSerializer, also=("429",))
    def post(self, request: Request, table_id: int, number: int, seat: int) -> Response:
        """Hand a seat's page out once more, by a new link; the old one ends.

        Once it was opened, to the same person alone; that is written in the ledger.
        """
        attempt = self.attempt(table_id, number)
        to = _person(attempt.table.crew_id, parse_body(SitterSerializer, request))
        handed = handouts.hand_seat(table_id=table_id, number=number, seat=seat, to=to, by=member(request))
        return respond(SeatLinkSerializer, _seat(request, seat, handed))


class SeatDetailView(Operation):
    """A seat's own cards."""

    scope = Scope.PLAY
    is_open_to_change = True

    @operation("openSeat", SeatPageSerializer, asks=SeatOpeningSerializer, also=("410",))
    def post(self, request: Request, token: str) -> Response:
        """Open one seat's own page: from then on it belongs to who has opened it, and it is in the ledger.

        A member's page opens for that member alone. Who is not signed in gets a secret, once, with which they open it
        again; 410 once the attempt is over, or the seat was handed out again.
        """
        handout, secret = seat_page_for(token), parse_body(SeatOpeningSerializer, request)["secret"]
        seat = handouts.open_seat(token=handout.token, player=caller(request), secret=secret)
        page = selectors.seat_page(handout.attempt, handout.seat)
        return respond(SeatPageSerializer, {**_seat_hand(page.seat), "open": page.open, "secret": seat.secret})


class ReportView(Operation):
    """The report."""

    scope = Scope.PLAY

    @operation("reportAttempt", AttemptRowSerializer, asks=ReportInputSerializer)
    def post(self, request: Request, table_id: int, number: int) -> Response:
        """Report how an attempt at the crew's own table ended. The first report counts."""
        player = member(request)
        table = crew_table_for(player, table_id)
        data = parse_body(ReportInputSerializer, request)
        told_by_them = reports.Report(**{**data, "sitting": _sitting(table.crew_id, data["sitting"])})
        moved = reports.report_attempt(table_id=table.pk, number=number, player=player, report=told_by_them)
        return respond(AttemptRowSerializer, attempt_response(player, moved.attempt_id))


def _sitting(table_crew: int | None, told_of: list[dict[str, Any]]) -> dict[int, PersonOrName]:
    """Who sits where. Raises NotInCrew, and ImpossibleReport for two on one seat."""
    sitting = {one["seat"]: _person(table_crew, one) for one in told_of}
    if len(sitting) < len(told_of):
        raise ImpossibleReport("sitting")
    return sitting


def _person(crew: int | None, data: dict[str, Any]) -> PersonOrName:
    """The member, the guest or the name that is meant. Raises NotInCrew."""
    if "name" in data:
        return str(data["name"])
    candidates: list[Player] | list[Guest]
    if "player" in data:
        candidates = list(selectors.members_of(crew).filter(pk=data["player"]))
    else:
        candidates = list(Guest.objects.filter(crew=crew, pk=data["guest"]))
    if not candidates:
        raise NotInCrew
    return candidates[0]


def _seat(request: Request, seat: int, handout: SeatHandout | None) -> dict[str, Any]:
    address = request.build_absolute_uri(reverse("seat-page", args=(handout.token,))) if handout else ""
    return {
        "number": seat,
        "name": handout.name if handout else "",
        "token": handout.token if handout else "",
        "address": address,
        "opened_at": handout.opened_at if handout else None,
    }


def _seat_hand(sheet: selectors.SeatSheet) -> dict[str, Any]:
    return {"number": sheet.number, "captain": sheet.captain, "hand": list(chain.from_iterable(sheet.suits))}
