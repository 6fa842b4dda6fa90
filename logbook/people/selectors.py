"""Reads people."""

from __future__ import annotations

from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.sessions.backends.base import SessionBase

from logbook.lib.compiled_queries import CompiledQuery
from logbook.people.models.players import Player

# Where the session keeps the guest it made.
GUEST_KEY = "player_id"

_OF_USER: Final = CompiledQuery(lambda user: Player.objects.filter(user=user))
_GUEST: Final = CompiledQuery(lambda pk: Player.objects.filter(pk=pk, user=None))


def player_of(*, user: AbstractBaseUser | AnonymousUser, session: SessionBase) -> Player | None:
    """The person asking: the user's player, else the session's guest."""
    if user.is_authenticated:
        return _OF_USER.first(user.pk)
    return guest_of(session=session)


def language_of(player: Player | None) -> str:
    """The language this person has chosen; "" for none, or one that the site no longer speaks."""
    return player.language if player is not None and player.language in dict(settings.LANGUAGES) else ""


def guest_of(*, session: SessionBase) -> Player | None:
    """The guest this session plays as. A claimed player answers only to its user."""
    number = session.get(GUEST_KEY)
    if number is None:
        return None
    return _GUEST.first(number)


def address_of(player: Player) -> str:
    """Where to write to; "" while the person has not confirmed the address: it may be somebody else's."""
    user = player.user
    if user is None or EmailAddress.objects.filter(user=user, email__iexact=user.email, verified=False).exists():
        return ""
    return user.email
