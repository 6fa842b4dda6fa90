"""Model of analyses: what the solver finds about finished attempts."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from logbook.tables.models import Attempt


class Analysis(models.Model):
    """The analysis of one attempt: a projection of its record, which `Attempt.is_unsealed` keeps locked.

    `winnable` says for each moment, the fresh deal first, whether the mission could still be won; null is unknown.
    `fatal` is the place in the record of the turning point, `saving` the actions that would have won instead, and
    `lost_in` the number of its trick (0 before the first one). `passing` holds the actions of a distress signal, from
    the place `passing_at` on, that would have won a mission lost without one. `options` are the cards that could be
    played at the turning point: the action, whether the mission stayed winnable after it (null is unknown), and in how
    many of a hundred deals simulated from that seat; null until they are computed. `solver` is 0 until the analysis is
    complete; an older solver's result is shown until the current one has run. `tries` counts those of solver
    `tried_with`.
    """

    attempt = models.OneToOneField(Attempt, on_delete=models.CASCADE, related_name="analysis")
    solver = models.PositiveSmallIntegerField(default=0)
    winnable = models.JSONField(default=list)
    fatal = models.PositiveIntegerField(null=True)
    saving = models.JSONField(default=list)
    lost_in = models.PositiveSmallIntegerField(null=True)
    options = models.JSONField(null=True)
    passing = models.JSONField(default=list)
    passing_at = models.PositiveIntegerField(null=True)
    tried_with = models.PositiveSmallIntegerField(default=0)
    tries = models.PositiveSmallIntegerField(default=0)
    tried_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("analysis")
        verbose_name_plural = _("analyses")
        ordering = ("attempt",)

    def __str__(self) -> str:
        # No result here: logs and the admin show this text.
        return f"Analysis of attempt {self.attempt_id}"

    @property
    def is_done(self) -> bool:
        """True once there is a result."""
        return self.solver > 0
