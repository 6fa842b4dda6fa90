"""Models of results. Every row is derived from finished attempts and can be rebuilt at any time."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from logbook.challenges.models.challenges import Challenge, Stage
from logbook.crews.models.crews import Crew
from logbook.tables.counting import Counts
from logbook.tables.models import Table


class DerivedResult(models.Model):
    """Columns that results of every kind of game have. Keys are in each model: the names that lead back differ."""

    game = models.SlugField(max_length=20, db_index=False)
    players = models.PositiveSmallIntegerField()
    won = models.BooleanField()
    finished_at = models.DateTimeField()
    mixed = models.BooleanField(default=False, db_default=False, editable=False)
    """Not read any more: `counts` says it. The release after 0.3 drops the column."""

    class Meta:
        abstract = True


class Result(DerivedResult):
    """The result of a table's finished attempts, scored as in the logbook: one row per table.

    `attempts` (and so `score`) counts up to the first success, as the logbook does; `best` is the score of the best
    attempt alone (1, or 2 with the distress signal; null if none was won); `ended` is the number of attempts counted.
    It `counts` for its challenge alone where one of its wins does (`tables.counting`), which keeps it out of the
    tallies; otherwise for leaderboards. `challenge` (and through it series and season) says where the deals came from.
    """

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="result")
    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, null=True, blank=True, related_name="results")
    # Copies of the table's values: the database checks the table's own foreign keys, so it need not check these.
    stage = models.ForeignKey(
        Stage,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="results",
        db_index=False,
        db_constraint=False,
    )
    challenge = models.ForeignKey(
        Challenge,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="results",
        db_index=False,
        db_constraint=False,
    )
    mission = models.CharField(max_length=200)
    attempts = models.PositiveSmallIntegerField()
    distress = models.BooleanField()
    score = models.PositiveSmallIntegerField()
    counts = models.SmallIntegerField(choices=Counts, default=Counts.CREWS, db_default=Counts.CREWS)
    best = models.PositiveSmallIntegerField(null=True, blank=True)
    ended = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        indexes = [
            models.Index(
                fields=("challenge", "crew"), condition=Q(challenge__isnull=False), name="results_of_challenges"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.mission}: {self.score}"


class Tally(models.Model):
    """A count of a mission's equal results, so that a mission's figures need not read every result."""

    game = models.SlugField(max_length=20, db_index=False)
    mission = models.CharField(max_length=200)
    players = models.PositiveSmallIntegerField()
    won = models.BooleanField()
    distress = models.BooleanField()
    attempts = models.PositiveSmallIntegerField()
    results = models.PositiveIntegerField()

    KEY = ("game", "mission", "players", "won", "distress", "attempts")

    class Meta:
        verbose_name = _("tally")
        verbose_name_plural = _("tallies")
        constraints = [
            models.UniqueConstraint(
                fields=("game", "mission", "players", "won", "distress", "attempts"), name="one_tally_an_end"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.mission}: {self.results} × {self.attempts}"


@receiver(post_delete, sender=Result)
def _untally(sender: type[Result], instance: Result, **_kwargs: Any) -> None:
    """Subtract a table from its tally when it is deleted with its table, crew or challenge."""
    if instance.counts < Counts.CREWS:
        return
    same = {name: getattr(instance, name) for name in Tally.KEY}
    Tally.objects.filter(**same, results__gt=0).update(results=F("results") - 1)
