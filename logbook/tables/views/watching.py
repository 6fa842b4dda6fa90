"""Views of watching: who watches a table and who may, a seat for a watcher, and the tables that everyone may watch."""

from __future__ import annotations

from typing import Final

from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from logbook.people.middleware import PlayerRequest
from logbook.people.selectors import GUEST_KEY
from logbook.tables.access import watched_table_for
from logbook.tables.selectors.watching import now_playing, now_playing_rows, watchers_of
from logbook.tables.services import first_table, seat_requests, watching
from logbook.tables.views.tables import answer, private

ROWS_A_PAGE: Final = 30


@require_safe
@private
def now_playing_list(request: PlayerRequest) -> HttpResponse:
    """List the running attempts that everyone may watch, those that moved last first."""
    page = Paginator(now_playing(), ROWS_A_PAGE).get_page(request.GET.get("page"))
    rows = now_playing_rows(list(page.object_list))
    return render(request, "tables/now_playing.html", {"page": page, "rows": rows})


@require_safe
@private
def table_watchers(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Show who watches the table now, and what a watcher may do about a seat."""
    watchers = watchers_of(watched_table_for(request.player, table_id), request.player)
    return render(request, "tables/_watchers.html", {"watchers": watchers})


@require_POST
@private
def table_watching(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Choose who may watch the table."""
    chosen = request.POST.get("watching", "")
    return answer(
        request,
        table_id,
        lambda: watching.choose_watching(table_id=table_id, by=request.player, watching=chosen),
    )


@require_POST
@private
def table_send_away(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Send the watchers away from the running attempt."""
    return answer(request, table_id, lambda: watching.send_watchers_away(table_id=table_id, by=request.player))


@require_POST
@private
def table_ask(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Ask for the next free seat at a full table that one watches, or withdraw that. A visitor becomes a guest."""
    table = watched_table_for(request.player, table_id)
    if request.POST.get("change") == "withdraw":
        if request.player is not None:
            seat_requests.withdraw(table_id=table.pk, player=request.player)
        return redirect("table", table_id)
    with transaction.atomic():
        player = request.player or first_table.visitor(request.META["REMOTE_ADDR"])
        seat_requests.ask_as_watcher(table_id=table.pk, player=player)
    if request.player is None:
        request.session[GUEST_KEY] = player.pk
    return redirect("table", table_id)
