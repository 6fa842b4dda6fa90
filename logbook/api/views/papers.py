"""Attempts at a crew's own table: having one given out, its sheets and its seats' pages, and reporting how it ended."""

from __future__ import annotations

from http import HTTPStatus
from itertools import chain
from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from logbook import access
from logbook.api.caller import caller, member
from logbook.api.operations import Operation, asked, operation, told
from logbook.api.permissions import Scope
from logbook.api.shapes.challenges import Play
from logbook.api.shapes.papers import Paper, ReportWords, SeatPaper, Sheets, Sure
from logbook.api.shapes.tables import AttemptLine
from logbook.api.views.challenges import crew_and_stage
from logbook.api.views.replays import attempt_told
from logbook.models import Attempt, Look, Table
from logbook.selectors import sheets as selectors
from logbook.services import errors, looks, reports


class PaperHandOut(Operation):
    """The next attempt, on paper."""

    scope = Scope.PLAY

    @operation("handOut", AttemptLine, asks=Play, status=HTTPStatus.CREATED)
    def post(self, request: Request, challenge: int) -> Response:
        """Have a crew's next attempt at a stage given out, to be played at its own table; it counts from now on."""
        player = member(request)
        found = access.challenge_for(player, challenge)
        crew, stage = crew_and_stage(player, found, asked(Play, request))
        moved = reports.attempt_hand_out(challenge=found, stage=stage, crew=crew, player=player)
        return told(AttemptLine, attempt_told(player, moved.attempt_id), status=HTTPStatus.CREATED)


class AtPaper(Operation):
    """An operation at an attempt that is played at the crew's own table."""

    scope = Scope.PLAY

    def attempt(self, table_id: int, number: int) -> Attempt:
        """The attempt, for a member of its crew who may be dealt it. Raises OutOfDeal, KnowsDeal."""
        player = member(self.request)
        attempt = access.paper_for(player, table_id, number)
        looks.deal_check(attempt.table, number, [player])
        return attempt


class PaperOne(AtPaper):
    """What lies open."""

    @operation("readPaper", Paper, also=("409",))
    def get(self, request: Request, table_id: int, number: int) -> Response:
        """An attempt at the crew's own table: what lies open there, and the link of each seat's page."""
        attempt = self.attempt(table_id, number)
        seats = [_seat(request, attempt, seat) for seat in range(attempt.table.players)]
        return told(Paper, {"attempt": attempt.pk, "open": selectors.open_table(attempt), "seats": seats})


class PaperSheets(AtPaper):
    """All hands."""

    @operation("openSheets", Sheets, asks=Sure)
    def post(self, request: Request, table_id: int, number: int) -> Response:
        """All hands of an attempt, to be printed, for somebody who says that they want to see them.

        It is written down in the challenge's ledger.
        """
        attempt = self.attempt(table_id, number)
        if not asked(Sure, request)["sure"]:
            raise errors.NotConfirmed
        looks.attempt_note(attempt, member(request), Look.How.PRINTED)
        found = selectors.sheets_of(attempt)
        seats = [_hand(sheet) for sheet in found.seats]
        return told(Sheets, {"seats": seats, "robot_down": found.robot_down, "tasks_down": found.tasks_down})


class SeatOne(Operation):
    """A seat's own cards."""

    is_open = True

    @operation("readSeat", SeatPaper, also=("409", "410"))
    def get(self, request: Request, token: str) -> Response:
        """One seat's own cards, for whoever has its link; 410 once the attempt is over."""
        player, (attempt, seat) = caller(request), access.seat_page_for(token)
        if attempt.state != Attempt.State.PLAYING:
            raise errors.SeatPageOver
        if player is not None:
            looks.deal_check(attempt.table, attempt.number, [player])
        looks.attempt_note(attempt, player, Look.How.SEAT_PAGE, seat)
        page = selectors.seat_page(attempt, seat)
        return told(SeatPaper, {**_hand(page.seat), "open": page.open})


class PaperReport(Operation):
    """The report."""

    scope = Scope.PLAY

    @operation("reportAttempt", AttemptLine, asks=ReportWords)
    def post(self, request: Request, table_id: int, number: int) -> Response:
        """Report how an attempt at the crew's own table ended. The first report counts."""
        player = member(request)
        table = access.crew_table_for(player, table_id)
        words = asked(ReportWords, request)
        told_by_them = reports.Report(**{**words, "sitting": _sitting(table, words["sitting"])})
        moved = reports.attempt_report(table_id=table.pk, number=number, player=player, report=told_by_them)
        return told(AttemptLine, attempt_told(player, moved.attempt_id))


def _sitting(table: Table, told_of: list[dict[str, int]]) -> dict[int, Any]:
    """Who sat where: members of the crew, one a seat. Raises NotInCrew, ImpossibleReport."""
    members = {one.pk: one for one in selectors.members_of(table)}
    sitting = {one["seat"]: members.get(one["player"]) for one in told_of}
    if None in sitting.values():
        raise errors.NotInCrew
    if len(sitting) < len(told_of):
        raise errors.ImpossibleReport("sitting")
    return sitting


def _seat(request: Request, attempt: Attempt, seat: int) -> dict[str, Any]:
    token = selectors.seat_token(attempt, seat)
    return {
        "number": seat,
        "token": token,
        "address": request.build_absolute_uri(reverse("seat-page", args=(token,))),
    }


def _hand(sheet: selectors.SeatSheet) -> dict[str, Any]:
    return {"number": sheet.number, "captain": sheet.captain, "hand": list(chain.from_iterable(sheet.suits))}
