"""Paper and phones for an attempt at a real table: what is printed, and the page of one seat."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from logbook import access
from logbook.access import MemberRequest, needs_account
from logbook.middleware import PlayerRequest
from logbook.models import Attempt, Look
from logbook.selectors import sheets as selectors
from logbook.services import errors, looks

private = cache_control(private=True, no_store=True)


@require_safe
@needs_account
@private
def paper(request: MemberRequest, table_id: int, number: int) -> HttpResponse:
    """What to do with an attempt at one's own table: print it, or hand each seat its link; then report."""
    attempt = access.paper_for(request.player, table_id, number)
    looks.deal_check(attempt.table, number, [request.player])
    links = [_link(request, attempt, seat) for seat in range(attempt.table.players)]
    context = {"attempt": attempt, "table": attempt.table, "links": links, "open": selectors.open_table(attempt)}
    return render(request, "sheets/paper.html", context)


def _link(request: HttpRequest, attempt: Attempt, seat: int) -> selectors.SeatLink:
    address = reverse("seat-page", args=(selectors.seat_token(attempt, seat),))
    return selectors.seat_link(seat, request.build_absolute_uri(address))


@require_POST
@needs_account
@private
def paper_open(request: MemberRequest, table_id: int, number: int) -> HttpResponse:
    """Open the sheets, all hands on them, to somebody who says that they want that; it is written down."""
    attempt = access.paper_for(request.player, table_id, number)
    looks.deal_check(attempt.table, number, [request.player])
    if request.POST.get("sure") != "yes":
        raise errors.NotConfirmed
    looks.attempt_note(attempt, request.player, Look.How.PRINTED)
    return redirect("sheets", table_id, number)


@require_safe
@needs_account
@private
def sheets(request: MemberRequest, table_id: int, number: int) -> HttpResponse:
    """The sheets themselves, for whoever has confirmed."""
    attempt = access.paper_for(request.player, table_id, number)
    if not looks.has_printed(attempt, request.player):
        return redirect("paper", table_id, number)
    context = {"sheets": selectors.sheets_of(attempt), "table": attempt.table, "attempt": attempt}
    return render(request, "sheets/sheets.html", context)


@require_safe
@private
def seat_page(request: PlayerRequest, token: str) -> HttpResponse:
    """One seat's own cards, for whoever holds its link."""
    attempt, seat = access.seat_page_for(token)
    if attempt.state != Attempt.State.PLAYING:
        raise errors.SeatPageOver
    if request.player is not None:
        looks.deal_check(attempt.table, attempt.number, [request.player])
    looks.attempt_note(attempt, request.player, Look.How.SEAT_PAGE, seat)
    response = render(request, "sheets/seat.html", {"page": selectors.seat_page(attempt, seat)})
    response.headers["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
