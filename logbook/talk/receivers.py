"""Receivers of talk: a crew forgets a player, a guest signs in, an account is deleted."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db.models.signals import pre_delete

from logbook.crews import signals as crews
from logbook.crews.models.crews import Crew
from logbook.people import handover
from logbook.people.models.players import Player
from logbook.talk import services
from logbook.talk.models import Mute, TalkLine, TalkReport


def listen() -> None:
    """Subscribe to crews and accounts, and register what a guest hands over."""
    crews.member_forgotten.connect(_member_forgotten, dispatch_uid="talk")
    pre_delete.connect(_account_deleted, sender=User, dispatch_uid="talk")
    handover.HANDED_OVER.register("TalkLine.player", _lines)
    handover.HANDED_OVER.register("Mute.player", _mutes)
    handover.HANDED_OVER.register("Mute.muted", _muted)
    handover.HANDED_OVER.register("TalkReport.by", _reports)
    handover.stays("TalkLine.hidden_by")


def _lines(guest: Player, player: Player) -> None:
    TalkLine.objects.filter(player=guest).update(player=player)


def _mutes(guest: Player, player: Player) -> None:
    Mute.objects.filter(player=guest, muted=player).delete()
    same = list(Mute.objects.filter(player=player).values_list("muted", flat=True))
    Mute.objects.filter(player=guest).exclude(muted__in=same).update(player=player)
    Mute.objects.filter(player=guest).delete()


def _muted(guest: Player, player: Player) -> None:
    Mute.objects.filter(player=player, muted=guest).delete()
    same = list(Mute.objects.filter(muted=player).values_list("player", flat=True))
    Mute.objects.filter(muted=guest).exclude(player__in=same).update(muted=player)
    Mute.objects.filter(muted=guest).delete()


def _reports(guest: Player, player: Player) -> None:
    same = list(TalkReport.objects.filter(by=player).values_list("line", flat=True))
    TalkReport.objects.filter(by=guest).exclude(line__in=same).update(by=player)
    TalkReport.objects.filter(by=guest).delete()


def _account_deleted(*, instance: User, **_params: Any) -> None:
    """Forget the account's player: the player stays in results and comments, as a guest without a session."""
    for player in Player.objects.filter(user=instance):
        services.forget_account(player)


def _member_forgotten(*, crew: Crew, player: Player, **_params: Any) -> None:
    """Delete what the player said at the crew's tables: talk is no entry of a logbook."""
    lines = TalkLine.objects.filter(table__crew=crew)
    services.delete_lines(lines.filter(player=player))
    lines.filter(hidden_by=player).update(hidden_by=None)
