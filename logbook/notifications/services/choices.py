"""Services of what a person is told, kind by kind: on the site, as a notification on their devices, by email.

Emails about challenges are no part of it: a person chooses them club by club (`NotificationChoice`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from django.db import transaction

from logbook.notifications.models import MessageChoice, MessageKind
from logbook.people.models.players import Player


@dataclass(frozen=True, slots=True)
class Channels:
    """The ways in which a person gets messages of a kind."""

    page: bool = True
    push: bool = True
    mail: bool = False


USUAL: Final[Mapping[MessageKind, Channels]] = MappingProxyType(
    {
        MessageKind.YOUR_TURN: Channels(mail=True),
        MessageKind.NUDGED: Channels(mail=True),
        MessageKind.TABLE_FULL: Channels(),
        MessageKind.STOOD_IN: Channels(mail=True),
        MessageKind.SEAT_ASKED: Channels(),
        MessageKind.SEAT_GIVEN: Channels(mail=True),
        MessageKind.ATTEMPT_OVER: Channels(),
        MessageKind.TALK_SAID: Channels(page=False, push=False),
        MessageKind.TALK_REPORTED: Channels(),
        MessageKind.CHALLENGE_OPENS: Channels(push=False),
        MessageKind.CHALLENGE_CLOSES: Channels(),
        MessageKind.CHALLENGE_DONE: Channels(push=False),
        MessageKind.RESULT_RULED: Channels(mail=True),
        MessageKind.REMOVED: Channels(),
        MessageKind.DAY_CLOSES: Channels(),
        MessageKind.DAY_COUNTED: Channels(push=False),
    }
)
"""The channels of a person who has chosen nothing. Notifications need a device that the person turned on."""
ABOUT_TABLES: Final = (
    MessageKind.YOUR_TURN,
    MessageKind.NUDGED,
    MessageKind.TABLE_FULL,
    MessageKind.STOOD_IN,
    MessageKind.SEAT_ASKED,
    MessageKind.SEAT_GIVEN,
    MessageKind.ATTEMPT_OVER,
)
ABOUT_DECISIONS: Final = (MessageKind.RESULT_RULED, MessageKind.REMOVED)
MAILED: Final = (*ABOUT_TABLES, *ABOUT_DECISIONS)
"""The kinds that have emails of their own."""


def channels_by_player(kind: MessageKind, player_ids: Collection[int]) -> dict[int, Channels]:
    """Return how each of these people gets messages of this kind."""
    rows = MessageChoice.objects.filter(player__in=player_ids, kind=kind)
    return dict.fromkeys(player_ids, USUAL[kind]) | {row.player_id: _channels(row) for row in rows}


def channels_of(player: Player, kind: MessageKind) -> Channels:
    """Return how the person gets messages of this kind."""
    return channels_by_player(kind, [player.pk])[player.pk]


def channels_by_kind(player: Player) -> dict[MessageKind, Channels]:
    """Return how the person gets messages, for each kind."""
    chosen = {MessageKind(row.kind): _channels(row) for row in MessageChoice.objects.filter(player=player)}
    return {**USUAL, **chosen}


@transaction.atomic
def set_channels(*, player: Player, channels: Mapping[MessageKind, Channels]) -> None:
    """Store how the person gets messages of these kinds."""
    for kind, chosen in channels.items():
        values = {"page": chosen.page, "push": chosen.push, "mail": chosen.mail}
        MessageChoice.objects.update_or_create(player=player, kind=kind, defaults=values)


@transaction.atomic
def stop_mails(*, player_id: int, kinds: Collection[MessageKind]) -> None:
    """Unsubscribe the person from the emails of these kinds. Idempotent."""
    player = Player.objects.filter(pk=player_id).first()
    if player is not None:
        now = channels_by_kind(player)
        off = {kind: Channels(page=now[kind].page, push=now[kind].push, mail=False) for kind in kinds}
        set_channels(player=player, channels=off)


def _channels(row: MessageChoice) -> Channels:
    return Channels(page=row.page, push=row.push, mail=row.mail)
