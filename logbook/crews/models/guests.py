"""Models of guests, claims, substitutes, merges and the crew's history."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from logbook.crews.models.crews import Crew
from logbook.lib.names import NameField
from logbook.people.models.invitations import new_token
from logbook.people.models.players import Player


class Guest(models.Model):
    """A person without an account who sat down with a crew; `claimed_by` is the player who was that guest."""

    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, related_name="guests")
    name = NameField(_("name"), max_length=40)
    claimed_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="was_guest")

    class Meta:
        verbose_name = _("guest of a crew")
        verbose_name_plural = _("guests of crews")
        ordering = ("name", "pk")
        constraints = [models.UniqueConstraint(fields=("crew", "name"), name="one_guest_a_name")]

    def __str__(self) -> str:
        return self.name


class GuestClaim(models.Model):
    """A member's claim to be a guest. A confirmation by another member or a founder sets `guest.claimed_by`."""

    class State(models.TextChoices):
        ASKED = "asked", _("waits for an answer")
        GRANTED = "granted", _("confirmed")
        DECLINED = "declined", _("declined")
        TAKEN_BACK = "taken-back", _("taken back")

    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="claims")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    state = models.CharField(max_length=10, choices=State, default=State.ASKED)
    asked_at = models.DateTimeField(default=timezone.now)
    answered_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("claim of a guest's history")
        verbose_name_plural = _("claims of guests' histories")
        ordering = ("asked_at", "pk")
        constraints = [
            models.UniqueConstraint(
                fields=("guest", "player"), condition=Q(state="asked"), name="one_open_claim_a_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} claims {self.guest}"


class Substitute(models.Model):
    """A player with an account who sits in for members now and then, and cannot read the crew's pages."""

    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, related_name="substitutes")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="substitute_in")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("substitute")
        verbose_name_plural = _("substitutes")
        ordering = ("since", "pk")
        constraints = [models.UniqueConstraint(fields=("crew", "player"), name="one_substitute_a_crew")]

    def __str__(self) -> str:
        return f"{self.player} for {self.crew}"


class CrewMerge(models.Model):
    """A founder of `crew` proposes that it become part of another; a founder of that one accepts by the link.

    Any holder of the token may accept with a crew that they founded: no crew is named before its founder agrees.
    """

    class State(models.TextChoices):
        ASKED = "asked", _("waits for an answer")
        AGREED = "agreed", _("agreed")
        DECLINED = "declined", _("declined")
        TAKEN_BACK = "taken-back", _("taken back")

    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, related_name="unions")
    into = models.ForeignKey(Crew, on_delete=models.SET_NULL, null=True, blank=True, related_name="unions_into")
    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    state = models.CharField(max_length=10, choices=State, default=State.ASKED)
    asked_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now)
    answered_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("union of crews")
        verbose_name_plural = _("unions of crews")
        ordering = ("asked_at", "pk")
        constraints = [
            models.UniqueConstraint(fields=("crew",), condition=Q(state="asked"), name="one_open_union_a_crew"),
            models.CheckConstraint(condition=Q(into__isnull=True) | ~Q(into=F("crew")), name="union_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.crew} into {self.into or '-'}"


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
