"""Texts of push messages. They name the mission, the game and players, never a card, a task or a seed."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from logbook.lib.time_zones import moment_text
from logbook.notifications import message_texts
from logbook.notifications.models import PushMessage
from logbook.people.models.players import Player
from logbook.rounds.text import game_name, mission_title
from logbook.tables.models import Table

Kind = PushMessage.Kind


@dataclass(frozen=True, slots=True)
class PushText:
    """The text of a notification: title and sentence. `path` is the page that a click opens.

    A newer notification of the same `tag` replaces the older.
    """

    title: str
    sentence: str
    path: str
    tag: str

    def as_dict(self) -> dict[str, str]:
        """Return the texts by name, as the service worker reads them."""
        return asdict(self)


def push_text(message: PushMessage, player: Player) -> PushText:
    """Return the text in the language and the time zone that are active."""
    if message.message is not None:
        text = message_texts.message_text(message.message)
        return PushText(text.title, text.sentence, text.path, tag_of(message))
    if message.table is None:
        sentence = _("Notifications work on this device.")
        return PushText("Crewsite", sentence, reverse("profile-mails"), tag_of(message))
    path = reverse("table", args=[message.table.pk])
    return PushText(_title(message), _sentence(message, message.table, player), path, tag_of(message))


def tag_of(message: PushMessage) -> str:
    """Return the tag of the notification: one for each table and challenge, and one for each message about a club.

    It is the topic at the push service too.
    """
    if message.message is not None and message.message.challenge_id:
        return f"challenge-{message.message.challenge_id}"
    if message.table_id:
        return f"table-{message.table_id}"
    return f"message-{message.message_id}" if message.message_id else "test"


def _title(message: PushMessage) -> str:
    if message.kind == Kind.NUDGED and message.by is not None:
        return _("%(name)s nudged you") % {"name": message.by.name}
    if message.kind == Kind.HALF_TIME:
        return _("Half your time is up")
    return _("It’s your turn")


def _sentence(message: PushMessage, table: Table, player: Player) -> str:
    names = {"mission": mission_title(table.mission), "game": game_name(table.game)}
    seat = table.seats.filter(player=player).first() if message.kind == Kind.HALF_TIME else None
    if seat is not None and seat.decides_by is not None:
        until = {"moment": moment_text(seat.decides_by)}
        return _("Decide by %(moment)s: %(mission)s, %(game)s.") % {**names, **until}
    return _("A table is waiting for you: %(mission)s, %(game)s.") % names
