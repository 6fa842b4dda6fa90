"""API views of attempts at real tables: start, seats, sheets and report."""

from __future__ import annotations

from http import HTTPStatus
from itertools import chain
from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.attempts import AttemptRowSerializer, attempt_response
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
from logbook.challenges.exceptions import ImpossibleReport, NotConfirmed
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.models.handouts import SeatHandout
from logbook.challenges.selectors import sheets as selectors
from logbook.challenges.services import deal_access, handouts, reports
from logbook.challenges.services.sitters import PersonOrName
from logbook.crews.models.guests import Guest
from logbook.people.models.players import Player
from logbook.tables.exceptions import NotInCrew
from logbook.tables.models import Attempt


class RealTableHandOutView(Operation):
    """Starting an attempt at a real table."""

    scope = Scope.PLAY

    @operation("startRealTable", AttemptRowSerializer, body=HandOutInputSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, challenge: int) -> Response:
        """Start a crew's next attempt at a stage, at a real table.

        The attempt counts from now on. It is recorded in the access log: the caller can then play the challenge with
        this crew only.
        """
        player = member(request)
        challenge_row = challenge_for(player, challenge)
        data = parse_body(HandOutInputSerializer, request)
        crew, stage = crew_and_stage(player, challenge_row, data)
        sitters = _sitters(crew.pk, data["seats"])
        moved = reports.hand_out_attempt(
            challenge=challenge_row, stage=stage, crew=crew, player=player, sitters=sitters
        )
        return respond(AttemptRowSerializer, attempt_response(player, moved.attempt_id), status=HTTPStatus.CREATED)


class RealTableBaseView(Operation):
    """Base of the operations on an attempt at a real table."""

    scope = Scope.PLAY

    def attempt(self, table_id: int, number: int) -> Attempt:
        """Return the attempt for a member of its crew. Raises ShutOutOfDeal, DealAlreadyKnown, PlaysElsewhere."""
        player = member(self.request)
        attempt = attempt_for(player, table_id, number)
        deal_access.ensure_may_play(attempt.table, number, [player])
        return attempt


class RealTableDetailView(RealTableBaseView):
    """An attempt at a real table."""

    @operation("readRealTable", RealTableSerializer, also=("409",))
    def get(self, request: Request, table_id: int, number: int) -> Response:
        """Get an attempt at a real table, with its seats, its open cards and its tasks."""
        attempt = self.attempt(table_id, number)
        pages = selectors.handouts_of(attempt)
        seats = [_seat(request, seat, pages.get(seat)) for seat in range(attempt.table.players)]
        open_table = selectors.open_table(attempt) if deal_access.has_seen_a_hand(attempt, member(request)) else None
        return respond(RealTableSerializer, {"attempt": attempt.pk, "open": open_table, "seats": seats})


class SheetsView(RealTableBaseView):
    """The sheets of an attempt."""

    @operation("openHandSheets", SheetsSerializer, body=SheetsConfirmationSerializer)
    def post(self, request: Request, table_id: int, number: int) -> Response:
        """Return all hands of an attempt, to print.

        Requires `sure`. Recorded in the access log.
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
    """Handing out a seat's page."""

    @operation("renewSeatLink", SeatLinkSerializer, body=SitterSerializer, also=("429",))
    def post(self, request: Request, table_id: int, number: int, seat: int) -> Response:
        """Hand out a seat's page again, with a new link.

        The previous link ends. Once a page has been opened, it can only be handed to the same person, which is recorded
        in the access log.
        """
        attempt = self.attempt(table_id, number)
        to = _person(attempt.table.crew_id, parse_body(SitterSerializer, request))
        handed = handouts.hand_seat(table_id=table_id, number=number, seat=seat, to=to, by=member(request))
        return respond(SeatLinkSerializer, _seat(request, seat, handed))


class SeatDetailView(Operation):
    """A seat's page."""

    scope = Scope.PLAY
    is_open_to_change = True

    @operation("openSeatPage", SeatPageSerializer, body=SeatOpeningSerializer, also=("410",))
    def post(self, request: Request, token: str) -> Response:
        """Open a seat's page and return its hand.

        The page then belongs to the player or browser that opened it. A page handed to a member opens for that member
        only. Callers who are not signed in receive a `secret`, once, which opens the page again. Recorded in the access
        log. 410 once the attempt is over or the seat was handed out again.
        """
        handout, secret = seat_page_for(token), parse_body(SeatOpeningSerializer, request)["secret"]
        seat = handouts.open_seat(token=handout.token, player=caller(request), secret=secret)
        page = selectors.seat_page(handout.attempt, handout.seat)
        return respond(SeatPageSerializer, {**_seat_hand(page.seat), "open": page.open, "secret": seat.secret})


class ReportView(Operation):
    """The report of an attempt."""

    scope = Scope.PLAY

    @operation("reportAttempt", AttemptRowSerializer, body=ReportInputSerializer)
    def post(self, request: Request, table_id: int, number: int) -> Response:
        """Report the result of an attempt at a real table.

        The first report stands: 409 `reported-already` afterwards.
        """
        player = member(request)
        table = crew_table_for(player, table_id)
        data = parse_body(ReportInputSerializer, request)
        sitters = _sitters(table.crew_id, data.pop("seats"))
        report = reports.Report(**data, sitters=sitters)
        moved = reports.report_attempt(table_id=table.pk, number=number, player=player, report=report)
        return respond(AttemptRowSerializer, attempt_response(player, moved.attempt_id))


def _sitters(table_crew: int | None, seats: list[dict[str, Any]]) -> dict[int, PersonOrName]:
    """Return the person at each seat. Raises NotInCrew, and ImpossibleReport for two people on one seat."""
    sitters = {one["seat"]: _person(table_crew, one) for one in seats}
    if len(sitters) < len(seats):
        raise ImpossibleReport("seats")
    return sitters


def _person(crew: int | None, data: dict[str, Any]) -> PersonOrName:
    """Return the member, the guest or the new guest's name. Raises NotInCrew."""
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
