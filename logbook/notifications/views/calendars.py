"""Views of calendars: the files, and the secret addresses of private ones."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from logbook.challenges.access.challenges import challenges_of
from logbook.challenges.models.challenges import Challenge
from logbook.clubs.access import club_for, is_inside
from logbook.clubs.models import Club
from logbook.notifications.models import CalendarLink
from logbook.notifications.services import calendars
from logbook.people.access import MemberRequest, needs_account
from logbook.people.middleware import PlayerRequest
from logbook.people.time_zones import time_zone_of


def _file(text: bytes) -> HttpResponse:
    answer = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    answer.headers["Content-Disposition"] = 'inline; filename="challenges.ics"'
    answer.headers["Cache-Control"] = "private, max-age=300"
    return answer


@require_safe
def club_calendar(request: PlayerRequest, slug: str) -> HttpResponse:
    """Serve a public club's calendar."""
    club = get_object_or_404(Club, slug=slug, public=True)
    return _file(calendars.calendar_text(club.name, club.challenges.all()))


@require_safe
def calendar(request: PlayerRequest, token: str) -> HttpResponse:
    """Serve the calendar of a secret address, as long as its person is in the club."""
    link = get_object_or_404(CalendarLink.objects.select_related("player", "club"), token=token)
    if link.club is not None and not is_inside(link.player, link.club):
        raise Http404
    with translation.override(link.player.reads), timezone.override(time_zone_of(link.player)):
        if link.club is None:
            return _file(calendars.calendar_text(_("My clubs’ challenges"), challenges_of(link.player)))
        return _file(calendars.calendar_text(link.club.name, Challenge.objects.filter(club=link.club)))


@require_POST
@needs_account
def calendar_link(request: MemberRequest, slug: str = "") -> HttpResponse:
    """Create or revoke a secret address: of one club, or of all."""
    club = club_for(request.player, slug) if slug else None
    if request.POST.get("what") == "end":
        calendars.end_calendar_link(player=request.player, club=club)
        messages.success(request, _("The calendar address has been disabled. Apps that use it no longer get updates."))
    else:
        calendars.create_calendar_link(player=request.player, club=club)
    return redirect("club", slug) if slug else redirect("profile")
