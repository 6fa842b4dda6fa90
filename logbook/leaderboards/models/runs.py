"""Model of runs: what boards by mission rank. Every row is derived from attempts and can be rebuilt at any time."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Cast
from django.utils.translation import gettext_lazy as _

from logbook.challenges.models.challenges import Challenge
from logbook.crews.models.crews import Crew
from logbook.tables.models import Attempt

TIES: Final = 10_000_000
"""More than the largest `tie_key`."""
NO_TIE_KEY: Final = TIES - 1
"""Behind all others with the same attempts: nothing else is known."""


class Run(models.Model):
    """The first run of the same people at a mission: their attempts, at any table, up to their first win.

    One row for each set of people, mission and number of players. Until the win, the row shows all attempts so far.

    - `people` names who sat there: players, guests of crews, and the seats of people who removed their names, each once
      and in order. The seats left over were the `bots`.
    - `attempt` is the last attempt of the run: the win, if there is one. Table, crew and challenge are that attempt's.
    - `distress` says whether a signal was sent in the run; `rank_key` orders runs by attempts, then distress signal.
    - `tie_key` orders those that are equal in both, and `order_key` is the two in one (see `services/ties.py`).
    - `seconds` is the time of the winning round at a live table without bots; null for all others.
    """

    attempt = models.OneToOneField(Attempt, on_delete=models.CASCADE, primary_key=True, related_name="run")
    people = models.CharField(max_length=120)
    # Copies of the table's values: the database checks the table's own foreign keys, so it need not check these.
    crew = models.ForeignKey(
        Crew, on_delete=models.SET_NULL, null=True, blank=True, related_name="runs", db_constraint=False
    )
    challenge = models.ForeignKey(
        Challenge, on_delete=models.CASCADE, null=True, blank=True, related_name="runs", db_constraint=False
    )
    game = models.SlugField(max_length=20, db_index=False)
    mission = models.CharField(max_length=200)
    players = models.PositiveSmallIntegerField()
    options = models.CharField(max_length=80, blank=True)
    bots = models.PositiveSmallIntegerField()
    won = models.BooleanField()
    attempts = models.PositiveIntegerField()
    distress = models.BooleanField()
    rank_key = models.PositiveIntegerField()
    tie_key = models.PositiveIntegerField(default=NO_TIE_KEY, db_default=NO_TIE_KEY)
    order_key = models.GeneratedField(
        expression=Cast(F("rank_key"), models.BigIntegerField()) * TIES + F("tie_key"),
        output_field=models.BigIntegerField(),
        db_persist=True,
    )
    seconds = models.PositiveIntegerField(null=True, blank=True)
    place = models.CharField(max_length=10, choices=Attempt.Place)
    finished_at = models.DateTimeField()

    class Meta:
        verbose_name = _("run")
        verbose_name_plural = _("runs")
        constraints = [
            models.UniqueConstraint(fields=("game", "mission", "players", "people"), name="one_run_of_the_same_people")
        ]
        indexes = [
            # Each board is one range of an index; the columns after the order are those of filters.
            models.Index(
                fields=(
                    "game",
                    "mission",
                    "players",
                    "order_key",
                    "attempt",
                    "finished_at",
                    "place",
                    "challenge",
                    "crew",
                ),
                condition=Q(won=True, bots=0),
                name="runs_fewest_first",
            ),
            models.Index(
                fields=(
                    "game",
                    "mission",
                    "players",
                    "order_key",
                    "attempt",
                    "finished_at",
                    "place",
                    "challenge",
                    "crew",
                ),
                condition=Q(won=True, bots__gt=0),
                name="runs_with_bots_first",
            ),
            models.Index(
                fields=("game", "mission", "players", "seconds", "attempt", "finished_at", "challenge", "crew"),
                condition=Q(seconds__isnull=False),
                name="runs_fastest",
            ),
            # How often the same people won at the first attempt, and how many have not won yet.
            models.Index(fields=("people", "won", "attempts"), name="runs_of_people"),
            models.Index(fields=("game", "mission", "players"), condition=Q(won=False, bots=0), name="runs_not_won"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.mission}: {self.attempts}"
