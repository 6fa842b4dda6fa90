"""Admin of the deals of the day."""

from __future__ import annotations

from django.contrib import admin

from logbook.daily.models import DailyDeal, DailyResult, DailySeat
from logbook.lib.admin import ReadOnly


@admin.register(DailyDeal)
class DailyDealAdmin(ReadOnly):
    list_display = ("date", "game", "easy", "challenge", "counted_at")
    list_select_related = ("challenge",)
    fields = list_display


@admin.register(DailyResult)
class DailyResultAdmin(ReadOnly):
    """It hides what came of a table: its deal may still be played."""

    list_display = ("deal", "people", "by_program")
    list_select_related = ("deal",)
    fields = list_display


@admin.register(DailySeat)
class DailySeatAdmin(ReadOnly):
    list_display = ("deal", "player", "alone")
    list_select_related = ("deal", "player")
    fields = list_display
