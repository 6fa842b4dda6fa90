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
        BECAME = "became", _("became part of another crew")
        TOOK_IN = "took-in", _("took in another crew")
        PARTED = "parted", _("some founded another crew")
        CAME_OF = "came-of", _("was founded out of another crew")
        CLAIMED = "claimed", _("a guest's history was claimed")
        UNCLAIMED = "unclaimed", _("a claim was taken back")
        REMOVED = "removed", _("a member was removed")
        NAME_TAKEN = "name-taken", _("somebody took their name away")

    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, related_name="notes")
    kind = models.CharField(max_length=10, choices=Kind)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    other = models.ForeignKey(Crew, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    other_name = NameField(max_length=60, blank=True)
    key = models.UUIDField(default=uuid.uuid4, editable=False)

    class Meta:
        verbose_name = _("note of a crew's history")
        verbose_name_plural = _("notes of crews' histories")
        ordering = ("crew", "-at", "-pk")
        constraints = [models.UniqueConstraint(fields=("crew", "kind", "key"), name="one_crew_note_a_key")]

    def __str__(self) -> str:
        return f"{self.crew}: {self.kind}"
