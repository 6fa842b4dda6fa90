"""Filters in a list's address."""

from __future__ import annotations

from django.http import HttpRequest

import games


def game_requested(request: HttpRequest) -> str:
    """Return the game in `?game=`; "" for all games, and for an unknown one."""
    asked = request.GET.get("game", "")
    return asked if asked in games.GAMES else ""
