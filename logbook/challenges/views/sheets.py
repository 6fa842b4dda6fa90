"""Views of sheets and handouts for an attempt at a real table."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from logbook.challenges.access.real_tables import attempt_for
from logbook.challenges.exceptions import NotConfirmed
from logbook.challenges.forms.sitters import SeatsForm
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.models.handouts import SeatHandout
from logbook.challenges.selectors import sheets as selectors
from logbook.challenges.services import deal_access, handouts
from logbook.crews.selectors.namesakes import labels_of_sitters
from logbook.lib.exceptions import Refusal
from logbook.people.access import MemberRequest, needs_account
from logbook.tables.models import Attempt

private = cache_control(private=True, no_store=True)


@require_safe
@needs_account
@private
def real_table(request: MemberRequest, table_id: int, number: int) -> HttpResponse:
    """Show the ways to play an attempt at a real table: print it, or hand each seat its link; then report."""
    return _real_table_page(request, _attempt(request, table_id, number))


def _attempt(request: MemberRequest, table_id: int, number: int) -> Attempt:
    attempt = attempt_for(request.player, table_id, number)
    deal_access.ensure_may_play(attempt.table, number, [request.player])
    return attempt


def _real_table_page(
    request: MemberRequest, attempt: Attempt, refused: SeatsForm | None = None, *, status: int = 200
) -> HttpResponse:
    pages = selectors.handouts_of(attempt)
    links = [_link(request, seat, pages.get(seat)) for seat in range(attempt.table.players)]
    hand = [
        refused if refused and seat in refused.seats else _hand_form(request, attempt, seat)
        for seat in range(len(links))
    ]
    context = {
        "attempt": attempt,
        "table": attempt.table,
        "seats": list(zip(links, hand, strict=True)),
        "open": selectors.open_table(attempt),
    }
    return render(request, "challenges/sheets/real_table.html", context, status=status)


def _link(request: HttpRequest, seat: int, handout: SeatHandout | None) -> selectors.SeatLink:
    address = reverse("seat-page", args=(handout.token,)) if handout else ""
    return selectors.seat_link(seat, handout, request.build_absolute_uri(address))


def _hand_form(request: MemberRequest, attempt: Attempt, seat: int, data: dict[str, str] | None = None) -> SeatsForm:
    people = selectors.people_of(attempt.table.crew_id)
    labels = labels_of_sitters(attempt.table.crew_id or 0, people, request.player.pk)
    return SeatsForm(data, people=people, labels=labels, seats=[seat], sitters=selectors.stored_sitters(attempt))


@require_POST
@needs_account
@private
def seat_hand(request: MemberRequest, table_id: int, number: int, seat: int) -> HttpResponse:
    """Hand a seat's page out again, by a new link."""
    attempt = _attempt(request, table_id, number)
    if seat >= attempt.table.players:
        raise Http404
    form = _hand_form(request, attempt, seat, request.POST.dict())
    if not form.is_valid():
        return _real_table_page(request, attempt, form, status=422)
    to = form.sitters[seat]
    try:
        handouts.hand_seat(table_id=table_id, number=number, seat=seat, to=to, by=request.player)
    except Refusal as error:
        form.add_error(None, str(error))
        return _real_table_page(request, attempt, form, status=error.status)
    return HttpResponse(
        status=303, headers={"Location": reverse("real-table", args=(table_id, number)) + f"#seat-{seat}"}
    )


@require_POST
@needs_account
@private
def sheets_open(request: MemberRequest, table_id: int, number: int) -> HttpResponse:
    """Open the sheets with all hands after a confirmation; this is recorded."""
    attempt = _attempt(request, table_id, number)
    if request.POST.get("sure") != "yes":
        raise NotConfirmed
    deal_access.record_attempt_access(attempt, request.player, DealAccess.How.PRINTED)
    return redirect("sheets", table_id, number)


@require_safe
@needs_account
@private
def sheets(request: MemberRequest, table_id: int, number: int) -> HttpResponse:
    """Show the sheets to a player who has confirmed."""
    attempt = attempt_for(request.player, table_id, number)
    if not deal_access.has_opened_sheets(attempt, request.player):
        return redirect("real-table", table_id, number)
    context = {"sheets": selectors.sheets_of(attempt), "table": attempt.table, "attempt": attempt}
    return render(request, "challenges/sheets/sheets.html", context)
