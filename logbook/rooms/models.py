"""Models of the room of a finished attempt: who leads, the moment shown, and the cards that people have marked."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from logbook.people.models.players import Player
from logbook.tables.models import Attempt

MOST_MARKS: Final = 3
"""The most cards that one person marks."""


class Room(models.Model):
    """The place where readers of a replay see the same moment: that of the leader. It is stored with its first change.

    `step` counts actions, those of the record or of the `variation`, which is stored as its fields (see
    `logbook.replays.variations`); "" is the record itself. `number` grows with each change, so a page
    sees that it is behind.
    """

    attempt = models.OneToOneField(Attempt, on_delete=models.CASCADE, related_name="room")
    leader = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    led_at = models.DateTimeField(null=True, blank=True)
    """The leader's last step."""
    step = models.PositiveIntegerField(default=0)
    variation = models.TextField(blank=True, editable=False)
    number = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("room")
        verbose_name_plural = _("rooms")

    def __str__(self) -> str:
        return f"Room of attempt {self.attempt_id}"


class Mark(models.Model):
    """A card that a person has marked for all in the room, in the shape that is theirs there."""

    class Shape(models.TextChoices):
        CIRCLE = "circle", _("circle")
        SQUARE = "square", _("square")
        TRIANGLE = "triangle", _("triangle")
        DIAMOND = "diamond", _("diamond")
        CROSS = "cross", _("cross")
        HEXAGON = "hexagon", _("hexagon")

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="marks")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    card = models.CharField(max_length=2)
    shape = models.CharField(max_length=8, choices=Shape)

    class Meta:
        verbose_name = _("mark")
        verbose_name_plural = _("marks")
        ordering = ("room", "pk")
        constraints = [models.UniqueConstraint(fields=("room", "player", "card"), name="one_mark_a_person_and_card")]

    def __str__(self) -> str:
        # No card here: logs and the admin show this text.
        return f"Mark in the room of attempt {self.room_id}"
