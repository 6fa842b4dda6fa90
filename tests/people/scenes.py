"""Scenes of accounts."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from logbook.people.models.players import Player
from tests.conftest import PASSWORD


def user_of(player: Player) -> User:
    """The player's account."""
    assert player.user is not None
    return player.user


def by_password(player: Player) -> Client:
    """A browser in which the player has just given the password again, so that addresses can be changed."""
    client = Client()
    client.post(reverse("account_login"), {"login": user_of(player).email, "password": PASSWORD})
    assert client.post(reverse("account_reauthenticate"), {"password": PASSWORD}).status_code == 302
    return client


def own(player: Player, email: str, *, verified: bool = True, primary: bool = False) -> EmailAddress:
    """Give the player's account this address."""
    return EmailAddress.objects.create(user=user_of(player), email=email, verified=verified, primary=primary)
