"""View of a player's page."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from logbook.people.middleware import PlayerRequest
from logbook.site.access import player_for
from logbook.site.selectors.player_page import player_page


@require_safe
@cache_control(private=True)
def player(request: PlayerRequest, player: int) -> HttpResponse:
    """Show what a player shows of their missions, streaks, rounds and crews."""
    page = player_page(player_for(request.player, player), request.player)
    return render(request, "site/player.html", {"page": page})
