"""Admin of travellers' lines and positions."""

from __future__ import annotations

from django.contrib import admin

from logbook.lib.admin import ReadOnly
from logbook.travellers.models import Position, RaceLine, TravellerLine


@admin.register(TravellerLine)
class TravellerLineAdmin(ReadOnly):
    """It hides what a line says: its deal may still be played."""

    list_display = ("attempt", "bots")
    list_select_related = ("attempt",)
    fields = list_display


@admin.register(Position)
class PositionAdmin(ReadOnly):
    """It hides the moves: the deal may still be played."""

    list_display = ("stage", "attempt", "lines")
    list_select_related = ("stage__challenge",)
    fields = list_display


@admin.register(RaceLine)
class RaceLineAdmin(ReadOnly):
    """It hides points and turns: the race may still be sailed."""

    list_display = ("attempt",)
    list_select_related = ("attempt",)
    fields = list_display
