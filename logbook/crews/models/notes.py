"""Model of a crew's own history."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from logbook.crews.models.crews import Crew
from logbook.lib.names import NameField
from logbook.people.models.players import Player


class CrewNote(models.Model):
    """An entry in a crew's own history. `key` comes from the sender and makes a repeat harmless."""

    class Kind(models.TextChoices):
        BECAME = "became", _("merged into another crew")
        TOOK_IN = "took-in", _("another crew merged in")
        PARTED = "parted", _("some members split off")
        CAME_OF = "came-of", _("split off from another crew")
        CLAIMED = "claimed", _("guest claimed by a player")
        UNCLAIMED = "unclaimed", _("claim withdrawn")
        REMOVED = "removed", _("member removed")
        RESTORED = "restored", _("member’s removal undone")
        NAME_TAKEN = "name-taken", _("a member removed their name")

    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, related_name="notes")
    kind = models.CharField(max_length=10, choices=Kind)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    other = models.ForeignKey(Crew, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    other_name = NameField(max_length=60, blank=True)
    key = models.UUIDField(default=uuid.uuid4, editable=False)

    class Meta:
        verbose_name = _("crew history note")
        verbose_name_plural = _("crew history notes")
        ordering = ("crew", "-at", "-pk")
        constraints = [models.UniqueConstraint(fields=("crew", "kind", "key"), name="one_crew_note_a_key")]

    def __str__(self) -> str:
        return f"{self.crew}: {self.kind}"
