"""Everything in Django's admin. Secrets (seeds, links) are not listed, and a sealed seed is shown to nobody."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from logbook import models

admin.site.site_header = _("Crewsite")
admin.site.site_title = _("Crewsite")


class Discreet(admin.ModelAdmin):
    """Filters by what it offers as a filter, and by nothing else.

    Whoever may ask in the address what a seed begins with has soon spelled it out.
    """

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        filters: Any = self.list_filter
        offered = {one[0] if isinstance(one, tuple) else one for one in filters}
        asked, *_further = lookup.split("__")
        return asked in {"pk", "id", *offered} and super().lookup_allowed(lookup, value, request)


class ReadOnly(Discreet):
    """A projection or a record: to look at. Only services write it."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ReadOnlyInline(admin.TabularInline):
    """Rows of a record, to look at."""

    extra = 0

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


# --- people, crews, clubs


@admin.register(models.Player)
class PlayerAdmin(Discreet):
    list_display = ("name", "user", "created_at")
    list_filter = (("user", admin.EmptyFieldListFilter),)
    search_fields = ("name", "user__email")
    raw_id_fields = ("user",)
    list_select_related = ("user",)


class CrewMemberInline(admin.TabularInline):
    model = models.CrewMember
    extra = 0
    raw_id_fields = ("player",)


@admin.register(models.Crew)
class CrewAdmin(Discreet):
    list_display = ("name", "slug", "created_at")
    search_fields = ("name", "slug")
    inlines = (CrewMemberInline,)


@admin.register(models.CrewMember)
class CrewMemberAdmin(Discreet):
    list_display = ("crew", "player", "role", "joined_at", "left_at")
    list_filter = ("role",)
    list_select_related = ("crew", "player")
    raw_id_fields = ("crew", "player")


class ClubMemberInline(admin.TabularInline):
    model = models.ClubMember
    extra = 0
    raw_id_fields = ("player",)


class ClubCrewInline(admin.TabularInline):
    model = models.ClubCrew
    extra = 0
    raw_id_fields = ("crew",)


@admin.register(models.Club)
class ClubAdmin(Discreet):
    list_display = ("name", "slug", "created_at")
    search_fields = ("name", "slug")
    inlines = (ClubMemberInline, ClubCrewInline)


@admin.register(models.ClubMember)
class ClubMemberAdmin(Discreet):
    list_display = ("club", "player", "role", "joined_at")
    list_filter = ("role",)
    list_select_related = ("club", "player")
    raw_id_fields = ("club", "player")


@admin.register(models.ClubCrew)
class ClubCrewAdmin(Discreet):
    list_display = ("club", "crew", "joined_at")
    list_select_related = ("club", "crew")
    raw_id_fields = ("club", "crew")


@admin.register(models.Invite)
class InviteAdmin(Discreet):
    """Links can be ended here, not read: whoever holds one gets in."""

    list_display = ("__str__", "created_by", "created_at", "expires_at", "revoked_at")
    list_select_related = ("crew", "club", "table", "created_by")
    raw_id_fields = ("crew", "club", "table", "created_by")
    readonly_fields = ("created_at",)


# --- the life of clubs


@admin.register(models.JoinRequest)
class JoinRequestAdmin(ReadOnly):
    list_display = ("club", "player", "state", "asked_at")
    list_filter = ("state",)
    list_select_related = ("club", "player")


@admin.register(models.News)
class NewsAdmin(Discreet):
    list_display = ("title", "club", "author", "written_at")
    list_select_related = ("club", "author")
    raw_id_fields = ("club", "author")


@admin.register(models.NotificationChoice)
class NotificationChoiceAdmin(Discreet):
    list_display = ("player", "club", "how")
    list_filter = ("how",)
    list_select_related = ("club", "player")
    raw_id_fields = ("club", "player")


@admin.register(models.Happening)
class HappeningAdmin(ReadOnly):
    list_display = ("kind", "club", "challenge", "news", "at", "spread_at")
    list_filter = ("kind",)
    list_select_related = ("club", "challenge", "news")


@admin.register(models.Notice)
class NoticeAdmin(ReadOnly):
    """The outbox: what waits, what was sent, and why something was not."""

    list_display = ("event", "subject", "player", "created_at", "tries", "sent_at", "note")
    list_filter = ("event", ("sent_at", admin.EmptyFieldListFilter))
    list_select_related = ("player",)


@admin.register(models.CalendarLink)
class CalendarLinkAdmin(ReadOnly):
    """Secret addresses are not listed: whoever holds one reads the calendar."""

    list_display = ("player", "club", "created_at")
    list_select_related = ("player", "club")
    exclude = ("token",)


@admin.register(models.CalendarEntry)
class CalendarEntryAdmin(ReadOnly):
    list_display = ("challenge", "sequence", "changed_at")
    list_select_related = ("challenge",)


@admin.register(models.Webhook)
class WebhookAdmin(ReadOnly):
    """The address is a secret: whoever knows it can write there."""

    list_display = ("__str__", "shown", "failures", "disabled_at")
    list_select_related = ("club",)
    exclude = ("url",)


@admin.register(models.Delivery)
class DeliveryAdmin(ReadOnly):
    list_display = ("webhook", "happening", "state", "status", "tries", "created_at", "note")
    list_filter = ("state",)
    list_select_related = ("webhook__club", "happening__challenge", "happening__news")


# --- challenges


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
        return (*self.promised, "created_by", "state", "opened_at", "closed_at", "commitment", *shown, "created_at")


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


# --- tables


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
    list_display = ("attempt", "number", "player")
    list_select_related = ("attempt", "player")


@admin.register(models.Look)
class LookAdmin(ReadOnly):
    """The ledger of looks: never changed, and taken back by rulings alone."""

    list_display = ("player", "how", "stage", "attempt", "seat", "table", "at", "taken_back_at")
    list_filter = ("how",)
    list_select_related = ("player", "stage__challenge", "table")


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
