"""The person for whom a program asks, as a `Player`: what `authentication` has put on the request."""

from __future__ import annotations

from typing import Any, cast

from django.http import HttpRequest
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request

from logbook.people.models.players import Player


class AccountNeeded(PermissionDenied):
    """A guest came to what only people with an account have."""

    default_code = "account-needed"


def plain(request: Request) -> HttpRequest:
    """Django's own request, which carries what the site's middleware has put on it."""
    return request._request  # noqa: SLF001 - the framework has no other name for it


def caller(request: Request) -> Player | None:
    """The person, or None for everybody else."""
    asks = cast("Any", request.user)  # The stubs know only Django's own users.
    return asks if isinstance(asks, Player) else None


def person(request: Request) -> Player:
    """The person. Raises NotAuthenticated where nobody says who they are."""
    found = caller(request)
    if found is None:
        raise NotAuthenticated
    return found


def member(request: Request) -> Player:
    """The person, who has an account. Raises AccountNeeded for guests, NotAuthenticated for nobody."""
    found = person(request)
    if found.is_guest:
        raise AccountNeeded
    return found
