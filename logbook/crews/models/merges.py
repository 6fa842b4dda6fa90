"""Model of a proposed merge of two crews."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from logbook.crews.models.crews import Crew
from logbook.people.models.invitations import new_token
from logbook.people.models.players import Player


class CrewMerge(models.Model):
    """A founder of `crew` proposes that it become part of another; a founder of that one accepts by the link.

    Any holder of the token may accept with a crew that they founded: no crew is named before its founder agrees.
    """

    class State(models.TextChoices):
        ASKED = "asked", _("waiting for an answer")
        AGREED = "agreed", _("agreed")
        DECLINED = "declined", _("declined")
        TAKEN_BACK = "taken-back", _("withdrawn")

    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, related_name="merges")
    into = models.ForeignKey(Crew, on_delete=models.SET_NULL, null=True, blank=True, related_name="merges_into")
    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    state = models.CharField(max_length=10, choices=State, default=State.ASKED)
    asked_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now)
    answered_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("crew merge")
        verbose_name_plural = _("crew merges")
        ordering = ("asked_at", "pk")
        constraints = [
            models.UniqueConstraint(fields=("crew",), condition=Q(state="asked"), name="one_open_merge_a_crew"),
            models.CheckConstraint(condition=Q(into__isnull=True) | ~Q(into=F("crew")), name="merge_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.crew} into {self.into or '-'}"
