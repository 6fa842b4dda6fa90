"""Admin of tables, attempts and events."""

from __future__ import annotations

from django.contrib import admin

from logbook.lib.admin import ReadOnlyInline, SafeModelAdmin
from logbook.tables.models import Attempt, Seat, Table


class SeatInline(admin.TabularInline):
    model = Seat
    extra = 0
    raw_id_fields = ("player",)


class AttemptInline(ReadOnlyInline):
    model = Attempt
    fields = ("number", "state", "length", "tricks", "distress", "started_at", "ended_at")
    readonly_fields = fields
    show_change_link = True


@admin.register(Table)
class TableAdmin(SafeModelAdmin):
    list_display = ("id", "game", "mission", "players", "crew", "state", "moved_at")
    list_filter = ("game", "state", "players")
    list_select_related = ("crew",)
    raw_id_fields = ("crew", "stage", "opened_by", "follows")
    readonly_fields = ("version", "created_at", "moved_at")
    inlines = (SeatInline, AttemptInline)


@admin.register(Seat)
class SeatAdmin(SafeModelAdmin):
    list_display = ("table", "number", "player", "bot")
    list_select_related = ("table", "player")
    raw_id_fields = ("table", "player")
