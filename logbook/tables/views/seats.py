"""Views of a table's seats: take and leave them, seat bots and members, nudge players, and let bots stand in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.db import transaction
from django.http import HttpResponse
from django.views.decorators.http import require_POST

from logbook.lib.exceptions import Unreadable
from logbook.people.middleware import PlayerRequest
from logbook.people.models.players import Player
from logbook.tables.access import table_for
from logbook.tables.exceptions import NotInCrew, NotSeated
from logbook.tables.services import deals, nudges, prepare, seat_requests, signal_declines, stand_ins, tables
from logbook.tables.views.tables import answer, number_in, private

LED: Final = "led-"
"""The prefix of the fields of prepared cards: a field names the suit led, and holds a card."""


@require_POST
@private
def table_nudge(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Remind the player of a seat that the table waits for them."""

    def remind() -> None:
        nudges.nudge(table_id=table_id, number=number_in(request, "number"), player=request.player)

    return answer(request, table_id, remind)


@require_POST
@private
def table_stand_in(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Agree to a stand-in for a player who is away, leave one's own seat to one, or take it back."""
    change = request.POST.get("change", "")

    def store() -> None:
        if change == "agree":
            stand_ins.agree(table_id=table_id, number=number_in(request, "number"), player=request.player)
        elif change == "leave":
            stand_ins.leave(table_id=table_id, player=request.player)
        elif change == "return":
            stand_ins.take_back(table_id=table_id, player=request.player)
        else:
            raise Unreadable

    return answer(request, table_id, store)


@require_POST
@private
def table_decline(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Decline to signal before the next trick or in this attempt, or signal again."""
    choice = request.POST.get("until", "")
    return answer(
        request,
        table_id,
        lambda: signal_declines.decline(table_id=table_id, player=request.player, choice=choice),
    )


@require_POST
@private
def table_prepare(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Prepare the player's next card, one for each suit that may be led."""
    fields = [name for name in request.POST if name.startswith(LED)]
    chosen = {name.removeprefix(LED): request.POST.get(name, "") for name in fields}
    cards = {led: card for led, card in chosen.items() if card}

    def store() -> None:
        if not all(len(led) == 1 and len(card) == 2 for led, card in cards.items()):
            raise Unreadable
        prepare.prepare(table_id=table_id, player=request.player, cards=cards)

    return answer(request, table_id, store)


@require_POST
@private
def table_seat(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Change seats: take or leave one, seat a bot or a member, clear one, or fill all with bots (and deal)."""

    def arrange() -> None:
        change = SEAT_CHANGES.get(request.POST.get("action", ""))
        if change is None:
            raise Unreadable
        change(request, table_id)

    return answer(request, table_id, arrange)


def _take(request: PlayerRequest, table_id: int) -> None:
    if request.player is None:
        raise NotSeated
    table = table_for(request.player, table_id)
    number = number_in(request, "number") if "number" in request.POST else None
    tables.take_seat(table=table, player=request.player, number=number)


def _leave(request: PlayerRequest, table_id: int) -> None:
    tables.leave_seat(table_id=table_id, player=request.player)


def _bot(request: PlayerRequest, table_id: int) -> None:
    bot = request.POST.get("bot", "")
    tables.put_bot(table_id=table_id, by=request.player, number=number_in(request, "number"), bot=bot)


def _fill(request: PlayerRequest, table_id: int) -> None:
    tables.fill_with_bots(table_id=table_id, by=request.player, bot=request.POST.get("bot", ""))


def _fill_and_deal(request: PlayerRequest, table_id: int) -> None:
    with transaction.atomic():
        _fill(request, table_id)
        deals.start_attempt(table_id=table_id, player=request.player)


def _clear(request: PlayerRequest, table_id: int) -> None:
    tables.clear_seat(table_id=table_id, by=request.player, number=number_in(request, "number"))


def _member(request: PlayerRequest, table_id: int) -> None:
    player = Player.objects.filter(pk=number_in(request, "player")).first()
    if player is None:
        raise NotInCrew
    tables.put_in_seat(table_id=table_id, by=request.player, player=player, number=number_in(request, "number"))


def _grant(request: PlayerRequest, table_id: int) -> None:
    seat_requests.grant(table_id=table_id, by=request.player, player_id=number_in(request, "player"))


def _decline(request: PlayerRequest, table_id: int) -> None:
    seat_requests.decline(table_id=table_id, by=request.player, player_id=number_in(request, "player"))


SEAT_CHANGES: Final[dict[str, Callable[[PlayerRequest, int], None]]] = {
    "take": _take,
    "leave": _leave,
    "bot": _bot,
    "fill": _fill,
    "fill-and-deal": _fill_and_deal,
    "clear": _clear,
    "member": _member,
    "grant": _grant,
    "decline": _decline,
}
