"""API views about players who are away: nudges and stand-ins."""

from __future__ import annotations

from http import HTTPStatus

from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import operation, parse_body
from logbook.api.callers import person
from logbook.api.tables import TableDetailSerializer
from logbook.tables.access import table_for
from logbook.tables.api.seat_views import SeatBaseView
from logbook.tables.api.serializers import SeatNumberSerializer, SignalDeclineSerializer, StandInSerializer
from logbook.tables.exceptions import NoSuchSeat
from logbook.tables.services import nudges, signal_declines, stand_ins


class SeatNudgeView(SeatBaseView):
    """A nudge."""

    @operation("nudgeSeat", {204: None}, body=SeatNumberSerializer)
    def post(self, request: Request, table_id: int) -> Response:
        """Nudge the player of a seat.

        Reminds a player who has been away for a minute that the table waits for them; once a minute at most.
        """
        player, data = self._caller_and_data(SeatNumberSerializer, table_id)
        nudges.nudge(table_id=table_id, number=data["number"], player=player)
        return Response(status=HTTPStatus.NO_CONTENT)


class SignalDeclineView(SeatBaseView):
    """A player who will not signal."""

    @operation("declineToSignal", {204: None}, body=SignalDeclineSerializer)
    def post(self, request: Request, table_id: int) -> Response:
        """Decline to signal.

        `trick`: not before the coming trick; `round`: not in this attempt; `none`: signal again. Bots and
        turn-based tables then no longer wait for the caller. Other players don't see it.
        """
        player, data = person(request), parse_body(SignalDeclineSerializer, request)
        table_for(player, table_id)
        signal_declines.decline(table_id=table_id, player=player, choice=data["until"])
        return Response(status=HTTPStatus.NO_CONTENT)


class StandInView(SeatBaseView):
    """A bot that plays for a player who is away."""

    @operation("changeStandIn", TableDetailSerializer, body=StandInSerializer)
    def post(self, request: Request, table_id: int) -> Response:
        """Agree to a stand-in, leave the seat to one, or take it back.

        `agree` is for another player's seat `number`, whose player has been away for two minutes; the bot plays once
        every other player at the table agrees. `leave` and `return` are for the caller's own seat.
        """
        player, data = person(request), parse_body(StandInSerializer, request)
        table_for(player, table_id)
        if data["change"] == "agree":
            if data.get("number") is None:
                raise NoSuchSeat
            stand_ins.agree(table_id=table_id, number=data["number"], player=player)
        elif data["change"] == "leave":
            stand_ins.leave(table_id=table_id, player=player)
        else:
            stand_ins.take_back(table_id=table_id, player=player)
        return self._arranged(player, table_id)
