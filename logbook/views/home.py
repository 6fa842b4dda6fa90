"""The first page."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from logbook import access
from logbook.middleware import PlayerRequest
from logbook.selectors.home import home_page


@require_safe
def home(request: PlayerRequest) -> HttpResponse:
    """What this is; for who is known here, where to go on."""
    if request.player is None:
        return render(request, "home/welcome.html")
    tables, challenges = access.tables_of(request.player), access.challenges_of(request.player)
    return render(request, "home/home.html", {"page": home_page(request.player, tables=tables, challenges=challenges)})
