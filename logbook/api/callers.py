"""The caller of an operation, as the `Player` that `authentication` put on the request."""

from __future__ import annotations

from typing import Any, cast

from django.http import HttpRequest
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request

from logbook.people.models.players import Player


class AccountRequired(PermissionDenied):
    """A guest used an operation that needs an account."""

    default_code = "account-required"


def plain(request: Request) -> HttpRequest:
    """Return Django's request, with the attributes that middleware added."""
    return request._request  # noqa: SLF001 - the framework has no other name for it


def caller(request: Request) -> Player | None:
    """Return the calling player, or None."""
    user = cast("Any", request.user)  # The stubs know only Django's users.
    return user if isinstance(user, Player) else None


def person(request: Request) -> Player:
    """Return the calling player. Raises NotAuthenticated without one."""
    player = caller(request)
    if player is None:
        raise NotAuthenticated
    return player


def member(request: Request) -> Player:
    """Return the calling player with an account. Raises AccountRequired for guests, NotAuthenticated for no player."""
    player = person(request)
    if player.is_guest:
        raise AccountRequired
    return player
