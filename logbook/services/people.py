"""Writes people: accounts, guests, and guests who became people with an account."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef

from games.bots import bots_of
from logbook.models import Event, Invite, Player, RaceResult, Seat, Table

from . import attempts

NAME_LENGTH = 40


def guest_create(*, name: str) -> Player:
    """A player known only by the session that keeps its number."""
    return Player.objects.create(name=name)


def player_rename(*, player: Player, name: str) -> None:
    """Call the player something else."""
    player.name = name
    player.save(update_fields=["name"])


def time_zone_set(*, player: Player, time_zone: str) -> None:
    """Tell the person times in this zone from now on; "" for the site's."""
    player.time_zone = time_zone
    player.save(update_fields=["time_zone"])


def language_set(*, player: Player, language: str) -> None:
    """Write to the person in this language from now on; "" for the browser's."""
    player.language = language
    player.save(update_fields=["language"])


@transaction.atomic
def player_open(*, user: User, name: str = "", guest: Player | None = None) -> Player:
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
        _guest_merge(guest=guest, player=player)
    return player


def _guest_promote(*, guest: Player, user: User, name: str) -> Player:
    guest.user = user
    guest.name = name or guest.name
    guest.save(update_fields=["user", "name"])
    return guest


def _guest_merge(*, guest: Player, player: Player) -> None:
    """Hand over all the guest has; where both sit at one table, the player's own seat stays and the guest's is free."""
    tables = Seat.objects.filter(player=player).values("table")
    for seat in Seat.objects.filter(player=guest, table__in=tables):
        _seat_vacate(seat)
    Seat.objects.filter(player=guest).update(player=player)
    Table.objects.filter(opened_by=guest).update(opened_by=player)
    Event.objects.filter(player=guest).update(player=player)
    Invite.objects.filter(created_by=guest).update(created_by=player)
    own = Seat.objects.filter(table=OuterRef("table"), number=OuterRef("seat"), player=player)
    RaceResult.objects.filter(Exists(own), player=guest).update(player=player)
    guest.delete()


def _seat_vacate(seat: Seat) -> None:
    """Free the seat; in the middle of an attempt a bot sits down there, so that the others can play on."""
    table = attempts.table_locked(seat.table_id)
    seat.player = None
    seat.bot = next(iter(bots_of(table.game))) if table.state == Table.State.PLAYING else ""
    seat.save(update_fields=["player", "bot"])
    attempts.table_moved(table)


def _name_of(user: User) -> str:
    # Never the whole address: others will read it.
    return (user.get_full_name() or user.get_username().split("@")[0])[:NAME_LENGTH]
