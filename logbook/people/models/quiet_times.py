"""Models of quiet times: hours of every day and holidays in which no clock of a player runs."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from logbook.people.models.players import Player


class QuietHours(models.Model):
    """A player's quiet hours, in their own time zone; where they end before they begin, they last past midnight."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="quiet_hours")
    begins = models.TimeField(_("from"))
    ends = models.TimeField(_("until"))

    class Meta:
        verbose_name = _("quiet hours")
        verbose_name_plural = _("quiet hours")

    def __str__(self) -> str:
        return f"{self.player}: {self.begins:%H:%M}–{self.ends:%H:%M}"


class Holiday(models.Model):
    """A day off, from midnight to midnight in the player's time zone."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="holidays")
    day = models.DateField(_("day"))

    class Meta:
        verbose_name = _("holiday")
        verbose_name_plural = _("holidays")
        ordering = ("player", "day")
        constraints = [models.UniqueConstraint(fields=("player", "day"), name="a_holiday_once")]

    def __str__(self) -> str:
        return f"{self.player}: {self.day}"
