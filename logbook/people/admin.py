"""Admin of API tokens, idempotency records, account mails and invitations."""

from __future__ import annotations

from django.contrib import admin

from logbook.lib.admin import SafeModelAdmin
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.people.models.quiet_times import Holiday, QuietHours


@admin.register(Player)
class PlayerAdmin(SafeModelAdmin):
    list_display = ("name", "user", "created_at")
    list_filter = (("user", admin.EmptyFieldListFilter),)
    search_fields = ("name", "user__email")
    raw_id_fields = ("user",)
    list_select_related = ("user",)


@admin.register(QuietHours)
class QuietHoursAdmin(SafeModelAdmin):
    list_display = ("player", "begins", "ends")
    list_select_related = ("player",)
    raw_id_fields = ("player",)


@admin.register(Holiday)
class HolidayAdmin(SafeModelAdmin):
    list_display = ("player", "day")
    list_select_related = ("player",)
    raw_id_fields = ("player",)


@admin.register(Invite)
class InviteAdmin(SafeModelAdmin):
    """Invitations can be ended here, but not read: a link lets its holder in."""

    list_display = ("__str__", "created_by", "created_at", "expires_at", "revoked_at")
    list_select_related = ("crew", "club", "table", "created_by")
    raw_id_fields = ("crew", "club", "table", "created_by")
    readonly_fields = ("created_at",)
