"""View of "Play now": one press, no field, and the first cards are dealt."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from logbook.people.middleware import PlayerRequest
from logbook.people.selectors import GUEST_KEY
from logbook.tables.services import first_table


@require_POST
@never_cache
def play_now(request: PlayerRequest) -> HttpResponse:
    """Deal the first mission with three bots; a visitor becomes a guest, whose session plays from now on."""
    table = first_table.play_now(player=request.player, address=request.META["REMOTE_ADDR"])
    if request.player is None:
        request.session[GUEST_KEY] = table.opened_by_id
    return redirect("table", table.pk)
