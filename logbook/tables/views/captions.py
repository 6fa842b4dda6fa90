"""Captions of the first missions: who is shown them, and the press that turns them off for good."""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from logbook.people.middleware import PlayerRequest
from logbook.rounds.view.captions import MISSIONS
from logbook.tables.models import Attempt, Table

COOKIE: Final = "captions"
OFF: Final = "off"
MOST_DIGITS: Final = 10
SECONDS: Final = 400 * 86400
"""The longest time for which browsers keep a cookie."""


@require_POST
def captions_off(request: PlayerRequest) -> HttpResponse:
    """Turn captions off in this browser, and go back to the table."""
    table = request.POST.get("table", "")
    is_number = table.isascii() and table.isdigit() and len(table) < MOST_DIGITS
    answer = redirect("table", int(table)) if is_number else redirect("home")
    answer.set_cookie(COOKIE, OFF, max_age=SECONDS, secure=request.is_secure(), httponly=True, samesite="Lax")
    return answer


def shows_captions(request: PlayerRequest, table: Table) -> bool:
    """Return whether the reader is new to the game: at one of its first missions, and without a win in a later one."""
    player = request.player
    if player is None or table.mission not in MISSIONS or request.COOKIES.get(COOKIE) == OFF:
        return False
    won = Attempt.objects.filter(table__seats__player=player, table__game=table.game, state=Attempt.State.SUCCESS)
    return not won.exclude(table__mission__in=MISSIONS).exclude(table__practice=True).exists()
