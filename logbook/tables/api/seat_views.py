"""What one does at a table besides playing: its seats, the deals, giving up, going on."""

from __future__ import annotations

from http import HTTPStatus

from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Shape, operation, parse_body, respond
from logbook.api.callers import person
from logbook.people.models.players import Player
from logbook.tables.access import table_for
from logbook.tables.api.serializers import (
    NextSerializer,
    SeatBotSerializer,
    SeatMemberSerializer,
    SeatNumberSerializer,
    SeatWishSerializer,
    SeenSerializer,
    StartSerializer,
    TableDetailSerializer,
)
from logbook.tables.api.serializers import TableViewSerializer as View
from logbook.tables.api.views import TableBaseView, table_now, table_response, view_now
from logbook.tables.exceptions import NotInCrew
from logbook.tables.services import attempts, tables


class SeatBaseView(TableBaseView):
    """Something about the seats; answers the table after it."""

    def _arranged(self, player: Player, table_id: int) -> Response:
        return respond(TableDetailSerializer, table_response(table_now(player, table_id), player))

    def _words(self, shape: Shape, table_id: int) -> tuple[Player, dict[str, int]]:
        player = person(self.request)
        words = parse_body(shape, self.request)
        table_for(player, table_id)
        return player, words


class SeatTakeView(SeatBaseView):
    """Sitting down."""

    @operation("takeSeat", TableDetailSerializer, asks=SeatWishSerializer)
    def post(self, request: Request, table_id: int) -> Response:
        """Sit down: at this seat, or at the first free one."""
        player, words = self._words(SeatWishSerializer, table_id)
        tables.take_seat(table=table_for(player, table_id), player=player, number=words.get("number"))
        return self._arranged(player, table_id)


class SeatLeaveView(SeatBaseView):
    """Standing up."""

    @operation("leaveSeat", {204: None})
    def post(self, request: Request, table_id: int) -> Response:
        """Stand up. Doing it twice changes nothing more."""
        player = person(request)
        table_for(player, table_id)
        tables.leave_seat(table_id=table_id, player=player)
        return Response(status=HTTPStatus.NO_CONTENT)


class SeatBotView(SeatBaseView):
    """A bot."""

    @operation("putBot", TableDetailSerializer, asks=SeatBotSerializer)
    def post(self, request: Request, table_id: int) -> Response:
        """Let a bot play a free seat, or another bot's."""
        player, words = self._words(SeatBotSerializer, table_id)
        tables.put_bot(table_id=table_id, by=player, number=words["number"], bot=str(words["bot"]))
        return self._arranged(player, table_id)


class SeatMemberView(SeatBaseView):
    """A member of the crew."""

    @operation("putMember", TableDetailSerializer, asks=SeatMemberSerializer)
    def post(self, request: Request, table_id: int) -> Response:
        """Seat another member of the table's crew."""
        player, words = self._words(SeatMemberSerializer, table_id)
        other = Player.objects.filter(pk=words["player"]).first()
        if other is None:
            raise NotInCrew
        tables.put_in_seat(table_id=table_id, by=player, player=other, number=words["number"])
        return self._arranged(player, table_id)


class SeatClearView(SeatBaseView):
    """An empty seat."""

    @operation("clearSeat", TableDetailSerializer, asks=SeatNumberSerializer)
    def post(self, request: Request, table_id: int) -> Response:
        """Empty a bot's seat, or one's own; who opened the table may empty any."""
        player, words = self._words(SeatNumberSerializer, table_id)
        tables.clear_seat(table_id=table_id, by=player, number=words["number"])
        return self._arranged(player, table_id)


class DealBaseView(TableBaseView):
    """The deals; answers the view after it."""

    def _viewed(self, player: Player, table_id: int) -> Response:
        return respond(View, view_now(player, table_id))


class TableStartView(DealBaseView):
    """The next deal."""

    @operation("deal", View, asks=StartSerializer)
    def post(self, request: Request, table_id: int) -> Response:
        """Deal the table's next attempt: the first once all seats are filled, a retry when the last one is over."""
        player, words = person(request), parse_body(StartSerializer, request)
        table_for(player, table_id)
        seen, same_tasks = words.get("seen"), words["same_tasks"]
        attempts.start_attempt(table_id=table_id, player=player, seen=seen, same_tasks=same_tasks)
        return self._viewed(player, table_id)


class TableAbandonView(DealBaseView):
    """Giving up."""

    @operation("abandon", View, asks=SeenSerializer)
    def post(self, request: Request, table_id: int) -> Response:
        """Give the running attempt up. It counts as an attempt."""
        player, words = person(request), parse_body(SeenSerializer, request)
        table_for(player, table_id)
        attempts.abandon_attempt(table_id=table_id, player=player, seen=words["seen"])
        return self._viewed(player, table_id)


class TableHurryView(DealBaseView):
    """Bots that wait."""

    @operation("hurry", View, asks=SeenSerializer)
    def post(self, request: Request, table_id: int) -> Response:
        """Tell the bots not to wait for people to speak."""
        player, words = person(request), parse_body(SeenSerializer, request)
        table_for(player, table_id)
        attempts.skip_bot_pause(table_id=table_id, player=player, seen=words["seen"])
        return self._viewed(player, table_id)


class TableNextView(DealBaseView):
    """The mission after this one."""

    @operation("goOn", TableDetailSerializer, asks=NextSerializer)
    def post(self, request: Request, table_id: int) -> Response:
        """On to the next mission, at a new table with the same seats; who asks second comes to the same table."""
        player, words = person(request), parse_body(NextSerializer, request)
        table_for(player, table_id)
        following = tables.open_next_table(table_id=table_id, player=player, timed=words["clock"])
        return respond(TableDetailSerializer, table_response(following, player))
