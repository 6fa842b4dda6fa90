"""Model of thoughts: what bots and the solver compute for one player."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from logbook.people.models.players import Player
from logbook.tables.models import Attempt


class Thought(models.Model):
    """A player's question about a moment of a finished attempt, answered by a worker and deleted after an hour.

    `variation` is the one that ends at the moment, as its URL's fields; `mark` is the hash of the whole question, so
    that a repeated question finds the same row. While it waits, `steps` counts the stored steps; `tries` counts the
    starts of the next step, and `busy_until` keeps other workers from repeating it. Only the player who asked sees
    `answer`: no other page shows it, and no queue or cache holds it.
    """

    class Kind(models.TextChoices):
        GO_ON = "go-on", _("what the bots do next")
        CARDS = "cards", _("which cards can still win")
        WHY = "why", _("why a bot made a move")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting for an answer")
        DONE = "done", _("answered")
        FAILED = "failed", _("no answer")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="thoughts")
    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="thoughts")
    kind = models.CharField(max_length=10, choices=Kind)
    mark = models.CharField(max_length=64, editable=False)
    variation = models.JSONField(editable=False)
    hurried = models.BooleanField(default=False, editable=False)
    answer = models.JSONField(default=dict, editable=False)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    steps = models.PositiveSmallIntegerField(default=0)
    tries = models.PositiveSmallIntegerField(default=0)
    busy_until = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField(default=timezone.now, db_index=True)
    moved_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("bot question")
        verbose_name_plural = _("bot questions")
        ordering = ("-made_at", "-pk")
        constraints = (models.UniqueConstraint(fields=("player", "mark"), name="one_thought_a_question"),)

    def __str__(self) -> str:
        # No question or answer here: logs and the admin show this text.
        return f"thought {self.pk} of player {self.player_id}"

    @property
    def is_waiting(self) -> bool:
        """True while a worker still has work to do."""
        return self.state == self.State.WAITING

    @property
    def is_done(self) -> bool:
        """True once there is an answer."""
        return self.state == self.State.DONE
