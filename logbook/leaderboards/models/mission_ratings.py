"""Model of missions' ratings by bots: how often bots win a mission, for each number of players."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class MissionRating(models.Model):
    """Bots' wins in a mission with bots on every seat, at a number of players: each round is of another deal.

    `rated_by` is the bot with its version. A newer version begins again, so that all rounds of a row are of one bot.
    """

    game = models.SlugField(max_length=20, db_index=False)
    mission = models.CharField(max_length=200)
    players = models.PositiveSmallIntegerField()
    rated_by = models.CharField(max_length=40)
    wins = models.PositiveIntegerField(default=0)
    rounds = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("rating of a mission")
        verbose_name_plural = _("ratings of missions")
        constraints = [
            models.UniqueConstraint(fields=("game", "mission", "players"), name="one_rating_a_mission"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.mission}, {self.players}: {self.wins}/{self.rounds}"
