"""Challenges, seasons and rulings."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from logbook import models
from logbook.admin.discreet import Discreet, ReadOnly, ReadOnlyInline


class StageInline(ReadOnlyInline):
    """What is played; its deals are made for this mission."""

    model = models.Stage
    fields = ("number", "game", "mission")


@admin.register(models.Challenge)
class ChallengeAdmin(Discreet):
    """To look at; the service makes challenges. What was promised stays: the deals are made for it.

    The base seed appears when the window has closed, and not before.
    """

    list_display = ("title", "club", "players", "state", "opens_at", "closes_at")
    list_filter = ("state", "policy")
    list_select_related = ("club",)
    raw_id_fields = ("club", "created_by")
    inlines = (StageInline,)

    promised = (
        "club",
        "players",
        "options",
        "policy",
        "max_attempts",
        "difficulty",
        "playouts",
        "opens_at",
        "closes_at",
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: models.Challenge | None = None) -> tuple[str, ...]:
        shown = ("secret", "base_seed") if _is_closed(obj) else ()
        return (
            *self.promised,
            "created_by",
            "state",
            "opened_at",
            "closed_at",
            "counted_at",
            "commitment",
            *shown,
            "created_at",
        )


def _is_closed(challenge: models.Challenge | None) -> bool:
    return challenge is not None and challenge.is_over


@admin.register(models.Stage)
class StageAdmin(ReadOnly):
    """To look at; a stage belongs to its challenge's page."""

    list_display = ("challenge", "number", "game", "mission")
    list_select_related = ("challenge",)


@admin.register(models.Deal)
class DealAdmin(ReadOnly):
    """How far a deal is prepared, never its seed: whoever knows it knows every hand."""

    list_display = ("stage", "attempt", "state")
    list_filter = ("state",)
    list_select_related = ("stage__challenge",)
    fields = (*list_display, "most_candidates", "steps", "begun", "busy_until", "moved_at")


@admin.register(models.Stir)
class StirAdmin(ReadOnly):
    """To look at: what is stirred into a seed stays."""

    list_display = ("challenge", "name", "words", "at")
    list_select_related = ("challenge",)


@admin.register(models.Candidate)
class CandidateAdmin(ReadOnly):
    """That a candidate was tried; how hard it is and how it is won, once the window has closed and not before."""

    list_display = ("deal", "number", "picked", "rejected")
    list_filter = ("picked", "rejected")
    list_select_related = ("deal__stage__challenge",)

    def get_fields(self, request: HttpRequest, obj: models.Candidate | None = None) -> tuple[str, ...]:
        closed = obj is not None and _is_closed(obj.deal.stage.challenge)
        return (*self.list_display, *(("playouts", "wins", "random_share", "certificate") if closed else ()))


@admin.register(models.Standing)
class StandingAdmin(ReadOnly):
    list_display = ("challenge", "rank", "crew", "stages_won", "score", "attempts", "distress")
    list_select_related = ("challenge", "crew")


@admin.register(models.Ruling)
class RulingAdmin(ReadOnly):
    """To look at: rulings are made and taken back at the desk, where what hangs on them is counted anew."""

    list_display = ("challenge", "kind", "stage", "attempt", "crew", "by", "at", "taken_back_at")
    list_filter = ("kind",)
    list_select_related = ("challenge", "stage__challenge", "crew", "by")


@admin.register(models.Season)
class SeasonAdmin(admin.ModelAdmin):
    list_display = ("name", "club", "starts_on", "ends_on", "best_n")
    list_select_related = ("club",)
    raw_id_fields = ("club", "created_by")


@admin.register(models.Series)
class SeriesAdmin(ReadOnly):
    """To look at: its pages check what is changed."""

    list_display = ("title", "season", "weekday", "hour", "minute", "time_zone", "state", "following")
    list_filter = ("state",)
    list_select_related = ("season",)


@admin.register(models.SeasonNote)
class SeasonNoteAdmin(ReadOnly):
    list_display = ("season", "series", "occurrence", "kind", "by", "at")
    list_select_related = ("season", "series", "by")


@admin.register(models.Bond)
class BondAdmin(ReadOnly):
    """Who was in a crew that could play, though nothing else says so any more."""

    list_display = ("player", "crew", "challenge")
    list_select_related = ("player", "crew", "challenge")
