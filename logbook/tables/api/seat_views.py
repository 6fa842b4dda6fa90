"""API views of a table's seats and deals, and of players who are away."""

from __future__ import annotations

from http import HTTPStatus

from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Shape, operation, parse_body, respond
from logbook.api.callers import person
from logbook.api.tables import TableDetailSerializer, table_now, table_response
from logbook.people.models.players import Player
from logbook.tables.access import table_for
from logbook.tables.api.serializers import (
    NextSerializer,
    SeatBotSerializer,
    SeatMemberSerializer,
    SeatNumberSerializer,
    SeatWishSerializer,
    SeenSerializer,
    SignalDeclineSerializer,
    StandInSerializer,
    StartSerializer,
    WatchingSerializer,
)
from logbook.tables.api.serializers import TableViewSerializer as View
from logbook.tables.api.views import TableBaseView, view_now
from logbook.tables.exceptions import NoSuchSeat, NotInCrew
from logbook.tables.services import attempts, bots, deals, nudges, signal_declines, stand_ins, tables, watching


class SeatBaseView(TableBaseView):
    """Base of the operations on seats. They return the table."""

    def _arranged(self, player: Player, table_id: int) -> Response:
        return respond(TableDetailSerializer, table_response(table_now(player, table_id), player))

    def _caller_and_data(self, shape: Shape, table_id: int) -> tuple[Player, dict[str, int]]:
        player = person(self.request)
        data = parse_body(shape, self.request)
        table_for(player, table_id)
        return player, data


class SeatTakeView(SeatBaseView):
    """Taking a seat."""

    @operation("takeSeat", TableDetailSerializer, body=SeatWishSerializer)
    def post(self, request: Request, table_id: int) -> Response:
        """Take a seat.

        Takes the seat `number`, or the first free seat if `number` is omitted. A seated player moves to the new seat.
        """
        player, data = self._caller_and_data(SeatWishSerializer, table_id)
        tables.take_seat(table=table_for(player, table_id), player=player, number=data.get("number"))
        return self._arranged(player, table_id)


class SeatLeaveView(SeatBaseView):
    """Leaving a seat."""

    @operation("leaveSeat", {204: None})
    def post(self, request: Request, table_id: int) -> Response:
        """Leave the seat.

        Idempotent. Seats are fixed while an attempt is in progress.
        """
        player = person(request)
        table_for(player, table_id)
        tables.leave_seat(table_id=table_id, player=player)
        return Response(status=HTTPStatus.NO_CONTENT)


class SeatBotView(SeatBaseView):
    """A bot on a seat."""

    @operation("putBot", TableDetailSerializer, body=SeatBotSerializer)
    def post(self, request: Request, table_id: int) -> Response:
        """Add a bot.

        The seat must be free, or held by another bot.
        """
        player, data = self._caller_and_data(SeatBotSerializer, table_id)
        tables.put_bot(table_id=table_id, by=player, number=data["number"], bot=str(data["bot"]))
        return self._arranged(player, table_id)


class SeatMemberView(SeatBaseView):
    """A crew member on a seat."""

    @operation("putMember", TableDetailSerializer, body=SeatMemberSerializer)
    def post(self, request: Request, table_id: int) -> Response:
        """Seat another member of the table's crew."""
        player, data = self._caller_and_data(SeatMemberSerializer, table_id)
        other = Player.objects.filter(pk=data["player"]).first()
        if other is None:
            raise NotInCrew
        tables.put_in_seat(table_id=table_id, by=player, player=other, number=data["number"])
        return self._arranged(player, table_id)


class SeatClearView(SeatBaseView):
    """Freeing a seat."""

    @operation("clearSeat", TableDetailSerializer, body=SeatNumberSerializer)
    def post(self, request: Request, table_id: int) -> Response:
        """Free a seat.

        The caller may free their own seat or a bot's seat; the player who opened the table may free any seat.
        """
        player, data = self._caller_and_data(SeatNumberSerializer, table_id)
        tables.clear_seat(table_id=table_id, by=player, number=data["number"])
        return self._arranged(player, table_id)


class DealBaseView(TableBaseView):
    """Base of the operations on attempts. They return the view afterwards."""

    def _viewed(self, player: Player, table_id: int) -> Response:
        return respond(View, view_now(player, table_id))


class TableStartView(DealBaseView):
    """Starting an attempt."""

    @operation("deal", View, body=StartSerializer)
    def post(self, request: Request, table_id: int) -> Response:
        """Deal the next attempt.

        Deals the first attempt once all seats are filled, and a retry once the previous attempt has ended.
        """
        player, data = person(request), parse_body(StartSerializer, request)
        table_for(player, table_id)
        seen, same_tasks = data.get("seen"), data["same_tasks"]
        deals.start_attempt(table_id=table_id, player=player, seen=seen, same_tasks=same_tasks)
        return self._viewed(player, table_id)


class TableAbandonView(DealBaseView):
    """Giving up an attempt."""

    @operation("abandonAttempt", View, body=SeenSerializer)
    def post(self, request: Request, table_id: int) -> Response:
        """Give up the attempt in progress.

        It counts as a failed attempt.
        """
        player, data = person(request), parse_body(SeenSerializer, request)
        table_for(player, table_id)
        attempts.abandon_attempt(table_id=table_id, player=player, seen=data["seen"])
        return self._viewed(player, table_id)


class TableHurryView(DealBaseView):
    """Skipping the bots' pause."""

    @operation("skipBotPause", View, body=SeenSerializer)
    def post(self, request: Request, table_id: int) -> Response:
        """Have the bots act at once.

        Skips the pause in which bots give players time to signal.
        """
        player, data = person(request), parse_body(SeenSerializer, request)
        table_for(player, table_id)
        bots.skip_bot_pause(table_id=table_id, player=player, seen=data["seen"])
        return self._viewed(player, table_id)


class TableNextView(DealBaseView):
    """The table of the next mission."""

    @operation("openNextTable", TableDetailSerializer, body=NextSerializer)
    def post(self, request: Request, table_id: int) -> Response:
        """Open a table for the next mission, with the same seats.

        Idempotent: repeated calls return the same table.
        """
        player, data = person(request), parse_body(NextSerializer, request)
        table_for(player, table_id)
        next_table = tables.open_next_table(table_id=table_id, player=player, timed=data["clock"])
        return respond(TableDetailSerializer, table_response(next_table, player))


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


class WatchingView(SeatBaseView):
    """The choice of who may watch a table."""

    @operation("chooseWatching", TableDetailSerializer, body=WatchingSerializer)
    def post(self, request: Request, table_id: int) -> Response:
        """Choose who may watch.

        Before and between attempts only. 409 `watched-by-none` in an open challenge and at an open deal of the day.
        """
        player, data = person(request), parse_body(WatchingSerializer, request)
        table_for(player, table_id)
        watching.choose_watching(table_id=table_id, by=player, watching=data["watching"])
        return self._arranged(player, table_id)


class WatchersView(SeatBaseView):
    """Watchers of a running attempt."""

    @operation("sendWatchersAway", {204: None})
    def post(self, request: Request, table_id: int) -> Response:
        """Send the watchers away from the attempt in progress.

        Only its players see it from then on. Idempotent. Watchers may come back for the next attempt.
        """
        player = person(request)
        table_for(player, table_id)
        watching.send_watchers_away(table_id=table_id, by=player)
        return Response(status=HTTPStatus.NO_CONTENT)
