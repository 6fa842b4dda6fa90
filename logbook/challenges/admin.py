"""Challenges, seasons and rulings."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from logbook.challenges.models.bonds import Bond
from logbook.challenges.models.challenges import Candidate, Challenge, Deal, SeedContribution, Stage, Standing
from logbook.challenges.models.deal_access import DealAccess
from logbook.challenges.models.handouts import SeatHandout
from logbook.challenges.models.rulings import Ruling
from logbook.lib.admin import ReadOnly, ReadOnlyInline, SafeModelAdmin


class StageInline(ReadOnlyInline):
    """What is played; its deals are made for this mission."""

    model = Stage
    fields = ("number", "game", "mission")


@admin.register(Challenge)
class ChallengeAdmin(SafeModelAdmin):
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

    def get_readonly_fields(self, request: HttpRequest, obj: Challenge | None = None) -> tuple[str, ...]:
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


def _is_closed(challenge: Challenge | None) -> bool:
    return challenge is not None and challenge.is_over


@admin.register(Stage)
class StageAdmin(ReadOnly):
    """To look at; a stage belongs to its challenge's page."""

    list_display = ("challenge", "number", "game", "mission")
    list_select_related = ("challenge",)


@admin.register(Deal)
class DealAdmin(ReadOnly):
    """How far a deal is prepared, never its seed: whoever knows it knows every hand."""

    list_display = ("stage", "attempt", "state")
    list_filter = ("state",)
    list_select_related = ("stage__challenge",)
    fields = (*list_display, "most_candidates", "steps", "begun", "busy_until", "moved_at")


@admin.register(SeedContribution)
class StirAdmin(ReadOnly):
    """To look at: what is stirred into a seed stays."""

    list_display = ("challenge", "name", "words", "at")
    list_select_related = ("challenge",)


@admin.register(Candidate)
class CandidateAdmin(ReadOnly):
    """That a candidate was tried; how hard it is and how it is won, once the window has closed and not before."""

    list_display = ("deal", "number", "picked", "rejected")
    list_filter = ("picked", "rejected")
    list_select_related = ("deal__stage__challenge",)

    def get_fields(self, request: HttpRequest, obj: Candidate | None = None) -> tuple[str, ...]:
        closed = obj is not None and _is_closed(obj.deal.stage.challenge)
        return (*self.list_display, *(("playouts", "wins", "random_share", "certificate") if closed else ()))


@admin.register(Standing)
class StandingAdmin(ReadOnly):
    list_display = ("challenge", "rank", "crew", "stages_won", "score", "attempts", "distress")
    list_select_related = ("challenge", "crew")


@admin.register(Ruling)
class RulingAdmin(ReadOnly):
    """To look at: rulings are made and taken back at the desk, where what hangs on them is counted anew."""

    list_display = ("challenge", "kind", "stage", "attempt", "crew", "by", "at", "taken_back_at")
    list_filter = ("kind",)
    list_select_related = ("challenge", "stage__challenge", "crew", "by")


@admin.register(Bond)
class BondAdmin(ReadOnly):
    """Who was in a crew that could play, though nothing else says so any more."""

    list_display = ("player", "crew", "challenge")
    list_select_related = ("player", "crew", "challenge")


@admin.register(SeatHandout)
class SeatHandoutAdmin(ReadOnly):
    """To whom a seat's page was handed, never its link: whoever opens that first sees the seat's cards."""

    list_display = ("attempt", "seat", "player", "guest", "handed_by", "handed_at", "opened_at", "ended_at")
    list_select_related = ("attempt", "player", "guest", "handed_by")
    fields = (*list_display, "opened_by")


@admin.register(DealAccess)
class LookAdmin(ReadOnly):
    """The ledger of looks: never changed, and taken back by rulings alone."""

    list_display = ("player", "guest", "how", "stage", "attempt", "seat", "table", "at", "taken_back_at")
    list_filter = ("how",)
    list_select_related = ("player", "guest", "stage__challenge", "table")
