"""View of the home page."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from logbook.campaigns.access import campaigns_of
from logbook.challenges.access.challenges import challenges_of
from logbook.crews.access import crews_of
from logbook.people.middleware import PlayerRequest
from logbook.site.selectors.front_page import front_page
from logbook.site.selectors.home_page import home_page
from logbook.tables.access import tables_of


@require_safe
def home(request: PlayerRequest) -> HttpResponse:
    """Show a welcome page, or a player's next steps."""
    if request.player is None:
        return render(request, "site/welcome.html", {"page": front_page()})
    page = home_page(
        request.player,
        tables=tables_of(request.player),
        challenges=challenges_of(request.player),
        crews=crews_of(request.player),
        campaigns=campaigns_of(request.player),
    )
    return render(request, "site/home.html", {"page": page})
