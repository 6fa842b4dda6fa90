"""Access for players, and for those with an account."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _

from logbook.people.middleware import PlayerRequest
from logbook.people.models.players import Player

View = Callable[..., HttpResponseBase]


class MemberRequest(PlayerRequest):
    """The request of a player, as views behind `needs_account` and `needs_player` receive it."""

    player: Player


def needs_account(view: View) -> View:
    """Require an account: visitors without one go to the sign-in page, and return afterwards."""
    return _needs(view, guests=False)


def needs_player(view: View) -> View:
    """Require a player, who may be a guest: others go to the sign-in page, and return afterwards."""
    return _needs(view, guests=True)


def _needs(view: View, *, guests: bool) -> View:
    @wraps(view)
    def respond(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        player: Player | None = getattr(request, "player", None)
        if player is not None and (guests or not player.is_guest):
            return view(request, *args, **kwargs)
        if request.user.is_authenticated:
            raise PermissionDenied(_("Your account has no player profile. Sign out and back in to create one."))
        return redirect_to_login(_return_address(request), reverse("account_login"))

    return respond


def _return_address(request: HttpRequest) -> str:
    # Sign-in leads to a page, so the URL of a form's action is no target.
    return request.get_full_path() if request.method in {"GET", "HEAD"} else reverse("home")
