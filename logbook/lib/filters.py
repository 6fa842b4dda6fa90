"""What a list's address chooses."""

from __future__ import annotations

from django.http import HttpRequest

import games


def game_requested(request: HttpRequest) -> str:
    """The game of `?game=`; "" for all, and for one that does not exist."""
    asked = request.GET.get("game", "")
    return asked if asked in games.GAMES else ""
