"""Admin of challenges, rulings and deal access."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from logbook.challenges.models.challenges import Candidate, Challenge, Stage
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
