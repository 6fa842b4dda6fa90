"""Model of seat handouts: hands on phones, each seat's page for one named person."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from logbook.crews.models.guests import Guest
from logbook.people.models.invitations import new_token
from logbook.people.models.players import Player
from logbook.tables.models import Attempt


class SeatHandout(models.Model):
    """The page of a seat of an attempt at a real table, handed to a member of the crew or to a guest.

    It is opened once, by a button: by a signed-in player (`opened_by`), or by a browser, which then holds the secret of
    this hash. A new handout has a new link, and ends the old one.
    """

    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="handouts")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="handouts")
    guest = models.ForeignKey(Guest, on_delete=models.SET_NULL, null=True, blank=True, related_name="handouts")
    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    handed_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    handed_at = models.DateTimeField(default=timezone.now)
    opened_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    opened_at = models.DateTimeField(null=True, blank=True)
    secret_hash = models.CharField(max_length=64, blank=True, editable=False)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("seat page")
        verbose_name_plural = _("seat pages")
        ordering = ("attempt", "seat", "pk")
        constraints = [
            models.UniqueConstraint(
                fields=("attempt", "seat"), condition=Q(ended_at__isnull=True), name="one_open_page_a_seat"
            ),
            models.CheckConstraint(condition=Q(player__isnull=True) | Q(guest__isnull=True), name="handed_to_one"),
        ]

    def __str__(self) -> str:
        return f"Seat {self.seat} of attempt {self.attempt_id}"

    @property
    def name(self) -> str:
        """The name of the person it was handed to; empty for an anonymised player."""
        person = self.player or self.guest
        return person.name if person else ""
