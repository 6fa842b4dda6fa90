"""Model of invitations: links into a crew, club or table."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from logbook.people.models.players import Player

LIFETIME = timedelta(days=14)


def new_token() -> str:
    """Return a token that cannot be guessed: 144 random bits."""
    return secrets.token_urlsafe(18)


def in_two_weeks() -> datetime:
    """Return the end of a link made now."""
    return timezone.now() + LIFETIME


class Invite(models.Model):
    """A link into exactly one crew, club or table; it expires or is revoked.

    A link into a crew may be for a substitute, who plays along without becoming a member.

    A mailed link lets one person in, once. It is its own outbox mail: `claimed_until` keeps two workers from sending
    it, `mailed_at` is the time it was sent.
    """

    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    crew = models.ForeignKey("logbook.Crew", on_delete=models.CASCADE, null=True, blank=True, related_name="invites")
    club = models.ForeignKey("logbook.Club", on_delete=models.CASCADE, null=True, blank=True, related_name="invites")
    table = models.ForeignKey("logbook.Table", on_delete=models.CASCADE, null=True, blank=True, related_name="invites")
    as_substitute = models.BooleanField(_("as a substitute"), default=False)
    created_by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(default=in_two_weeks)
    revoked_at = models.DateTimeField(null=True, blank=True)
    mail_to = models.EmailField(_("emailed to"), blank=True)
    mailed_at = models.DateTimeField(null=True, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True, editable=False)
    tries = models.PositiveSmallIntegerField(default=0, editable=False)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        constraints = [
            models.CheckConstraint(
                condition=(
                    Q(crew__isnull=False, club__isnull=True, table__isnull=True)
                    | Q(crew__isnull=True, club__isnull=False, table__isnull=True)
                    | Q(crew__isnull=True, club__isnull=True, table__isnull=False)
                ),
                name="invite_leads_to_one_place",
            ),
        ]

    def __str__(self) -> str:
        return f"Invitation to {self.crew or self.club or self.table}"

    @property
    def is_open(self) -> bool:
        """True while the link lets a visitor in."""
        return self.revoked_at is None and self.used_at is None and timezone.now() < self.expires_at
