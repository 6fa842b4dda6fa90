"""Model of comments on finished attempts."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from logbook.lib.names import NameField
from logbook.people.models.players import Player
from logbook.tables.models import Attempt

MOST_SIGNS: Final = 500
"""The most characters of a comment."""


class Comment(models.Model):
    """A player's comment on a moment of a finished attempt, in plain text. The comments are the attempt's review.

    Without a player, its author has removed their name. A comment that a moderator removed keeps its place and the
    reason, and has no text.
    """

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="comments")
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    step = models.PositiveIntegerField()
    """The number of actions before the moment; 0 is the fresh deal."""
    text = models.TextField(_("text"), max_length=MOST_SIGNS, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    edited_at = models.DateTimeField(null=True, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)
    removed_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    reason = NameField(_("reason"), max_length=200, blank=True)
    """The moderator's reason, which every reader of the review sees."""

    class Meta:
        verbose_name = _("comment")
        verbose_name_plural = _("comments")
        ordering = ("attempt", "step", "pk")
        indexes = [models.Index(fields=("attempt", "step", "id"), name="comments_of_an_attempt")]
        constraints = [
            models.CheckConstraint(
                condition=(Q(removed_at=None) & ~Q(text="")) | Q(removed_at__isnull=False, text=""),
                name="comment_has_text_until_removed",
            )
        ]

    def __str__(self) -> str:
        return f"{self.attempt}: {self.step}"

    @property
    def is_removed(self) -> bool:
        """True if a moderator has removed it."""
        return self.removed_at is not None
