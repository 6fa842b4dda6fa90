"""Admin of seasons, series and their scores."""

from __future__ import annotations

from django.contrib import admin

from logbook.seasons.models.seasons import Season


@admin.register(Season)
class SeasonAdmin(admin.ModelAdmin):
    list_display = ("name", "club", "starts_on", "ends_on", "best_n")
    list_select_related = ("club",)
    raw_id_fields = ("club", "created_by")
