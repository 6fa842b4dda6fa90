"""What one does at a table besides playing: its seats, the deals, giving up, going on."""

from __future__ import annotations

from http import HTTPStatus

from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Shape, asked, operation, told
from logbook.api.callers import person
from logbook.people.models.players import Player
from logbook.tables.access import table_for
from logbook.tables.api.serializers import Next, SeatBot, SeatMember, SeatNumber, SeatWish, Seen, Start, TableDetail
from logbook.tables.api.serializers import TableView as View
from logbook.tables.api.views import AtTable, table_now, table_told, view_now
from logbook.tables.exceptions import NotInCrew
from logbook.tables.services import attempts, tables


class Arranging(AtTable):
    """Something about the seats; answers the table after it."""

    def _arranged(self, player: Player, table_id: int) -> Response:
        return told(TableDetail, table_told(table_now(player, table_id), player))

    def _words(self, shape: Shape, table_id: int) -> tuple[Player, dict[str, int]]:
        player = person(self.request)
        words = asked(shape, self.request)
        table_for(player, table_id)
        return player, words


class SeatTake(Arranging):
    """Sitting down."""

    @operation("takeSeat", TableDetail, asks=SeatWish)
    def post(self, request: Request, table_id: int) -> Response:
        """Sit down: at this seat, or at the first free one."""
        player, words = self._words(SeatWish, table_id)
        tables.seat_take(table=table_for(player, table_id), player=player, number=words.get("number"))
        return self._arranged(player, table_id)


class SeatLeave(Arranging):
    """Standing up."""

    @operation("leaveSeat", {204: None})
    def post(self, request: Request, table_id: int) -> Response:
        """Stand up. Doing it twice changes nothing more."""
        player = person(request)
        table_for(player, table_id)
        tables.seat_leave(table_id=table_id, player=player)
        return Response(status=HTTPStatus.NO_CONTENT)


class SeatPutBot(Arranging):
    """A bot."""

    @operation("putBot", TableDetail, asks=SeatBot)
    def post(self, request: Request, table_id: int) -> Response:
        """Let a bot play a free seat, or another bot's."""
        player, words = self._words(SeatBot, table_id)
        tables.bot_put(table_id=table_id, by=player, number=words["number"], bot=str(words["bot"]))
        return self._arranged(player, table_id)


class SeatPutMember(Arranging):
    """A member of the crew."""

    @operation("putMember", TableDetail, asks=SeatMember)
    def post(self, request: Request, table_id: int) -> Response:
        """Seat another member of the table's crew."""
        player, words = self._words(SeatMember, table_id)
        other = Player.objects.filter(pk=words["player"]).first()
        if other is None:
            raise NotInCrew
        tables.seat_put(table_id=table_id, by=player, player=other, number=words["number"])
        return self._arranged(player, table_id)


class SeatClear(Arranging):
    """An empty seat."""

    @operation("clearSeat", TableDetail, asks=SeatNumber)
    def post(self, request: Request, table_id: int) -> Response:
        """Empty a bot's seat, or one's own; who opened the table may empty any."""
        player, words = self._words(SeatNumber, table_id)
        tables.seat_clear(table_id=table_id, by=player, number=words["number"])
        return self._arranged(player, table_id)


class Dealing(AtTable):
    """The deals; answers the view after it."""

    def _viewed(self, player: Player, table_id: int) -> Response:
        return told(View, view_now(player, table_id))


class TableStart(Dealing):
    """The next deal."""

    @operation("deal", View, asks=Start)
    def post(self, request: Request, table_id: int) -> Response:
        """Deal the table's next attempt: the first once all seats are filled, a retry when the last one is over."""
        player, words = person(request), asked(Start, request)
        table_for(player, table_id)
        seen, same_tasks = words.get("seen"), words["same_tasks"]
        attempts.attempt_start(table_id=table_id, player=player, seen=seen, same_tasks=same_tasks)
        return self._viewed(player, table_id)


class TableAbandon(Dealing):
    """Giving up."""

    @operation("abandon", View, asks=Seen)
    def post(self, request: Request, table_id: int) -> Response:
        """Give the running attempt up. It counts as an attempt."""
        player, words = person(request), asked(Seen, request)
        table_for(player, table_id)
        attempts.attempt_abandon(table_id=table_id, player=player, seen=words["seen"])
        return self._viewed(player, table_id)


class TableHurry(Dealing):
    """Bots that wait."""

    @operation("hurry", View, asks=Seen)
    def post(self, request: Request, table_id: int) -> Response:
        """Tell the bots not to wait for people to speak."""
        player, words = person(request), asked(Seen, request)
        table_for(player, table_id)
        attempts.bots_hurry(table_id=table_id, player=player, seen=words["seen"])
        return self._viewed(player, table_id)


class TableNext(Dealing):
    """The mission after this one."""

    @operation("goOn", TableDetail, asks=Next)
    def post(self, request: Request, table_id: int) -> Response:
        """On to the next mission, at a new table with the same seats; who asks second comes to the same table."""
        player, words = person(request), asked(Next, request)
        table_for(player, table_id)
        following = tables.table_next(table_id=table_id, player=player, timed=words["clock"])
        return told(TableDetail, table_told(following, player))
