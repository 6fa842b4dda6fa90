"""Models of duplicate scores and season standings. Rows are derived, as results are."""

from __future__ import annotations

from fractions import Fraction

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from logbook.challenges.models.challenges import Challenge
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.seasons.models.seasons import Season, Series


class DuplicateScore(models.Model):
    """A crew's duplicate score in a closed challenge: its percentage, and its margin against par if par is known.

    `fraction` is the percentage as a fraction, such as `200/3`: sums and means of percentages are exact. It is empty in
    rows of earlier versions until they are computed anew.
    """

    challenge = models.ForeignKey(Challenge, on_delete=models.CASCADE, related_name="duplicate_scores")
    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, related_name="duplicate_scores")
    percent = models.FloatField(_("percentage"))
    fraction = models.TextField(default="", db_default="", editable=False)
    margin = models.FloatField(_("margin against par"), null=True)

    class Meta:
        verbose_name = _("duplicate score")
        verbose_name_plural = _("duplicate scores")
        ordering = ("challenge", "-percent", "crew")
        constraints = [models.UniqueConstraint(fields=("challenge", "crew"), name="one_duplicate_score_a_crew")]

    def __str__(self) -> str:
        return f"{self.crew}: {self.percent:.1f}"


def percentage_of(fraction: str, percent: float) -> Fraction:
    """Return the exact percentage of a duplicate score with these columns."""
    return Fraction(fraction) if fraction else Fraction(percent)


class SeasonStanding(models.Model):
    """A row of a season's standings, or of one `series` in it: of a crew, or of a member.

    `counted` names the challenges whose points, by the season's method, add up to `total`; `moved` is the number of
    places gained since the week before, null for a new row.
    """

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="standings")
    series = models.ForeignKey(Series, on_delete=models.CASCADE, null=True, blank=True, related_name="standings")
    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, null=True, related_name="season_standings")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="season_standings")
    rank = models.PositiveIntegerField()
    total = models.FloatField()
    wins = models.PositiveSmallIntegerField()
    best = models.FloatField()
    played = models.PositiveSmallIntegerField()
    counted = models.JSONField(default=list)
    moved = models.IntegerField(null=True)

    class Meta:
        verbose_name = _("season standing")
        verbose_name_plural = _("season standings")
        ordering = ("season", "rank", "pk")
        constraints = [
            *(
                models.UniqueConstraint(
                    fields=("season", who),
                    condition=Q(series=None, **{f"{who}__isnull": False}),
                    name=f"season_{who}_once",
                )
                for who in ("crew", "player")
            ),
            *(
                models.UniqueConstraint(
                    fields=("series", who),
                    condition=Q(series__isnull=False, **{f"{who}__isnull": False}),
                    name=f"series_{who}_once",
                )
                for who in ("crew", "player")
            ),
            models.CheckConstraint(
                condition=Q(crew__isnull=True) ^ Q(player__isnull=True), name="season_standing_of_one"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rank}. {self.crew or self.player}"

    @property
    def moved_down(self) -> int:
        """Return the number of places lost; below 0 for places gained."""
        return -(self.moved or 0)
