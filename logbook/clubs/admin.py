"""Admin of clubs."""

from __future__ import annotations

from django.contrib import admin

from logbook.clubs.models import (
    Club,
    ClubCrew,
    ClubCrewRemoval,
    ClubMember,
    ClubRemoval,
    FormerClubMember,
    News,
)
from logbook.lib.admin import SafeModelAdmin


@admin.register(ClubCrewRemoval)
class ClubCrewRemovalAdmin(SafeModelAdmin):
    list_display = ("club", "crew", "removed_at", "removed_by")
    list_select_related = ("club", "crew", "removed_by")
    raw_id_fields = ("club", "crew", "removed_by")


@admin.register(ClubRemoval)
class ClubRemovalAdmin(SafeModelAdmin):
    list_display = ("club", "player", "removed_at", "removed_by")
    list_select_related = ("club", "player", "removed_by")
    raw_id_fields = ("club", "player", "removed_by")


class ClubMemberInline(admin.TabularInline):
    model = ClubMember
    extra = 0
    raw_id_fields = ("player",)


class ClubCrewInline(admin.TabularInline):
    model = ClubCrew
    extra = 0
    raw_id_fields = ("crew",)


@admin.register(Club)
class ClubAdmin(SafeModelAdmin):
    list_display = ("name", "slug", "created_at")
    search_fields = ("name", "slug")
    inlines = (ClubMemberInline, ClubCrewInline)


@admin.register(ClubMember)
class ClubMemberAdmin(SafeModelAdmin):
    list_display = ("club", "player", "role", "joined_at")
    list_filter = ("role",)
    list_select_related = ("club", "player")
    raw_id_fields = ("club", "player")


@admin.register(FormerClubMember)
class FormerClubMemberAdmin(SafeModelAdmin):
    list_display = ("club", "player", "joined_at", "left_at")
    list_select_related = ("club", "player")
    raw_id_fields = ("club", "player")


@admin.register(ClubCrew)
class ClubCrewAdmin(SafeModelAdmin):
    list_display = ("club", "crew", "joined_at")
    list_select_related = ("club", "crew")
    raw_id_fields = ("club", "crew")


@admin.register(News)
class NewsAdmin(SafeModelAdmin):
    list_display = ("title", "club", "author", "written_at")
    list_select_related = ("club", "author")
    raw_id_fields = ("club", "author")
