"""Tables, attempts and what is counted from them."""

from __future__ import annotations

from django.contrib import admin

from logbook import models
from logbook.admin.discreet import Discreet, ReadOnly, ReadOnlyInline


class SeatInline(admin.TabularInline):
    model = models.Seat
    extra = 0
    raw_id_fields = ("player",)


class AttemptInline(ReadOnlyInline):
    model = models.Attempt
    fields = ("number", "state", "length", "tricks", "distress", "started_at", "ended_at")
    readonly_fields = fields
    show_change_link = True


@admin.register(models.Table)
class TableAdmin(Discreet):
    list_display = ("id", "game", "mission", "players", "crew", "state", "moved_at")
    list_filter = ("game", "state", "players")
    list_select_related = ("crew",)
    raw_id_fields = ("crew", "stage", "opened_by", "follows")
    readonly_fields = ("version", "created_at", "moved_at")
    inlines = (SeatInline, AttemptInline)


@admin.register(models.Seat)
class SeatAdmin(Discreet):
    list_display = ("table", "number", "player", "bot")
    list_select_related = ("table", "player")
    raw_id_fields = ("table", "player")


@admin.register(models.Attempt)
class AttemptAdmin(ReadOnly):
    """How an attempt stands; what was played is in its replay, for those who may see it."""

    list_display = ("table", "number", "state", "length", "tricks", "distress", "started_at", "ended_at")
    list_filter = ("state", "place", "distress")
    list_select_related = ("table",)
    fields = (*list_display, "place", "reported_by", "reason_code", "rules", "options")


@admin.register(models.Sitting)
class SittingAdmin(ReadOnly):
    list_display = ("attempt", "number", "player", "guest")
    list_select_related = ("attempt", "player", "guest")


@admin.register(models.SeatHandout)
class SeatHandoutAdmin(ReadOnly):
    """To whom a seat's page was handed, never its link: whoever opens that first sees the seat's cards."""

    list_display = ("attempt", "seat", "player", "guest", "handed_by", "handed_at", "opened_at", "ended_at")
    list_select_related = ("attempt", "player", "guest", "handed_by")
    fields = (*list_display, "opened_by")


@admin.register(models.Look)
class LookAdmin(ReadOnly):
    """The ledger of looks: never changed, and taken back by rulings alone."""

    list_display = ("player", "guest", "how", "stage", "attempt", "seat", "table", "at", "taken_back_at")
    list_filter = ("how",)
    list_select_related = ("player", "guest", "stage__challenge", "table")


@admin.register(models.Analysis)
class AnalysisAdmin(ReadOnly):
    """That an attempt was analysed, never what was found: its deal may still be played."""

    list_display = ("attempt", "solver", "tries", "tried_at")
    list_select_related = ("attempt",)
    fields = list_display


@admin.register(models.Event)
class EventAdmin(ReadOnly):
    """That somebody acted, and when; what they played stays at the table."""

    list_display = ("attempt", "sequence", "seat", "player", "at")
    list_select_related = ("attempt", "player")
    fields = list_display


@admin.register(models.Result)
class ResultAdmin(ReadOnly):
    list_display = ("game", "mission", "players", "crew", "won", "attempts", "distress", "score", "finished_at")
    list_filter = ("game", "won", "players")
    list_select_related = ("crew",)


@admin.register(models.Tally)
class TallyAdmin(ReadOnly):
    list_display = ("game", "mission", "players", "won", "distress", "attempts", "runs")
    list_filter = ("game", "won", "players")


@admin.register(models.Merit)
class MeritAdmin(ReadOnly):
    list_display = ("challenge", "crew", "percent", "margin")
    list_select_related = ("challenge", "crew")


@admin.register(models.SeasonStanding)
class SeasonStandingAdmin(ReadOnly):
    list_display = ("season", "rank", "crew", "player", "total", "wins", "best", "played", "moved")
    list_select_related = ("season", "crew", "player")


@admin.register(models.RaceStanding)
class RaceStandingAdmin(ReadOnly):
    """Who is ahead in challenges of races."""

    list_display = ("challenge", "rank", "player", "crew", "points", "margin", "wins")
    list_select_related = ("challenge", "player", "crew")


@admin.register(models.RaceResult)
class RaceResultAdmin(ReadOnly):
    """What races have come to."""

    list_display = ("scenario", "seat", "player", "bot", "points", "margin", "won", "finished_at")
    list_filter = ("scenario", "players", "rivals", "won")
    list_select_related = ("player",)
