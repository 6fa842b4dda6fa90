"""Model of travellers' lines: what a worker reads out of each attempt's record for its deal's traveller."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from logbook.tables.models import Attempt


class TravellerLine(models.Model):
    """The line of an ended attempt on its deal's traveller: a projection of its record that can be rebuilt at any time.

    `tasks` are the tasks on the table at the end, each as `[task, owner's seat or null]`, by the engine's names;
    `signals` counts the cards signalled. Both are null where the record cannot say: at a real table, and for rules that
    this version of the site no longer has. `bots` is the number of seats of bots.
    """

    attempt = models.OneToOneField(Attempt, on_delete=models.CASCADE, related_name="traveller_line")
    tasks = models.JSONField(null=True)
    signals = models.PositiveSmallIntegerField(null=True)
    bots = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name = _("traveller line")
        verbose_name_plural = _("traveller lines")
        ordering = ("attempt",)

    def __str__(self) -> str:
        # No cards here: logs and the admin show this text.
        return f"Line of attempt {self.attempt_id}"
