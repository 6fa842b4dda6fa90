"""Admin of tables, attempts and events."""

from __future__ import annotations

from django.contrib import admin

from logbook.lib.admin import ReadOnly, ReadOnlyInline, SafeModelAdmin
from logbook.tables.models import Attempt, Event, PreparedCard, Seat, SeatRequest, Sitting, Table


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


@admin.register(Attempt)
class AttemptAdmin(ReadOnly):
    """The state of an attempt; its replay shows the moves, to those who may see it."""

    list_display = ("table", "number", "state", "length", "tricks", "distress", "started_at", "ended_at")
    list_filter = ("state", "place", "distress")
    list_select_related = ("table",)
    fields = (*list_display, "place", "reported_by", "reason_code", "rules", "options")


@admin.register(Sitting)
class SittingAdmin(ReadOnly):
    list_display = ("attempt", "number", "player", "guest")
    list_select_related = ("attempt", "player", "guest")


@admin.register(PreparedCard)
class PreparedCardAdmin(ReadOnly):
    """The seats that have prepared a card, without the card."""

    list_display = ("attempt", "seat")
    list_select_related = ("attempt",)
    fields = list_display


@admin.register(Event)
class EventAdmin(ReadOnly):
    """Seat and time of an action without its text, which stays at the table."""

    list_display = ("attempt", "sequence", "seat", "player", "at")
    list_select_related = ("attempt", "player")
    fields = list_display


@admin.register(SeatRequest)
class SeatRequestAdmin(ReadOnly):
    list_display = ("table", "player", "at")
    list_select_related = ("table", "player")
    fields = list_display
