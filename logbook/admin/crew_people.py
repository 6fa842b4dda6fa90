"""How crews' people come and go."""

from __future__ import annotations

from django.contrib import admin

from logbook import models
from logbook.admin.discreet import Discreet, ReadOnly


@admin.register(models.GuestClaim)
class GuestClaimAdmin(ReadOnly):
    list_display = ("guest", "player", "state", "asked_at")
    list_filter = ("state",)
    list_select_related = ("guest", "player")


@admin.register(models.Substitute)
class SubstituteAdmin(Discreet):
    list_display = ("player", "crew", "since")
    list_select_related = ("player", "crew")
    raw_id_fields = ("player", "crew")


@admin.register(models.CrewUnion)
class CrewUnionAdmin(ReadOnly):
    """To look at; its link is shown to nobody."""

    list_display = ("crew", "into", "state", "asked_at")
    list_select_related = ("crew", "into")
    fields = ("crew", "into", "state", "asked_by", "asked_at", "answered_by", "answered_at")


@admin.register(models.CrewNote)
class CrewNoteAdmin(ReadOnly):
    list_display = ("crew", "kind", "at", "other_name")
    list_filter = ("kind",)
    list_select_related = ("crew",)
