"""Views of seat pages on phones: the page names its person, and a button shows them the cards."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods

from logbook.challenges.access.real_tables import seat_page_for
from logbook.challenges.exceptions import SeatNeedsAccount
from logbook.challenges.models.handouts import SeatHandout
from logbook.challenges.selectors import sheets as selectors
from logbook.challenges.services import handouts
from logbook.lib.exceptions import Refusal
from logbook.people.middleware import PlayerRequest

private = cache_control(private=True, no_store=True)
A_DAY: Final = timedelta(days=1)


@require_http_methods(["GET", "HEAD", "POST"])
@private
def seat_page(request: PlayerRequest, token: str) -> HttpResponse:
    """Show the link's page before the button; POST shows the seat's cards and records deal access.

    GET changes nothing, and shuts no player out.
    """
    handout, secret = seat_page_for(token), _secret(request, token)
    try:
        handouts.ensure_page_open(handout, request.player, secret)
    except Refusal as error:
        return _answer(request, handout, error=error)
    if request.method == "POST":
        return _open(request, handout, secret)
    return _answer(request, handout) if handout.opened_at is None else _cards(request, handout)


def _open(request: PlayerRequest, handout: SeatHandout, secret: str) -> HttpResponse:
    try:
        seat = handouts.open_seat(token=handout.token, player=request.player, secret=secret)
    except Refusal as error:
        return _answer(request, handout, error=error)
    response = redirect("seat-page", handout.token)
    if seat.secret:
        _remember(response, seat)
    return response


def _remember(response: HttpResponse, seat: handouts.OpenedSeat) -> None:
    """Store the secret in this browser until the challenge is over; scripts and other sites cannot read it."""
    stage = seat.handout.attempt.table.stage
    until = stage.challenge.closes_at if stage else timezone.now()
    response.set_cookie(
        _cookie(seat.handout.token),
        seat.secret,
        max_age=max(A_DAY, until - timezone.now() + A_DAY),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _secret(request: HttpRequest, token: str) -> str:
    return request.COOKIES.get(_cookie(token), "")


def _cookie(token: str) -> str:
    return f"seat-{token}"


def _cards(request: PlayerRequest, handout: SeatHandout) -> HttpResponse:
    page = selectors.seat_page(handout.attempt, handout.seat)
    return _private_response(render(request, "challenges/sheets/seat.html", {"page": page, "handout": handout}))


def _answer(request: PlayerRequest, handout: SeatHandout, *, error: Refusal | None = None) -> HttpResponse:
    context = {
        "handout": handout,
        "error": error,
        "sign_in": isinstance(error, SeatNeedsAccount),
        "may_open": error is None,
    }
    return _private_response(
        render(request, "challenges/sheets/seat_closed.html", context, status=error.status if error else 200)
    )


def _private_response(response: HttpResponse) -> HttpResponse:
    response.headers["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    # Not "no-referrer": the POST would then have no origin, and be refused as another site's.
    response.headers["Referrer-Policy"] = "same-origin"
    return response
