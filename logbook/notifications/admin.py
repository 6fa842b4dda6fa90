"""Admin of news, outbox mails, calendars, webhooks and push messages."""

from __future__ import annotations

from django.contrib import admin

from logbook.lib.admin import SafeModelAdmin
from logbook.notifications.models import (
    NotificationChoice,
)


@admin.register(NotificationChoice)
class NotificationChoiceAdmin(SafeModelAdmin):
    list_display = ("player", "club", "how")
    list_filter = ("how",)
    list_select_related = ("club", "player")
    raw_id_fields = ("club", "player")
