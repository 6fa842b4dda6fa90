"""Model of players."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from logbook.lib.names import NameField


class Player(models.Model):
    """A player. Without a user it is a guest, known only by the session that created it."""

    name = NameField(_("name"), max_length=40)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="player"
    )
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True)
    """The zone of the times in mails; the site's if empty."""
    language = models.CharField(_("language"), max_length=8, blank=True)
    """The language of pages and mails; where empty, the browser's and the site's."""
    created_at = models.DateTimeField(auto_now_add=True)
    confirmed_at = models.DateTimeField(_("address confirmed at"), null=True, blank=True, editable=False)
    """The moment at which the owner of the account first confirmed its address; null if that was never asked."""

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ("name", "pk")

    def __str__(self) -> str:
        return self.name

    @property
    def is_guest(self) -> bool:
        """True until an account claims this player."""
        return self.user_id is None

    @property
    def reads(self) -> str:
        """The language of texts to the player: the chosen one, or the site's."""
        return self.language if self.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
