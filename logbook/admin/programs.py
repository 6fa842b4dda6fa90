"""Programs that act for people, and what the site has found about itself."""

from __future__ import annotations

from django.contrib import admin

from logbook import models
from logbook.admin.discreet import ReadOnly


@admin.register(models.ApiToken)
class ApiTokenAdmin(ReadOnly):
    """The key is not kept, and what it hashes to is nobody's business."""

    list_display = ("beginning", "player", "name", "scopes", "used_at", "expires_at", "revoked_at")
    list_select_related = ("player",)
    exclude = ("digest",)


@admin.register(models.KeptAnswer)
class KeptAnswerAdmin(ReadOnly):
    """What somebody was told, a hand of cards or a link among it, is for nobody else."""

    list_display = ("made_at", "player", "status")
    list_select_related = ("player",)
    exclude = ("key", "fingerprint", "body", "headers")


@admin.register(models.AccountMail)
class AccountMailAdmin(ReadOnly):
    """What waits for the mail server. The text holds a link that opens an account."""

    list_display = ("made_at", "to", "subject", "tries", "claimed_until")
    exclude = ("body",)


@admin.register(models.Thought)
class ThoughtAdmin(ReadOnly):
    """What somebody asked the bots, and was answered, is for nobody else."""

    list_display = ("made_at", "player", "kind", "state", "steps", "tries")
    list_select_related = ("player",)
    exclude = ("attempt", "mark", "asked", "hurried", "answer")


@admin.register(models.IntegrityCheck)
class IntegrityCheckAdmin(ReadOnly):
    list_display = ("started_at", "finished_at", "attempts", "actions", "wrong")
