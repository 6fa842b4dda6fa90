"""Model of ratings: computed from all attempts, rewritten once a day."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from logbook.challenges.models.challenges import Stage
from logbook.crews.models.crews import Crew


class Strength(models.Model):
    """A rating in log odds against the average crew, with its deviation. Derived.

    It belongs to a `crew`, to a mission at a number of players, or to a deal of a challenge, which `stage` and
    `attempt` identify. `tries` is the number of attempts behind it, `won` the number that this side won.
    """

    crew = models.OneToOneField(Crew, on_delete=models.CASCADE, null=True, blank=True, related_name="strength")
    game = models.SlugField(max_length=20, blank=True, db_index=False)
    mission = models.CharField(max_length=200, blank=True)
    players = models.PositiveSmallIntegerField(default=0)
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, null=True, blank=True, related_name="strengths")
    attempt = models.PositiveSmallIntegerField(default=0)
    value = models.FloatField()
    deviation = models.FloatField()
    tries = models.PositiveIntegerField()
    won = models.PositiveIntegerField()

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints = [
            models.UniqueConstraint(
                fields=("game", "mission", "players"),
                condition=Q(crew__isnull=True, stage__isnull=True),
                name="one_strength_a_mission",
            ),
            models.UniqueConstraint(
                fields=("stage", "attempt"), condition=Q(stage__isnull=False), name="one_strength_a_deal"
            ),
        ]

    def __str__(self) -> str:
        what = f"crew {self.crew_id}" if self.crew_id else f"{self.game} {self.mission}"
        return f"{what}: {self.value:+.2f} ± {self.deviation:.2f}"
