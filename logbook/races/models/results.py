"""Models of race results. Every row is derived from attempts and can be rebuilt at any time."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from logbook.challenges.models.challenges import Challenge, Stage
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.leaderboards.models.results import DerivedResult
from logbook.people.models.players import Player
from logbook.tables.counting import Counts
from logbook.tables.models import Attempt, Table


class RaceStanding(models.Model):
    """The standing of a person (with their crew) or, without `player`, of a crew in a race challenge.

    A projection, rewritten as a whole from the results. A person's best race counts at each stage; a crew's is that of
    its best person. An abandoned race has no points; `given_up` counts it.
    """

    challenge = models.ForeignKey(Challenge, on_delete=models.CASCADE, related_name="race_standings")
    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, related_name="race_standings")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, blank=True, related_name="race_standings")
    rank = models.PositiveIntegerField()
    points = models.PositiveIntegerField()
    margin = models.IntegerField()
    wins = models.PositiveSmallIntegerField()
    stages = models.PositiveSmallIntegerField()
    races = models.PositiveIntegerField()
    given_up = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("race standing")
        verbose_name_plural = _("race standings")
        ordering = ("challenge", "rank", "crew__name")
        constraints = [
            models.UniqueConstraint(
                fields=("challenge", "player"), condition=Q(player__isnull=False), name="one_race_standing_a_person"
            ),
            models.UniqueConstraint(
                fields=("challenge", "crew"), condition=Q(player__isnull=True), name="one_race_standing_a_crew"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rank}. {self.player or self.crew}"


class RaceResult(DerivedResult):
    """The result of one seat, person or bot, in a finished race: one row per seat.

    `margin` is the points minus those of the best other seat, so it is negative for a seat that is behind. A shared
    win sets both `won` and `shared`. `rivals` tells what sat on the other seats. A seat without player and bot belongs
    to a person who removed their name. What it `counts` for follows from the attempt's facts and from whether a
    stand-in decided for this seat (`tables.counting`): then a loss is one race more, but its points are no player's,
    and a win is none. `crew`, `stage`, `challenge` and `club` say where the race belongs, as in a `Result`.
    """

    class Rivals(models.TextChoices):
        BOTS = "bots", _("bots")
        PEOPLE = "people", _("people")
        MIXED = "mixed", _("people and bots")

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="race_results")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="race_results")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="race_results")
    bot = models.SlugField(max_length=20, blank=True)
    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, null=True, blank=True, related_name="race_results")
    stage = models.ForeignKey(
        Stage,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="race_results",
        db_index=False,
        db_constraint=False,
    )
    challenge = models.ForeignKey(
        Challenge,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="race_results",
        db_index=False,
        db_constraint=False,
    )
    club = models.ForeignKey(
        Club,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="race_results",
        db_index=False,
        db_constraint=False,
    )
    scenario = models.CharField(max_length=200)
    points = models.PositiveSmallIntegerField()
    margin = models.SmallIntegerField()
    shared = models.BooleanField()
    counts = models.SmallIntegerField(choices=Counts, null=True)
    rivals = models.CharField(max_length=10, choices=Rivals)

    class Meta:
        verbose_name = _("race result")
        verbose_name_plural = _("race results")
        ordering = ("attempt", "seat")
        constraints = [models.UniqueConstraint(fields=("attempt", "seat"), name="one_race_result_a_seat")]
        indexes = [
            models.Index(
                fields=("game", "scenario", "player", "points", "margin", "won"),
                condition=Q(player__isnull=False),
                name="races_by_person",
            ),
            models.Index(
                fields=("challenge", "player"), condition=Q(challenge__isnull=False), name="races_of_challenges"
            ),
        ]

    def __str__(self) -> str:
        return f"Seat {self.seat} of attempt {self.attempt_id}: {self.points}"
