"""Model of integrity checks: whether stored results still follow from the events."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class IntegrityCheck(models.Model):
    """One replay of every stored round. `differing` names the first attempts, and their columns, that do not agree."""

    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    actions = models.PositiveBigIntegerField(default=0)
    wrong = models.PositiveIntegerField(default=0)
    differing = models.JSONField(default=list)

    class Meta:
        verbose_name = _("integrity check")
        verbose_name_plural = _("integrity checks")
        ordering = ("-started_at", "-pk")

    def __str__(self) -> str:
        return f"Integrity check {self.pk}: {self.wrong} of {self.attempts} wrong"

    @property
    def holds(self) -> bool:
        """Return whether everything agreed."""
        return self.finished_at is not None and not self.wrong
