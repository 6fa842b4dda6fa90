"""Models of guests, their claims, and substitutes."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from logbook.crews.models.crews import Crew
from logbook.lib.names import NameField, name_key
from logbook.people.models.players import Player


class Guest(models.Model):
    """A person without an account who sat down with a crew; `claimed_by` is the player who was that guest."""

    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, related_name="guests")
    name = NameField(_("name"), max_length=40)
    claimed_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="was_guest")

    class Meta:
        verbose_name = _("crew guest")
        verbose_name_plural = _("crew guests")
        ordering = ("name", "pk")
        constraints = [models.UniqueConstraint(fields=("crew", "name"), name="one_guest_a_name")]

    def __str__(self) -> str:
        return self.name


def guest_named(crew_id: int, name: str) -> Guest | None:
    """Return the crew's guest whose name looks like this one."""
    key = name_key(name)
    guests = Guest.objects.filter(crew=crew_id).order_by("pk")
    pk = next((pk for pk, known in guests.values_list("pk", "name") if name_key(known) == key), None)
    return Guest.objects.get(pk=pk) if pk is not None else None


class GuestClaim(models.Model):
    """A member's claim to be a guest. A confirmation by another member or a founder sets `guest.claimed_by`."""

    class State(models.TextChoices):
        ASKED = "asked", _("waiting for an answer")
        GRANTED = "granted", _("confirmed")
        DECLINED = "declined", _("declined")
        TAKEN_BACK = "taken-back", _("withdrawn")

    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="claims")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    state = models.CharField(max_length=10, choices=State, default=State.ASKED)
    asked_at = models.DateTimeField(default=timezone.now)
    answered_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("guest claim")
        verbose_name_plural = _("guest claims")
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
