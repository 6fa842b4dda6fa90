"""Models of talk at tables."""

from __future__ import annotations

from typing import Final

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.lib.names import NameField
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Table

MOST_SIGNS: Final = 300
"""The most characters of a line."""


class TalkLine(models.Model):
    """A line that a player wrote at a table: plain text, or the key of a phrase.

    `attempt` is the table's latest one at that moment, running or not; None before the first. The players of the table
    read a watcher's line once that attempt is over. A hidden line keeps its text, for moderators only, until it is
    deleted.
    """

    class Audience(models.TextChoices):
        TABLE = "table", _("the table")
        WATCHERS = "watchers", _("its watchers")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="talk_lines")
    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, null=True, related_name="talk_lines")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    audience = models.CharField(max_length=8, choices=Audience)
    text = NameField(_("text"), max_length=MOST_SIGNS, blank=True)
    phrase = models.SlugField(max_length=20, blank=True)
    at = models.DateTimeField(default=timezone.now)
    hidden_at = models.DateTimeField(null=True, blank=True)
    hidden_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    reason = NameField(_("reason"), max_length=200, blank=True)
    """The moderator's reason, which every reader sees in place of the text."""

    class Meta:
        verbose_name = _("line of talk")
        verbose_name_plural = _("lines of talk")
        ordering = ("table", "pk")
        indexes = [
            models.Index(fields=("table", "-id"), name="talk_of_a_table"),
            models.Index(fields=("at",), name="talk_by_age"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=(Q(text="") & ~Q(phrase="")) | (~Q(text="") & Q(phrase="")), name="talk_text_or_phrase"
            )
        ]

    def __str__(self) -> str:
        return f"Line {self.pk} at table {self.table_id}"

    @property
    def is_hidden(self) -> bool:
        """True if a moderator has hidden it."""
        return self.hidden_at is not None


class Mute(models.Model):
    """A player who reads no line of another one any more. The other one is not told."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    muted = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("muted player")
        verbose_name_plural = _("muted players")
        constraints = [models.UniqueConstraint(fields=("player", "muted"), name="one_mute_a_pair")]

    def __str__(self) -> str:
        return f"{self.player} reads nothing of {self.muted}"


class TalkReport(models.Model):
    """A player's report of a line to those who moderate its table. It is deleted with the line."""

    line = models.ForeignKey(TalkLine, on_delete=models.CASCADE, related_name="reports")
    by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    reason = NameField(_("reason"), max_length=200)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("report of a line")
        verbose_name_plural = _("reports of lines")
        ordering = ("-at", "-pk")
        constraints = [models.UniqueConstraint(fields=("line", "by"), name="one_talk_report_a_player")]

    def __str__(self) -> str:
        return f"{self.by} reports {self.line}"


class CrewTalk(models.Model):
    """A crew's choices for talk. Without a row: it is on, and there is no voice room.

    The site shows the address of the voice room, and never fetches it.
    """

    crew = models.OneToOneField(Crew, on_delete=models.CASCADE, related_name="+")
    is_on = models.BooleanField(_("Talk at the crew’s tables"), default=True)
    voice_room = models.CharField(_("voice room"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("talk of a crew")
        verbose_name_plural = _("talk of crews")

    def __str__(self) -> str:
        return f"Talk of {self.crew}"


class ClubTalk(models.Model):
    """A club's choice for the tables of its challenges. Without a row, talk is on."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="+")
    is_on = models.BooleanField(_("Talk at the tables of the club’s challenges"), default=True)

    class Meta:
        verbose_name = _("talk of a club")
        verbose_name_plural = _("talk of clubs")

    def __str__(self) -> str:
        return f"Talk of {self.club}"
