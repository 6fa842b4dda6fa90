"""Models of crews and their members."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from logbook.lib.names import NameField
from logbook.people.models.players import Player


class Crew(models.Model):
    """A group that plays together and keeps one logbook.

    One that `became` part of another has no members any more; its last members can still read it.
    """

    name = NameField(_("name"), max_length=60)
    slug = models.SlugField(max_length=70, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    became = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="once")
    became_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("crew")
        verbose_name_plural = _("crews")
        ordering = ("name", "pk")

    def __str__(self) -> str:
        return self.name


class CrewMember(models.Model):
    """A player's membership of a crew; a row is closed, never deleted, when they leave."""

    class Role(models.TextChoices):
        FOUNDER = "founder", _("founder")
        MEMBER = "member", _("member")

    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="crew_memberships")
    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField(auto_now_add=True)
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("crew member")
        verbose_name_plural = _("crew members")
        ordering = ("joined_at", "pk")
        constraints = [
            models.UniqueConstraint(
                fields=("crew", "player"), condition=Q(left_at__isnull=True), name="one_current_membership"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.crew}"
