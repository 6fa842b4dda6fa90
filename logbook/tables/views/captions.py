"""Help for new players at a table: captions of the first missions, the offer of a lesson, and presses that end them."""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from logbook.lib.session_keys import LESSONS
from logbook.people.middleware import PlayerRequest
from logbook.rounds.view.captions import MISSIONS
from logbook.tables.models import Attempt, Seat, Table

COOKIE: Final = "captions"
OFFER_COOKIE: Final = "lesson-offer"
OFF: Final = "off"
MOST_DIGITS: Final = 10
FIRST_MISSION: Final = "1"
SECONDS: Final = 400 * 86400
"""The longest time for which browsers keep a cookie."""


@require_POST
def captions_off(request: PlayerRequest) -> HttpResponse:
    """Turn captions off in this browser, and go back to the table."""
    return _turned_off(request, COOKIE)


@require_POST
def lesson_offer_off(request: PlayerRequest) -> HttpResponse:
    """Close the offer of a lesson in this browser for good, and go back to the table."""
    return _turned_off(request, OFFER_COOKIE)


def _turned_off(request: PlayerRequest, cookie: str) -> HttpResponse:
    table = request.POST.get("table", "")
    is_number = table.isascii() and table.isdigit() and len(table) < MOST_DIGITS
    answer = redirect("table", int(table)) if is_number else redirect("home")
    answer.set_cookie(cookie, OFF, max_age=SECONDS, secure=request.is_secure(), httponly=True, samesite="Lax")
    return answer


def shows_captions(request: PlayerRequest, table: Table) -> bool:
    """Return whether the reader is new to the game: at one of its first missions, and without a win in a later one."""
    player = request.player
    if player is None or table.mission not in MISSIONS or request.COOKIES.get(COOKIE) == OFF:
        return False
    won = Attempt.objects.filter(table__seats__player=player, table__game=table.game, state=Attempt.State.SUCCESS)
    return not won.exclude(table__mission__in=MISSIONS).exclude(table__practice=True).exists()


def offers_lesson(request: PlayerRequest, table: Table) -> bool:
    """Return whether the page offers a lesson: at the first attempt of the first table that the reader ever sits at.

    Only at the first mission: it is for players who pressed "Play now". A reader who has begun a lesson in this browser
    knows the way.
    """
    player = request.player
    if player is None or table.mission != FIRST_MISSION or request.COOKIES.get(OFFER_COOKIE) == OFF:
        return False
    if LESSONS in request.session:
        return False
    own = set(Seat.objects.filter(player=player).values_list("table_id", flat=True)[:2])
    return own == {table.pk} and not Attempt.objects.filter(table=table).exclude(number=1).exists()
