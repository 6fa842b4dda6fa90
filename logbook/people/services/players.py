"""Writes people: accounts, guests, and guests who became people with an account."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction

from logbook.people.models.players import Player
from logbook.people.services import merge

NAME_LENGTH = 40


def create_guest(*, name: str) -> Player:
    """A player known only by the session that keeps its number."""
    return Player.objects.create(name=name)


def rename_player(*, player: Player, name: str) -> None:
    """Call the player something else."""
    player.name = name
    player.save(update_fields=["name"])


def set_time_zone(*, player: Player, time_zone: str) -> None:
    """Tell the person times in this zone from now on; "" for the site's."""
    player.time_zone = time_zone
    player.save(update_fields=["time_zone"])


def set_language(*, player: Player, language: str) -> None:
    """Write to the person in this language from now on; "" for the browser's."""
    player.language = language
    player.save(update_fields=["language"])


@transaction.atomic
def open_player(*, user: User, name: str = "", guest: Player | None = None) -> Player:
    """The user's player, made if missing, with everything the guest held.

    Doing it twice changes nothing more.
    """
    player = Player.objects.filter(user=user).first()
    if player is None and guest is not None:
        return _guest_promote(guest=guest, user=user, name=name)
    if player is None:
        # Two doors may open at once: whoever is second finds the player of the first.
        return Player.objects.get_or_create(user=user, defaults={"name": name or _name_of(user)})[0]
    if guest is not None and guest.pk != player.pk:
        merge.merge(guest=guest, player=player)
    return player


def _guest_promote(*, guest: Player, user: User, name: str) -> Player:
    guest.user = user
    guest.name = name or guest.name
    guest.save(update_fields=["user", "name"])
    return guest


def _name_of(user: User) -> str:
    # Never the whole address: others will read it.
    return (user.get_full_name() or user.get_username().split("@")[0])[:NAME_LENGTH]
