"""Admin of seasons, series and their scores."""

from __future__ import annotations

from django.contrib import admin

from logbook.lib.admin import ReadOnly
from logbook.seasons.models.scores import DuplicateScore, SeasonStanding
from logbook.seasons.models.seasons import Season, SeasonNote, Series


@admin.register(Season)
class SeasonAdmin(admin.ModelAdmin):
    list_display = ("name", "club", "starts_on", "ends_on", "best_n")
    list_select_related = ("club",)
    raw_id_fields = ("club", "created_by")


@admin.register(Series)
class SeriesAdmin(ReadOnly):
    """Read-only, because the site's pages validate changes."""

    list_display = ("title", "season", "weekday", "hour", "minute", "time_zone", "state", "next_week")
    list_filter = ("state",)
    list_select_related = ("season",)


@admin.register(SeasonNote)
class SeasonNoteAdmin(ReadOnly):
    list_display = ("season", "series", "occurrence", "kind", "by", "at")
    list_select_related = ("season", "series", "by")


@admin.register(DuplicateScore)
class DuplicateScoreAdmin(ReadOnly):
    list_display = ("challenge", "crew", "percent", "margin")
    list_select_related = ("challenge", "crew")


@admin.register(SeasonStanding)
class SeasonStandingAdmin(ReadOnly):
    list_display = ("season", "rank", "crew", "player", "total", "wins", "best", "played", "moved")
    list_select_related = ("season", "crew", "player")
