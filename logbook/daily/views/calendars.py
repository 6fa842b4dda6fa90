"""View of a player's calendar."""

from __future__ import annotations

from datetime import date

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from logbook.daily import schedule
from logbook.daily.selectors.calendar import calendar
from logbook.people.middleware import PlayerRequest


@require_safe
@cache_control(private=True, no_store=True)
def daily_calendar(request: PlayerRequest) -> HttpResponse:
    """Show a month of the player's days, their streaks, and wins by tries."""
    if request.player is None:
        return redirect("daily")
    return render(request, "daily/calendar.html", {"page": calendar(request.player, _month(request))})


def _month(request: PlayerRequest) -> date | None:
    try:
        return schedule.month_of(request.GET.get("month", ""))
    except ValueError:
        raise Http404 from None
