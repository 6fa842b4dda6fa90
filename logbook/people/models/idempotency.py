"""Model of idempotency records, for API requests and forms with a key."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from logbook.people.models.players import Player


class IdempotencyRecord(models.Model):
    """The response to a player's request, under the key of their program or of the form. It is deleted after a day.

    The body may be for that player alone: no page shows it. `status` is 0 while the request is being answered, which
    only its own transaction sees.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="kept_answers")
    key = models.CharField(max_length=64, editable=False)
    fingerprint = models.CharField(max_length=64, editable=False)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(blank=True)
    headers = models.JSONField(default=dict)
    made_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("stored response")
        verbose_name_plural = _("stored responses")
        ordering = ("-made_at", "-pk")
        constraints = (models.UniqueConstraint(fields=("player", "key"), name="one_answer_a_key"),)

    def __str__(self) -> str:
        return f"{self.status} to player {self.player_id}"
