"""Admin of results, tallies, races and ratings."""

from __future__ import annotations

from django.contrib import admin

from logbook.leaderboards.models.mission_ratings import MissionRating
from logbook.leaderboards.models.races import RaceResult, RaceStanding
from logbook.leaderboards.models.results import Result, Tally
from logbook.leaderboards.models.runs import Run
from logbook.leaderboards.models.strengths import Strength
from logbook.lib.admin import ReadOnly


@admin.register(Strength)
class StrengthAdmin(ReadOnly):
    list_display = ("crew", "game", "mission", "players", "stage", "attempt", "value", "deviation", "tries")
    list_select_related = ("crew", "stage__challenge")


@admin.register(MissionRating)
class MissionRatingAdmin(ReadOnly):
    """How often bots win each mission."""

    list_display = ("game", "mission", "players", "rated_by", "wins", "rounds")
    list_filter = ("game", "players")


@admin.register(Result)
class ResultAdmin(ReadOnly):
    list_display = ("game", "mission", "players", "crew", "won", "attempts", "distress", "score", "finished_at")
    list_filter = ("game", "won", "players")
    list_select_related = ("crew",)


@admin.register(Run)
class RunAdmin(ReadOnly):
    """The first runs of the same people."""

    list_display = ("game", "mission", "players", "crew", "bots", "won", "attempts", "distress", "finished_at")
    list_filter = ("game", "won", "players")
    list_select_related = ("crew",)


@admin.register(Tally)
class TallyAdmin(ReadOnly):
    list_display = ("game", "mission", "players", "won", "distress", "attempts", "results")
    list_filter = ("game", "won", "players")


@admin.register(RaceStanding)
class RaceStandingAdmin(ReadOnly):
    """Standings of race challenges."""

    list_display = ("challenge", "rank", "player", "crew", "points", "margin", "wins")
    list_select_related = ("challenge", "player", "crew")


@admin.register(RaceResult)
class RaceResultAdmin(ReadOnly):
    """Results of races."""

    list_display = ("scenario", "seat", "player", "bot", "points", "margin", "won", "finished_at")
    list_filter = ("scenario", "players", "rivals", "won")
    list_select_related = ("player",)
