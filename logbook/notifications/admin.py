"""Admin of news, outbox mails, calendars, webhooks and push messages."""

from __future__ import annotations

from django.contrib import admin

from logbook.lib.admin import ReadOnly, SafeModelAdmin
from logbook.notifications.models import (
    CalendarEntry,
    CalendarLink,
    ClubEvent,
    Delivery,
    Message,
    MessageChoice,
    NotificationChoice,
    OutboxMail,
    PushMessage,
    PushSubscription,
    Webhook,
)


@admin.register(NotificationChoice)
class NotificationChoiceAdmin(SafeModelAdmin):
    list_display = ("player", "club", "how")
    list_filter = ("how",)
    list_select_related = ("club", "player")
    raw_id_fields = ("club", "player")


@admin.register(ClubEvent)
class ClubEventAdmin(ReadOnly):
    list_display = ("kind", "club", "challenge", "news", "at", "spread_at")
    list_filter = ("kind",)
    list_select_related = ("club", "challenge", "news")


@admin.register(Message)
class MessageAdmin(ReadOnly):
    list_display = ("kind", "player", "table", "challenge", "at", "read_at")
    list_filter = ("kind",)
    list_select_related = ("player", "table", "challenge")


@admin.register(MessageChoice)
class MessageChoiceAdmin(ReadOnly):
    list_display = ("player", "kind", "page", "push", "mail")
    list_filter = ("kind",)
    list_select_related = ("player",)


@admin.register(OutboxMail)
class OutboxMailAdmin(ReadOnly):
    """The outbox: mails that wait, mails sent, and reasons of mails not sent."""

    list_display = ("event", "subject", "player", "created_at", "tries", "sent_at", "note")
    list_filter = ("event", ("sent_at", admin.EmptyFieldListFilter))
    list_select_related = ("player",)


@admin.register(CalendarLink)
class CalendarLinkAdmin(ReadOnly):
    """The list hides the secret addresses: an address alone lets its holder read the calendar."""

    list_display = ("player", "club", "created_at")
    list_select_related = ("player", "club")
    exclude = ("token",)


@admin.register(CalendarEntry)
class CalendarEntryAdmin(ReadOnly):
    list_display = ("challenge", "sequence", "changed_at")
    list_select_related = ("challenge",)


@admin.register(Webhook)
class WebhookAdmin(ReadOnly):
    """The list hides the secret addresses: an address alone lets its holder post there."""

    list_display = ("__str__", "shown", "failures", "disabled_at")
    list_select_related = ("club",)
    exclude = ("url",)


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly):
    list_display = ("webhook", "club_event", "state", "status", "tries", "created_at", "note")
    list_filter = ("state",)
    list_select_related = ("webhook__club", "club_event__challenge", "club_event__news")


@admin.register(PushSubscription)
class PushSubscriptionAdmin(ReadOnly):
    """Without the addresses and keys: with them others could send, or read, what the device is sent."""

    list_display = ("__str__", "device", "made_at", "failures")
    list_select_related = ("player",)
    exclude = ("endpoint", "public_key", "secret")


@admin.register(PushMessage)
class PushMessageAdmin(ReadOnly):
    list_display = ("kind", "subscription", "table", "created_at", "due_at", "tries", "ended_at", "note")
    list_filter = ("kind",)
    list_select_related = ("subscription__player", "table")
