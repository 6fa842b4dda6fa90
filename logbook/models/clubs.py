"""Clubs: where crews meet and challenges are run."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .crews import Crew
from .people import Player


class Club(models.Model):
    """Runs challenges for the crews that joined it."""

    name = models.CharField(_("name"), max_length=60)
    slug = models.SlugField(max_length=70, unique=True)
    about = models.TextField(_("about"), blank=True, max_length=2000)
    crews = models.ManyToManyField(Crew, through="ClubCrew", related_name="clubs")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ("name", "pk")

    def __str__(self) -> str:
        return self.name


class ClubMember(models.Model):
    """A person's place in a club. Exactly one member owns it; organizers run its challenges."""

    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        ORGANIZER = "organizer", _("organizer")
        MEMBER = "member", _("member")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="club_memberships")
    role = models.CharField(max_length=10, choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("club member")
        verbose_name_plural = _("club members")
        ordering = ("joined_at", "pk")
        constraints = [
            models.UniqueConstraint(fields=("club", "player"), name="one_membership_a_club"),
            models.UniqueConstraint(fields=("club",), condition=Q(role="owner"), name="one_owner_a_club"),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.club}"


class ClubCrew(models.Model):
    """A crew that plays a club's challenges."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="entries")
    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, related_name="club_entries")
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("crew of a club")
        verbose_name_plural = _("crews of clubs")
        constraints = [models.UniqueConstraint(fields=("club", "crew"), name="one_entry_a_club")]

    def __str__(self) -> str:
        return f"{self.crew} in {self.club}"
