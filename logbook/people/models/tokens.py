"""Model of API tokens."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from logbook.lib.lists import list_text
from logbook.lib.names import NameField
from logbook.people.models.players import Player


class ApiToken(models.Model):
    """A player's key for one program. Only the key's hash and its first letters are stored.

    `scopes` are words of `Scope`, separated by blanks. A key past `expires_at`, or revoked, opens nothing.
    """

    class Scope(models.TextChoices):
        READ = "read", _("read what I can read")
        PLAY = "play", _("join tables and play for me")
        WRITE = "write", _("write in my crews’ logbooks, and comment on attempts")
        MANAGE = "manage", _("manage my crews and clubs")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="api_tokens")
    name = NameField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    beginning = models.CharField(max_length=12, editable=False)
    scopes = models.CharField(max_length=60)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ("-created_at", "-pk")

    def __str__(self) -> str:
        return f"{self.beginning}… of player {self.player_id}"

    @property
    def is_open(self) -> bool:
        """True while the token is neither expired nor revoked."""
        return self.revoked_at is None and timezone.now() < self.expires_at

    @property
    def scope_words(self) -> str:
        """Return the scopes that the token allows, as a list for its owner."""
        return list_text(self.Scope(scope).label for scope in self.scopes.split())

    def allows(self, scope: str) -> bool:
        """True if the token has this scope; the scope to write includes the scope to read."""
        return scope in self.scopes.split()
