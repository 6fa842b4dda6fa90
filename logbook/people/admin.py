"""Admin of API tokens, idempotency records, account mails and invitations."""

from __future__ import annotations

from django.contrib import admin

from logbook.lib.admin import ReadOnly, SafeModelAdmin
from logbook.people.models.account_mails import AccountMail
from logbook.people.models.addresses import AddressChange, PendingAddress
from logbook.people.models.idempotency import IdempotencyRecord
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.people.models.quiet_times import Holiday, QuietHours
from logbook.people.models.tokens import ApiToken


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnly):
    """Tokens without their hash; the key is not stored."""

    list_display = ("beginning", "player", "name", "scopes", "used_at", "expires_at", "revoked_at")
    list_select_related = ("player",)
    exclude = ("digest",)


@admin.register(IdempotencyRecord)
class IdempotencyRecordAdmin(ReadOnly):
    """Idempotency records without the response: it may hold a hand of cards or a link."""

    list_display = ("made_at", "player", "status")
    list_select_related = ("player",)
    exclude = ("key", "fingerprint", "body", "headers")


@admin.register(AccountMail)
class AccountMailAdmin(ReadOnly):
    """Mails that wait for the mail server, without their text: it holds a link that opens an account."""

    list_display = ("made_at", "to", "subject", "tries", "claimed_until")
    exclude = ("body",)


@admin.register(PendingAddress)
class PendingAddressAdmin(ReadOnly):
    list_display = ("email", "user", "asked_at")


@admin.register(AddressChange)
class AddressChangeAdmin(ReadOnly):
    list_display = ("user", "before", "made_at")


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
