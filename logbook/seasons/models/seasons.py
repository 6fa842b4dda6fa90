"""Models of a club's seasons, and of the weekly series that announce their challenges."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from logbook.challenges import policies
from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club
from logbook.lib.names import NameField
from logbook.people.models.players import Player
from logbook.seasons import methods
from logbook.seasons.methods import METHODS, Method


class Season(models.Model):
    """A period of a club's series; a crew's best `best_n` results of each count."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = NameField(_("name"), max_length=60)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    best_n = models.PositiveSmallIntegerField(_("results that count"), default=6)
    method = models.CharField(
        _("scoring"), max_length=20, choices=methods.choices, default=methods.DEFAULT, db_default=methods.DEFAULT
    )
    created_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ("-starts_on", "-pk")
        constraints = [
            models.CheckConstraint(condition=Q(ends_on__gte=F("starts_on")), name="season_ends_after_it_starts"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def scoring(self) -> Method:
        """Return the season's method of scoring."""
        return METHODS[self.method]

    @property
    def counted_words(self) -> str:
        """Return in a sentence what adds up to the totals."""
        return self.scoring.explained(self.best_n)


class Series(models.Model):
    """One challenge a week: on this weekday, at this hour of this time zone, with the missions of the week.

    Occurrence `n` (from 0) belongs to the season's week `n`, counted from the first such weekday; `next_week` is the
    first undecided one. All are `shifted` weeks later after a change of the weekday, so that the next one comes neither
    at once nor a week too late. `rotation` is a list of missions per week, used cyclically.
    """

    class State(models.TextChoices):
        ACTIVE = "active", _("active")
        PAUSED = "paused", _("paused")
        ENDED = "ended", _("ended")

    class Weekday(models.IntegerChoices):
        MONDAY = 0, _("Monday")
        TUESDAY = 1, _("Tuesday")
        WEDNESDAY = 2, _("Wednesday")
        THURSDAY = 3, _("Thursday")
        FRIDAY = 4, _("Friday")
        SATURDAY = 5, _("Saturday")
        SUNDAY = 6, _("Sunday")

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="series")
    title = NameField(_("title"), max_length=60)
    weekday = models.PositiveSmallIntegerField(_("weekday"), choices=Weekday)
    hour = models.PositiveSmallIntegerField(_("hour"))
    minute = models.PositiveSmallIntegerField(_("minute"), default=0)
    time_zone = models.CharField(_("time zone"), max_length=60)
    window_hours = models.PositiveSmallIntegerField(_("hours open"))
    game = models.SlugField(max_length=20)
    rotation = models.JSONField(_("missions by week"))
    players = models.PositiveSmallIntegerField(_("players"))
    options = models.CharField(_("options"), max_length=80, blank=True)
    policy = models.CharField(_("attempts"), max_length=20, choices=policies.choices, default=policies.DEFAULT)
    max_attempts = models.PositiveSmallIntegerField(_("maximum attempts per stage"), default=10)
    difficulty = models.CharField(
        _("difficulty"), max_length=10, choices=Challenge.Difficulty, default=Challenge.Difficulty.ANY
    )
    playouts = models.PositiveSmallIntegerField(_("bot games per deal"), default=20)
    announced_days = models.PositiveSmallIntegerField(_("days of notice"), default=3)
    contribution_hours = models.PositiveSmallIntegerField(_("hours for adding randomness"), default=24)
    state = models.CharField(max_length=10, choices=State, default=State.ACTIVE)
    next_week = models.PositiveSmallIntegerField(default=0, editable=False)
    shifted = models.SmallIntegerField(default=0, editable=False)
    created_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("series")
        verbose_name_plural = _("series")
        ordering = ("season", "pk")

    def __str__(self) -> str:
        return self.title


class SeasonNote(models.Model):
    """An item of a season's history: the result of an occurrence, or a change of a series."""

    class Kind(models.TextChoices):
        ADDED = "added", _("series added")
        CHANGED = "changed", _("series changed")
        PAUSED = "paused", _("series paused")
        RESUMED = "resumed", _("series resumed")
        ENDED = "ended", _("series ended")
        LATE = "late", _("announced late")
        SKIPPED = "skipped", _("skipped (it would have closed before it was announced)")
        REFUSED = "refused", _("skipped (its missions can’t be dealt)")
        UNREADY = "unready", _("skipped (its deals weren’t ready before it closed)")
        MOVED = "moved", _("weekday changed (the next challenge opens 4 to 10 days after the previous one)")

    LEFT_OUT = (Kind.SKIPPED, Kind.REFUSED, Kind.UNREADY)

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="notes")
    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="notes")
    occurrence = models.PositiveSmallIntegerField(null=True, blank=True)
    kind = models.CharField(max_length=10, choices=Kind)
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("season note")
        verbose_name_plural = _("season notes")
        ordering = ("at", "pk")
        constraints = [
            models.UniqueConstraint(
                fields=("series", "occurrence", "kind"),
                condition=Q(occurrence__isnull=False),
                name="one_note_an_occurrence",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.series}: {self.kind}"
