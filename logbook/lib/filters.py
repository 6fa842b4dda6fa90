"""Filters in a list's address."""

from __future__ import annotations

from collections.abc import Container

from django.http import HttpRequest

import games


def game_requested(request: HttpRequest) -> str:
    """Return the game in `?game=`; "" for all games, and for an unknown one."""
    return requested(request, "game", games.GAMES)


def requested(request: HttpRequest, name: str, choices: Container[str]) -> str:
    """Return what `?name=` chooses; "" for everything, and for an unknown choice."""
    choice = request.GET.get(name, "")
    return choice if choice in choices else ""
