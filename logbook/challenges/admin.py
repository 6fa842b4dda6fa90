"""Admin of challenges, rulings and deal access."""

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
    """Stages cannot be edited: their deals are made for their mission."""

    model = Stage
    fields = ("number", "game", "mission")


@admin.register(Challenge)
class ChallengeAdmin(SafeModelAdmin):
    """Read-only: the service makes challenges, and their deals are made for what was announced.

    The base seed appears once the window has closed.
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
        secrets = ("secret", "base_seed") if _is_closed(obj) else ()
        return (
            *self.promised,
            "created_by",
            "state",
            "opened_at",
            "closed_at",
            "counted_at",
            "commitment",
            *secrets,
            "created_at",
        )


def _is_closed(challenge: Challenge | None) -> bool:
    return challenge is not None and challenge.is_over


@admin.register(Stage)
class StageAdmin(ReadOnly):
    """Read-only: a stage belongs to its challenge's page."""

    list_display = ("challenge", "number", "game", "mission")
    list_select_related = ("challenge",)


@admin.register(Deal)
class DealAdmin(ReadOnly):
    """The preparation of a deal without its seed: the seed tells every hand."""

    list_display = ("stage", "attempt", "state")
    list_filter = ("state",)
    list_select_related = ("stage__challenge",)
    fields = (*list_display, "most_candidates", "steps", "starts", "busy_until", "moved_at")


@admin.register(SeedContribution)
class SeedContributionAdmin(ReadOnly):
    """Read-only: a seed contribution is final."""

    list_display = ("challenge", "name", "words", "at")
    list_select_related = ("challenge",)


@admin.register(Candidate)
class CandidateAdmin(ReadOnly):
    """Candidates; difficulty and certificate appear once the window has closed."""

    list_display = ("deal", "number", "picked", "rejected")
    list_filter = ("picked", "rejected")
    list_select_related = ("deal__stage__challenge",)

    def get_fields(self, request: HttpRequest, obj: Candidate | None = None) -> tuple[str, ...]:
        is_closed = obj is not None and _is_closed(obj.deal.stage.challenge)
        results = ("playouts", "rated_by", "wins", "random_share", "certificate")
        return (*self.list_display, *(results if is_closed else ()))


@admin.register(Standing)
class StandingAdmin(ReadOnly):
    list_display = ("challenge", "rank", "crew", "stages_won", "score", "attempts", "distress")
    list_select_related = ("challenge", "crew")


@admin.register(Ruling)
class RulingAdmin(ReadOnly):
    """Read-only: rulings are made and taken back at the directors' desk, which counts results anew."""

    list_display = ("challenge", "kind", "stage", "attempt", "crew", "by", "at", "taken_back_at")
    list_filter = ("kind",)
    list_select_related = ("challenge", "stage__challenge", "crew", "by")


@admin.register(Bond)
class BondAdmin(ReadOnly):
    """Crew members of running challenges whose membership has been deleted."""

    list_display = ("player", "crew", "challenge")
    list_select_related = ("player", "crew", "challenge")


@admin.register(SeatHandout)
class SeatHandoutAdmin(ReadOnly):
    """The persons that seat pages were handed to, without the links: the first to open a link sees the seat's cards."""

    list_display = ("attempt", "seat", "player", "guest", "handed_by", "handed_at", "opened_at", "ended_at")
    list_select_related = ("attempt", "player", "guest", "handed_by")
    fields = (*list_display, "opened_by")


@admin.register(DealAccess)
class DealAccessAdmin(ReadOnly):
    """Read-only: deal access is never changed, and only rulings take it back."""

    list_display = ("player", "guest", "how", "stage", "attempt", "seat", "table", "at", "taken_back_at")
    list_filter = ("how",)
    list_select_related = ("player", "guest", "stage__challenge", "table")
