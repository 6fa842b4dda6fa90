"""Admin of travellers' lines."""

from __future__ import annotations

from django.contrib import admin

from logbook.lib.admin import ReadOnly
from logbook.travellers.models import TravellerLine


@admin.register(TravellerLine)
class TravellerLineAdmin(ReadOnly):
    """It hides what a line says: its deal may still be played."""

    list_display = ("attempt", "bots")
    list_select_related = ("attempt",)
    fields = list_display
