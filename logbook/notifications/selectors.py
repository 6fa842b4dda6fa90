"""Selectors of notifications: messages, webhooks, calendars, choices and devices."""

from __future__ import annotations

from typing import Final

from logbook.clubs.models import Club
from logbook.notifications import message_texts
from logbook.notifications.message_texts import MessageText, message_text
from logbook.notifications.models import CalendarLink, Message, NotificationChoice, PushSubscription, Webhook
from logbook.people.models.players import Player

LOG_ROWS = 10
COUNTED: Final = 100
"""Unread messages are counted up to this number."""


def unread_messages(player: Player) -> list[int | None]:
    """Return the table's number, or None, of each message that the person has not read, at most `COUNTED`."""
    unread = Message.objects.filter(player=player, on_page=True, read_at=None)
    return list(unread.order_by().values_list("table", flat=True)[:COUNTED])


def messages_of(player: Player) -> list[tuple[Message, MessageText]]:
    """Return the person's messages with their texts, the newest first."""
    rows = player.messages.filter(on_page=True).select_related(*message_texts.READ)
    return [(message, message_text(message)) for message in rows]


def webhooks_of(club: Club) -> list[Webhook]:
    """Return the club's webhooks, each with its last deliveries as `log`."""
    hooks = list(club.webhooks.all())
    for hook in hooks:
        deliveries = hook.deliveries.select_related("club_event__challenge", "club_event__news")
        hook.log = list(deliveries[:LOG_ROWS])  # type: ignore[attr-defined]
    return hooks


def calendar_link_of(player: Player) -> CalendarLink | None:
    """Return the person's secret calendar address for all their clubs."""
    return CalendarLink.objects.filter(player=player, club=None).first()


def club_calendar_link_of(player: Player, club: Club) -> CalendarLink | None:
    """Return the person's secret address of a club's calendar. A public club's calendar needs none."""
    return None if club.public else CalendarLink.objects.filter(player=player, club=club).first()


def choices_of(player: Player) -> dict[int, str]:
    """Return the person's choices of notifications by club key."""
    return dict(NotificationChoice.objects.filter(player=player).values_list("club", "how"))


def devices_of(player: Player) -> list[PushSubscription]:
    """Return the person's devices that show notifications, the oldest first."""
    return list(player.push_subscriptions.all())
