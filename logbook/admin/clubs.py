"""People, crews and clubs."""

from __future__ import annotations

from django.contrib import admin

from logbook import models
from logbook.admin.discreet import Discreet


@admin.register(models.Player)
class PlayerAdmin(Discreet):
    list_display = ("name", "user", "created_at")
    list_filter = (("user", admin.EmptyFieldListFilter),)
    search_fields = ("name", "user__email")
    raw_id_fields = ("user",)
    list_select_related = ("user",)


class CrewMemberInline(admin.TabularInline):
    model = models.CrewMember
    extra = 0
    raw_id_fields = ("player",)


@admin.register(models.Crew)
class CrewAdmin(Discreet):
    list_display = ("name", "slug", "created_at")
    search_fields = ("name", "slug")
    inlines = (CrewMemberInline,)


@admin.register(models.ClubCrewRemoval)
class ClubCrewRemovalAdmin(Discreet):
    list_display = ("club", "crew", "removed_at", "removed_by")
    list_select_related = ("club", "crew", "removed_by")
    raw_id_fields = ("club", "crew", "removed_by")


@admin.register(models.ClubRemoval)
class ClubRemovalAdmin(Discreet):
    list_display = ("club", "player", "removed_at", "removed_by")
    list_select_related = ("club", "player", "removed_by")
    raw_id_fields = ("club", "player", "removed_by")


@admin.register(models.CrewMember)
class CrewMemberAdmin(Discreet):
    list_display = ("crew", "player", "role", "joined_at", "left_at")
    list_filter = ("role",)
    list_select_related = ("crew", "player")
    raw_id_fields = ("crew", "player")


class ClubMemberInline(admin.TabularInline):
    model = models.ClubMember
    extra = 0
    raw_id_fields = ("player",)


class ClubCrewInline(admin.TabularInline):
    model = models.ClubCrew
    extra = 0
    raw_id_fields = ("crew",)


@admin.register(models.Club)
class ClubAdmin(Discreet):
    list_display = ("name", "slug", "created_at")
    search_fields = ("name", "slug")
    inlines = (ClubMemberInline, ClubCrewInline)


@admin.register(models.ClubMember)
class ClubMemberAdmin(Discreet):
    list_display = ("club", "player", "role", "joined_at")
    list_filter = ("role",)
    list_select_related = ("club", "player")
    raw_id_fields = ("club", "player")


@admin.register(models.ClubCrew)
class ClubCrewAdmin(Discreet):
    list_display = ("club", "crew", "joined_at")
    list_select_related = ("club", "crew")
    raw_id_fields = ("club", "crew")


@admin.register(models.Invite)
class InviteAdmin(Discreet):
    """Links can be ended here, not read: whoever holds one gets in."""

    list_display = ("__str__", "created_by", "created_at", "expires_at", "revoked_at")
    list_select_related = ("crew", "club", "table", "created_by")
    raw_id_fields = ("crew", "club", "table", "created_by")
    readonly_fields = ("created_at",)
