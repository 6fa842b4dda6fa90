"""Models of talk at tables."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from logbook.lib.names import NameField
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Table

MOST_SIGNS: Final = 300
"""The most characters of a line."""


class TalkLine(models.Model):
    """A line that a player wrote at a table: plain text, or the key of a phrase.

    `attempt` is the table's latest one at that moment, running or not; None before the first. The players of the table
    read a watcher's line once that attempt is over. Without a player, its author has removed their name. A hidden line
    keeps its text, for moderators only, until it is deleted.
    """

    class Audience(models.TextChoices):
        TABLE = "table", _("the table")
        WATCHERS = "watchers", _("its watchers")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="talk_lines")
    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, null=True, related_name="talk_lines")
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    audience = models.CharField(max_length=8, choices=Audience)
    text = NameField(_("text"), max_length=MOST_SIGNS, blank=True)
    phrase = models.SlugField(max_length=20, blank=True)
    at = models.DateTimeField(default=timezone.now)
    hidden_at = models.DateTimeField(null=True, blank=True)
    hidden_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    reason = NameField(_("reason"), max_length=200, blank=True)
    """The moderator's reason, which every reader sees in place of the text."""

    class Meta:
        verbose_name = _("line of talk")
        verbose_name_plural = _("lines of talk")
        ordering = ("table", "pk")
        indexes = [
            models.Index(fields=("table", "-id"), name="talk_of_a_table"),
            models.Index(fields=("at",), name="talk_by_age"),
            models.Index(fields=("player",), condition=Q(player__isnull=False), name="talk_of_a_player"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=(Q(text="") & ~Q(phrase="")) | (~Q(text="") & Q(phrase="")), name="talk_text_or_phrase"
            )
        ]

    def __str__(self) -> str:
        return f"Line {self.pk} at table {self.table_id}"

    @property
    def is_hidden(self) -> bool:
        """True if a moderator has hidden it."""
        return self.hidden_at is not None
