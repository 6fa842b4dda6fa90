"""Admin of campaigns and their entries."""

from __future__ import annotations

from django.contrib import admin

from logbook.campaigns.models import Attendance, Campaign, CampaignStanding, LogEntry, LogEntryChange, MissionLog
from logbook.lib.admin import ReadOnly, SafeModelAdmin


@admin.register(Campaign)
class CampaignAdmin(SafeModelAdmin):
    list_display = ("name", "crew", "game", "in_order", "opened_at", "closed_at")
    list_filter = ("game",)
    list_select_related = ("crew",)
    search_fields = ("name", "crew__name")
    raw_id_fields = ("crew", "opened_by", "copied_from")


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly):
    list_display = ("campaign", "mission", "won", "distress", "played_on", "source", "removed_at")
    list_filter = ("source", "won")
    list_select_related = ("campaign",)


@admin.register(LogEntryChange)
class LogEntryChangeAdmin(ReadOnly):
    list_display = ("entry", "by", "at")
    list_select_related = ("entry__campaign", "by")


@admin.register(Attendance)
class AttendanceAdmin(ReadOnly):
    list_display = ("entry", "player", "guest", "captain", "substitute")
    list_select_related = ("entry__campaign", "player", "guest")


@admin.register(MissionLog)
class MissionLogAdmin(ReadOnly):
    list_display = ("campaign", "mission", "won", "attempts", "distress", "score")
    list_select_related = ("campaign",)


@admin.register(CampaignStanding)
class CampaignStandingAdmin(ReadOnly):
    list_display = ("campaign", "kind", "players", "missions_won", "score", "is_first")
    list_filter = ("game", "kind", "players")
    list_select_related = ("campaign",)
    exclude = ("people",)
