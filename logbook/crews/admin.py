"""Admin of crews, guests, substitutes and merges."""

from __future__ import annotations

from django.contrib import admin

from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.models.guests import Guest, Substitute
from logbook.lib.admin import SafeModelAdmin


@admin.register(Substitute)
class SubstituteAdmin(SafeModelAdmin):
    list_display = ("player", "crew", "since")
    list_select_related = ("player", "crew")
    raw_id_fields = ("player", "crew")


@admin.register(Guest)
class GuestAdmin(SafeModelAdmin):
    list_display = ("name", "crew", "claimed_by")
    list_select_related = ("crew", "claimed_by")
    raw_id_fields = ("crew", "claimed_by")


class CrewMemberInline(admin.TabularInline):
    model = CrewMember
    extra = 0
    raw_id_fields = ("player",)


@admin.register(Crew)
class CrewAdmin(SafeModelAdmin):
    list_display = ("name", "slug", "created_at")
    search_fields = ("name", "slug")
    inlines = (CrewMemberInline,)


@admin.register(CrewMember)
class CrewMemberAdmin(SafeModelAdmin):
    list_display = ("crew", "player", "role", "joined_at", "left_at")
    list_filter = ("role",)
    list_select_related = ("crew", "player")
    raw_id_fields = ("crew", "player")
