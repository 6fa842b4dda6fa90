"""Services of players: accounts, guests, and guests who get an account."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from logbook.people import signals
from logbook.people.handover import FOLLOWING, HANDED_OVER
from logbook.people.models.players import SECTIONS, Player

NAME_LENGTH = 40


def create_guest(*, name: str) -> Player:
    """Create a player known only by the session that stores its number."""
    return Player.objects.create(name=name)


def rename_player(*, player: Player, name: str) -> None:
    """Change the player's name."""
    player.name = name
    player.save(update_fields=["name"])


def set_time_zone(*, player: Player, time_zone: str) -> None:
    """Set the player's time zone; "" for the site's."""
    if player.time_zone != time_zone:
        player.time_zone = time_zone
        player.save(update_fields=["time_zone"])
        signals.quiet_times_changed.send(sender=Player, player=player)


def set_page(*, player: Player, audience: str, sections: Iterable[str]) -> None:
    """Set who may open the player's page, and what it shows."""
    player.page_audience = audience
    player.page_sections = " ".join(section for section in SECTIONS if section in set(sections))
    player.save(update_fields=["page_audience", "page_sections"])


def set_language(*, player: Player, language: str) -> None:
    """Set the player's language; "" for the browser's."""
    player.language = language
    player.save(update_fields=["language"])


def note_confirmation(*, user: User) -> None:
    """Note that the user has confirmed an address. The first time stays: a new address makes no new account."""
    Player.objects.filter(user=user, confirmed_at=None).update(confirmed_at=timezone.now())


@transaction.atomic
def open_player(*, user: User, name: str = "", guest: Player | None = None) -> Player:
    """Return the user's player, created on demand, with everything the guest held.

    Idempotent.
    """
    player = Player.objects.filter(user=user).first()
    if player is None and guest is not None:
        return _guest_promote(guest=guest, user=user, name=name)
    if player is None:
        # Two requests may come at once: the second finds the first one's player.
        return Player.objects.get_or_create(user=user, defaults={"name": name or _name_of(user)})[0]
    if guest is not None and guest.pk != player.pk:
        merge_guest(guest=guest, player=player)
    return player


def _guest_promote(*, guest: Player, user: User, name: str) -> Player:
    guest.user = user
    guest.name = name or guest.name
    guest.save(update_fields=["user", "name"])
    return guest


def _name_of(user: User) -> str:
    # Never the whole address: other players will read it.
    return (user.get_full_name() or user.get_username().split("@")[0])[:NAME_LENGTH]


@transaction.atomic
def merge_guest(*, guest: Player, player: Player) -> None:
    """Hand over everything the guest holds, then delete the guest.

    Where both sit at one table, the player keeps their own seat and the guest's becomes free.
    """
    for step in (*HANDED_OVER.values(), *FOLLOWING):
        step(guest, player)
    guest.delete()
