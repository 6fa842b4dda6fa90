"""View of "Play now" and "Go on": one press, and the first cards of a mission are dealt."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from logbook.people.middleware import PlayerRequest
from logbook.people.selectors import GUEST_KEY
from logbook.tables.kinds import kind_of
from logbook.tables.missions import exists
from logbook.tables.services import first_table

NUMBERS: Final = {str(number): number for number in (2, 3, 4, 5)}
"""The numbers of players, as a form writes them."""


@require_POST
@never_cache
def play_now(request: PlayerRequest) -> HttpResponse:
    """Deal the first mission, or the one of the form, with bots; a visitor becomes a guest, who plays from now on."""
    table = first_table.play_now(player=request.player, address=request.META["REMOTE_ADDR"], wish=_wish(request))
    if request.player is None:
        request.session[GUEST_KEY] = table.opened_by_id
    return redirect("table", table.pk)


def _wish(request: PlayerRequest) -> first_table.Wish:
    """Return what the form asks for: a mission of a logbook. 404 for another one."""
    if "mission" not in request.POST:
        return first_table.FIRST
    game, mission = request.POST.get("game", first_table.GAME), request.POST["mission"]
    if not kind_of(game).is_numbered or not exists(game, mission):
        raise Http404
    return first_table.Wish(game, mission, NUMBERS.get(request.POST.get("players", ""), first_table.PLAYERS))
