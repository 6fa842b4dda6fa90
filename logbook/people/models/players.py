"""Model of players."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from logbook.lib.names import NameField

SECTIONS: Final = ("missions", "streaks", "rounds", "crews")
"""The possible sections of a player's page."""
ALL_SECTIONS: Final = " ".join(SECTIONS)


class Player(models.Model):
    """A player. Without a user it is a guest, known only by the session that created it.

    `page_audience` says who may open the player's page, and `page_sections` what it shows: words of `SECTIONS`.
    """

    class Audience(models.TextChoices):
        EVERYONE = "everyone", _("everyone")
        KNOWN = "known", _("players with whom I share a crew, a club or a table")
        NOBODY = "nobody", _("only me")

    name = NameField(_("name"), max_length=40)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="player"
    )
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True)
    """The zone of the times in mails; the site's if empty."""
    language = models.CharField(_("language"), max_length=8, blank=True)
    """The language of pages and mails; where empty, the browser's and the site's."""
    created_at = models.DateTimeField(auto_now_add=True)
    page_audience = models.CharField(
        _("who sees my page"),
        max_length=10,
        choices=Audience,
        default=Audience.KNOWN,
        db_default=Audience.KNOWN.value,
    )
    page_sections = models.CharField(max_length=60, blank=True, default=ALL_SECTIONS, db_default=ALL_SECTIONS)
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
    def shows(self) -> frozenset[str]:
        """The sections of the player's page that others see."""
        return frozenset(self.page_sections.split())

    @property
    def reads(self) -> str:
        """The language of texts to the player: the chosen one, or the site's."""
        return self.language if self.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
