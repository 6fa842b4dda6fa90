"""Views of rooms. Every POST leads back to the room, or shows it with the refusal.

The table's page shows the same room at its own address (`logbook/rooms/shown_room.py`).
"""

from __future__ import annotations

from collections.abc import Callable

from asgiref.sync import sync_to_async
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

import games
from logbook.challenges.services import deal_access
from logbook.lib import event_streams
from logbook.lib.exceptions import Refusal, TooManyStreams, Unreadable, status_of
from logbook.lib.posted_actions import action_text
from logbook.people.middleware import PlayerRequest, reader_of
from logbook.people.models.players import Player
from logbook.reviews.selectors import Place, review_of
from logbook.rooms.access import enter, followed_room_for, practice_for, room_for
from logbook.rooms.exceptions import SignInToLead, SignInToPlayOn
from logbook.rooms.live_parts import ROOMS, part_context, room_reader
from logbook.rooms.moments import RoomPlace
from logbook.rooms.selectors.rooms import here_line, room_of, room_page
from logbook.rooms.services import practice
from logbook.rooms.services import rooms as services
from logbook.rooms.shown_room import number_in, shown_room
from logbook.tables import renderers
from logbook.tables.access import watched_table_for
from logbook.tables.kinds import kind_of
from logbook.tables.models import Attempt
from logbook.tables.selectors.seat_labels import refusal_text
from logbook.talk.selectors import Talk, talk_of, voice_room_of

private = cache_control(private=True, no_store=True)

MINIMAL = "return=minimal"
"""The preference (RFC 7240) of a page that follows the room by its stream."""


@require_safe
@private
def room(request: PlayerRequest, attempt_id: int) -> HttpResponse:
    """Show the leader's moment, and follow it; with `step`, that moment of the record alone."""
    return _room_page(request, room_for(request.player, attempt_id), at_table=False)


@require_safe
@private
def room_part(request: PlayerRequest, attempt_id: int) -> HttpResponse:
    """Show the part of the page that follows the leader; 204 if the reader has seen it."""
    attempt = room_for(request.player, attempt_id)
    deal_access.record_replay_access(attempt, request.player)
    found = room_of(attempt)
    if request.GET.get("seen") == str(found.number):
        return HttpResponse(status=204)
    page = room_page(found, request.player)
    context = part_context(page, at_table="at" in request.GET)
    return render(request, page.template, context)


@require_GET
async def room_stream(request: PlayerRequest, attempt_id: int) -> HttpResponseBase:
    """Stream the room's number, then the reader's part at each change; 204 without Redis: the page then polls."""
    await sync_to_async(followed_room_for)(request.player, attempt_id)
    if event_streams.is_full(reader_of(request)):
        raise TooManyStreams
    player, session = request.player, request.session.session_key
    if player is None or session is None:
        raise Http404
    return await renderers.answer(room_reader(request, attempt_id, player, session), ROOMS)


@require_safe
@private
def room_review(request: PlayerRequest, attempt_id: int) -> HttpResponse:
    """Show the comments beside the room's moment."""
    attempt = room_for(request.player, attempt_id)
    step = number_in(request.GET.get("step", "")) or 0
    review = review_of(attempt, request.player, Place(attempt.pk, step, in_room=True))
    return render(request, "reviews/_review.html", {"review": review})


@require_safe
@private
def room_here(request: PlayerRequest, attempt_id: int) -> HttpResponse:
    """Show who is in the room. Its page asks when people come or go."""
    return render(request, "rooms/_here.html", {"here": here_line(room_for(request.player, attempt_id))})


@require_http_methods(["GET", "HEAD", "POST"])
@private
def room_practice(request: PlayerRequest, attempt_id: int) -> HttpResponse:
    """Lead to the reader's practice table; a POST deals one from the moment `step`, with `whatif` of the what-if."""
    attempt, place = _place(request, attempt_id)
    step = number_in(request.POST.get("step", ""))
    try:
        if request.method != "POST":
            return redirect("table", practice_for(request.player, attempt).pk)
        if request.player is None:
            raise SignInToPlayOn
        if step is None:
            raise Unreadable
        in_variation = "whatif" in request.POST
        table = practice.play_on_from_here(attempt=attempt, by=request.player, step=step, in_variation=in_variation)
    except (Refusal, games.GameError) as error:
        return _refused(request, place, attempt, error)
    address = reverse("table", args=(table,))
    if getattr(request, "htmx", False):  # htmx loads the whole page.
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    return redirect(address)


@require_POST
@private
def room_lead(request: PlayerRequest, attempt_id: int) -> HttpResponse:
    """Lead the room."""
    return _answer(request, attempt_id, lambda attempt, by: services.take_lead(attempt=attempt, by=by))


@require_POST
@private
def room_step(request: PlayerRequest, attempt_id: int) -> HttpResponse:
    """Show everyone a moment, as the leader; any other reader looks at it on their own."""
    attempt, place = _place(request, attempt_id)
    step = number_in(request.POST.get("step", ""))
    if step is None:
        refusal = Unreadable()
        at_table = place.table_id is not None
        return _room_page(request, attempt, at_table=at_table, error=str(refusal), status=refusal.status)
    if services.go_to(attempt=attempt, by=request.player, step=step):
        return _done(request, place)
    return redirect(place.href(min(step, attempt.length)))


@require_POST
@private
def room_play(request: PlayerRequest, attempt_id: int) -> HttpResponse:
    """Play on for everyone, as the leader: one action."""
    text = action_text(request.POST)
    return _answer(request, attempt_id, lambda attempt, by: services.play(attempt=attempt, by=by, text=text))


@require_POST
@private
def room_back(request: PlayerRequest, attempt_id: int) -> HttpResponse:
    """Leave the what-if, as the leader."""
    return _answer(request, attempt_id, lambda attempt, by: services.leave_variation(attempt=attempt, by=by))


@require_POST
@private
def room_swap(request: PlayerRequest, attempt_id: int) -> HttpResponse:
    """Exchange two cards between hands, as the leader."""
    cards = (request.POST.get("first", ""), request.POST.get("second", ""))
    return _answer(request, attempt_id, lambda attempt, by: services.swap(attempt=attempt, by=by, cards=cards))


@require_POST
@private
def room_marks(request: PlayerRequest, attempt_id: int) -> HttpResponse:
    """Mark a card, or clear one's own marks."""
    card, clear = request.POST.get("card", ""), "clear" in request.POST

    def mark(attempt: Attempt, by: Player) -> None:
        if clear:
            services.clear_marks(attempt=attempt, by=by)
        else:
            services.mark_card(attempt=attempt, by=by, card=card)

    return _answer(request, attempt_id, mark)


def _answer(request: PlayerRequest, attempt_id: int, service: Callable[[Attempt, Player], None]) -> HttpResponse:
    """Call the service, and lead back to the room, or show it with the refusal."""
    attempt, place = _place(request, attempt_id)
    try:
        if request.player is None:
            raise SignInToLead
        enter(attempt, request.player, request.META["REMOTE_ADDR"])
        service(attempt, request.player)
    except (Refusal, games.GameError) as error:
        return _refused(request, place, attempt, error)
    return _done(request, place)


def _refused(
    request: PlayerRequest, place: RoomPlace, attempt: Attempt, error: Refusal | games.GameError
) -> HttpResponse:
    """Show the room with the refusal."""
    words = refusal_text(error, attempt.table) if isinstance(error, games.GameError) else str(error)
    at_table = place.table_id is not None
    return _room_page(request, attempt, at_table=at_table, error=words, status=status_of(error))


def _done(request: PlayerRequest, place: RoomPlace) -> HttpResponse:
    """Lead back to the room; a page whose stream brings the part prefers an answer without one."""
    if request.headers.get("Prefer") == MINIMAL:
        return HttpResponse(status=204, headers={"Preference-Applied": MINIMAL})
    return redirect(place.href())


def _place(request: PlayerRequest, attempt_id: int) -> tuple[Attempt, RoomPlace]:
    attempt = room_for(request.player, attempt_id)
    return attempt, RoomPlace(attempt.pk, attempt.table_id if request.POST.get("at") == "table" else None)


def _room_page(
    request: PlayerRequest, attempt: Attempt, *, at_table: bool, error: str = "", status: int = 200
) -> HttpResponse:
    shown = shown_room(request, attempt, at_table=at_table, error=error, status=status)
    talk = _talk_beside(request.player, attempt) if shown.beat else None
    room = voice_room_of(attempt.table, request.player) if shown.beat and not talk else ""
    context = {"shown": shown, "kind": kind_of(attempt.table.game), "talk": talk, "voice_room": room}
    return render(request, "rooms/room.html", context, status=shown.status)


def _talk_beside(reader: Player | None, attempt: Attempt) -> Talk | None:
    """Return the table's talk for readers who may open its page; the replay may be open to many more."""
    try:
        return talk_of(watched_table_for(reader, attempt.table_id), reader)
    except Http404:
        return None
