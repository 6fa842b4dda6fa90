"""Selectors of players."""

from __future__ import annotations

from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.db.models import F, QuerySet

from logbook.lib.compiled_queries import CompiledQuery
from logbook.people.models.players import Player

# The session key of the guest that the session created.
GUEST_KEY = "player_id"
# The session key that says that its guest has chosen a name.
NAMED_KEY = "guest_named"

_OF_USER: Final = CompiledQuery(lambda user: Player.objects.filter(user=user))
_GUEST: Final = CompiledQuery(lambda pk: Player.objects.filter(pk=pk, user=None))


def player_of(*, user: AbstractBaseUser | AnonymousUser, session: SessionBase) -> Player | None:
    """Return the player of the request: the user's, else the session's guest."""
    if not user.is_authenticated:
        return guest_of(session=session)
    player = _read_with(session)
    return player if player is not None and player.user_id == user.pk else _OF_USER.first(user.pk)


def language_of(player: Player | None) -> str:
    """Return the player's chosen language; "" for none, or for one that the site no longer offers."""
    return player.language if player is not None and player.language in dict(settings.LANGUAGES) else ""


def guest_of(*, session: SessionBase) -> Player | None:
    """Return the session's guest. A claimed player belongs to its user alone."""
    number = session.get(GUEST_KEY)
    if number is None:
        return None
    player = _read_with(session)
    is_theirs = player is not None and player.pk == number and player.is_guest
    return player if is_theirs else _GUEST.first(number)


def _read_with(session: SessionBase) -> Player | None:
    """Return the player that the session store read in the same query, if any."""
    player: Player | None = getattr(session, "player", None)
    return player


def unconfirmed_addresses() -> QuerySet[EmailAddress]:
    """The addresses of accounts that their owners have not confirmed yet."""
    addresses: QuerySet[EmailAddress] = EmailAddress.objects.filter(email__iexact=F("user__email"), verified=False)
    return addresses


def address_of(player: Player) -> str:
    """Return the player's confirmed address; "" without one: it may belong to another person."""
    user = player.user
    if user is None or EmailAddress.objects.filter(user=user, email__iexact=user.email, verified=False).exists():
        return ""
    return user.email
