"""What the finished attempts come to. Every row here is derived from them, and can be written anew at any time."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from logbook.challenges.models.challenges import Challenge, Stage
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.tables.models import Attempt, Table


class Result(models.Model):
    """What a table's finished attempts (a *run*) come to, as the logbook counts: one row a run.

    `who` is whose run it is: the crew's key, or minus the table's own where no crew sits, so that such a table is a
    crew of its own. `place` is "table" as soon as one of its attempts was played at a real one. `bots` counts seats;
    `seconds` is how long the winning attempt took online; `is_clean` is a run won at once and without a signal.
    `attempts` (and with it `score`) counts until the first success, as the logbook does; `best` is what the best
    attempt alone comes to (1, or 2 with the signal; empty where none was won); `ended` is how many there were to count.
    `club`, `challenge` (and through it the series and its season) are those the deals came from.
    """

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="result")
    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, null=True, blank=True, related_name="results")
    who = models.BigIntegerField(default=0)
    # Copies of what the table says: the table's own references are checked, these need not be.
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
    club = models.ForeignKey(
        Club,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="results",
        db_index=False,
        db_constraint=False,
    )
    game = models.SlugField(max_length=20, db_index=False)
    mission = models.CharField(max_length=200)
    players = models.PositiveSmallIntegerField()
    options = models.CharField(max_length=80, blank=True)
    won = models.BooleanField()
    attempts = models.PositiveSmallIntegerField()
    distress = models.BooleanField()
    score = models.PositiveSmallIntegerField()
    finished_at = models.DateTimeField()
    place = models.CharField(max_length=10, choices=Attempt.Place, default=Attempt.Place.ONLINE)
    bots = models.PositiveSmallIntegerField(default=0)
    custom = models.BooleanField(default=False)
    certified = models.BooleanField(default=False)
    seconds = models.PositiveIntegerField(null=True, blank=True)
    is_clean = models.BooleanField(default=False)
    best = models.PositiveSmallIntegerField(null=True, blank=True)
    ended = models.PositiveSmallIntegerField(default=0)

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        indexes = [
            # All that a board asks of a mission's runs, crew by crew: it is answered from this index alone.
            models.Index(
                fields=(
                    *("game", "mission", "who", "table", "score", "attempts", "won", "seconds", "is_clean"),
                    *("players", "place", "bots", "certified", "finished_at"),
                ),
                name="results_by_crew",
            ),
            models.Index(fields=("game", "mission", "score", "table"), condition=Q(won=True), name="results_fewest"),
            models.Index(
                fields=("game", "mission", "seconds", "table"),
                condition=Q(seconds__isnull=False),
                name="results_fastest",
            ),
            models.Index(
                fields=("challenge", "crew"), condition=Q(challenge__isnull=False), name="results_of_challenges"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.mission}: {self.score}"


class Tally(models.Model):
    """How many runs at a mission came to the same: so a mission's figures need not look at all of its results."""

    game = models.SlugField(max_length=20, db_index=False)
    mission = models.CharField(max_length=200)
    players = models.PositiveSmallIntegerField()
    won = models.BooleanField()
    distress = models.BooleanField()
    attempts = models.PositiveSmallIntegerField()
    runs = models.PositiveIntegerField()

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
        return f"{self.game} {self.mission}: {self.runs} × {self.attempts}"


@receiver(post_delete, sender=Result)
def _untally(sender: type[Result], instance: Result, **_named: Any) -> None:
    """A run that is taken away with its table, crew or challenge is no longer counted."""
    same = {name: getattr(instance, name) for name in Tally.KEY}
    Tally.objects.filter(**same, runs__gt=0).update(runs=F("runs") - 1)
