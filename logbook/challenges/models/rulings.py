"""Model of rulings: organizers' decisions with their reasons, taken back rather than deleted."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from logbook.challenges.models.challenges import Challenge, Stage
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player


class RulingQuerySet(models.QuerySet["Ruling"]):
    """Queries of rulings."""

    def in_force(self) -> RulingQuerySet:
        """The rulings that were not taken back, in the order of their making."""
        return self.filter(taken_back_at=None).order_by("pk")


class Ruling(models.Model):
    """A decision, public in the challenge's history: author, time, change and reason.

    Its kind decides which of `stage`, `attempt`, `crew`, `other` and `player` it is about; in a merge, `crew` becomes
    part of `other`. `before` and `after` hold the same keys: the page shows the difference.
    """

    class Kind(models.TextChoices):
        VOID = "void", _("deal voided")
        CORRECT = "correct", _("result corrected")
        MERGE = "merge", _("entries merged")
        READMIT = "readmit", _("crew readmitted")
        LATE_ENTRY = "late-entry", _("let in late")
        RESTORE = "restore", _("player readmitted")
        PAUSE = "pause", _("paused")
        RESUME = "resume", _("resumed")
        EXTEND = "extend", _("extended")
        CLOSE = "close", _("closed early")
        CANCEL = "cancel", _("cancelled")

    OF_RESULTS = (Kind.VOID, Kind.CORRECT, Kind.MERGE)
    """The rulings that change what is counted."""
    OF_LIFE = (Kind.PAUSE, Kind.RESUME, Kind.EXTEND, Kind.LATE_ENTRY)
    """The rulings on when it can be played, which are passed on to the club."""

    challenge = models.ForeignKey(Challenge, on_delete=models.CASCADE, related_name="rulings")
    kind = models.CharField(max_length=12, choices=Kind)
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    attempt = models.PositiveSmallIntegerField(null=True, blank=True)
    crew = models.ForeignKey(Crew, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    other = models.ForeignKey(Crew, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    reason = models.CharField(_("reason"), max_length=300)
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    taken_back_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    taken_back_at = models.DateTimeField(null=True, blank=True)

    objects = RulingQuerySet.as_manager()

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        ordering = ("challenge", "pk")
        indexes = [
            models.Index(fields=("challenge", "id"), condition=Q(taken_back_at=None), name="rulings_in_force"),
        ]
        constraints = [models.CheckConstraint(condition=~Q(reason=""), name="a_ruling_has_a_reason")]

    def __str__(self) -> str:
        return f"{self.challenge}: {self.kind}"

    @property
    def is_in_force(self) -> bool:
        """True until the ruling is taken back."""
        return self.taken_back_at is None
