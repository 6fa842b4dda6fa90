"""Models of campaigns: entries, attendance, and the result of each mission."""

from __future__ import annotations

import uuid
from typing import Any

from django.db import models
from django.db.models import Q
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.lib.names import NameField
from logbook.people.models.players import Player
from logbook.tables.kinds import Kind, kind_of
from logbook.tables.models import Attempt


class Campaign(models.Model):
    """A crew's way through a game's missions, `in_order` or freely; a crew may keep several at once.

    `copied_from` is the original of a copy, made when two crews merged or one was split: a copy counts in its own
    crew's statistics, but not a second time in those of all crews. `came_as_copy` marks an imported copy whose original
    is not here. `standing_due` until a worker has written the `CampaignStanding` of a changed logbook.
    """

    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, related_name="campaigns")
    game = models.SlugField(_("game"), max_length=20)
    name = NameField(_("name"), max_length=80)
    in_order = models.BooleanField(_("in order"), default=True)
    opened_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    opened_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    copied_from = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="copies")
    came_as_copy = models.BooleanField(default=False, editable=False)
    standing_due = models.BooleanField(default=False, editable=False)

    class Meta:
        verbose_name = _("campaign")
        verbose_name_plural = _("campaigns")
        ordering = ("crew", "-opened_at", "-pk")
        indexes = [models.Index("id", condition=Q(standing_due=True), name="campaigns_to_rank")]

    def __str__(self) -> str:
        return self.name

    @property
    def kind(self) -> Kind:
        """The kind of its game."""
        return kind_of(self.game)

    @property
    def is_copy(self) -> bool:
        """True where another crew's logbook, here or elsewhere, holds the same attempts."""
        return self.came_as_copy or self.copied_from_id is not None


class LogEntry(models.Model):
    """One attempt at a mission in the logbook: played at a real table, online, or imported.

    A race is always `won`; its attendances hold the winners and the points.

    The sender (a browser offline, an import) makes the `key`, so that an entry sent twice is stored once. A removed
    entry stays, with `removed_at`, and counts for nothing. `minutes` is the duration, if known; `attempt` is the online
    attempt. A `copied` entry also stands in another crew's logbook, which counts it in the statistics of all crews;
    entries added to a copied campaign later are the crew's own.
    """

    class Source(models.TextChoices):
        TABLE = "table", _("at a real table")
        ONLINE = "online", _("online")
        IMPORT = "import", _("imported")

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="entries")
    mission = models.CharField(_("mission"), max_length=200)
    won = models.BooleanField(_("won"))
    distress = models.BooleanField(_("distress signal"), default=False)
    players = models.PositiveSmallIntegerField(_("players"), null=True, blank=True)
    played_on = models.DateField(_("played on"))
    minutes = models.PositiveSmallIntegerField(_("minutes"), null=True, blank=True)
    note = models.CharField(_("note"), max_length=500, blank=True)
    photo = models.FileField(_("photo"), upload_to="photos/", blank=True)
    source = models.CharField(max_length=10, choices=Source, default=Source.TABLE)
    attempt = models.ForeignKey(Attempt, on_delete=models.SET_NULL, null=True, blank=True, related_name="entries")
    key = models.UUIDField(default=uuid.uuid4, editable=False)
    copied = models.BooleanField(default=False, editable=False)
    logged_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    logged_at = models.DateTimeField(default=timezone.now)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("logbook entry")
        verbose_name_plural = _("logbook entries")
        ordering = ("campaign", "played_on", "pk")
        constraints = [
            models.UniqueConstraint(fields=("campaign", "key"), name="one_entry_a_key"),
            models.UniqueConstraint(
                fields=("campaign", "attempt"), condition=Q(attempt__isnull=False), name="one_entry_an_attempt"
            ),
        ]
        indexes = [models.Index(fields=("campaign", "mission", "played_on", "id"), name="entries_by_mission")]

    def __str__(self) -> str:
        return f"{self.campaign}: {self.mission}"


class LogEntryChange(models.Model):
    """A correction or removal of an entry: its values before and after."""

    entry = models.ForeignKey(LogEntry, on_delete=models.CASCADE, related_name="changes")
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("entry correction")
        verbose_name_plural = _("entry corrections")
        ordering = ("entry", "at", "pk")

    def __str__(self) -> str:
        return f"Correction {self.pk} of entry {self.entry_id}"


class Attendance(models.Model):
    """Attendance of one person: a player, a guest, or a player who removed their name. One of an entry's is the
    captain.

    In a race it also holds points, if known, and whether the person won.
    """

    entry = models.ForeignKey(LogEntry, on_delete=models.CASCADE, related_name="attendances")
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="attendances")
    guest = models.ForeignKey(Guest, on_delete=models.SET_NULL, null=True, blank=True, related_name="attendances")
    captain = models.BooleanField(default=False)
    substitute = models.BooleanField(default=False)
    points = models.PositiveSmallIntegerField(_("points"), null=True, blank=True)
    won = models.BooleanField(_("won the race"), default=False, db_default=False)

    class Meta:
        verbose_name = _("attendance")
        verbose_name_plural = _("attendances")
        ordering = ("entry", "pk")
        constraints = [
            models.CheckConstraint(
                condition=Q(player__isnull=True) | Q(guest__isnull=True), name="a_person_or_a_guest"
            ),
            models.UniqueConstraint(
                fields=("entry", "player"), condition=Q(player__isnull=False), name="one_attendance_a_player"
            ),
            models.UniqueConstraint(
                fields=("entry", "guest"), condition=Q(guest__isnull=False), name="one_attendance_a_guest"
            ),
            models.UniqueConstraint(fields=("entry",), condition=Q(captain=True), name="one_captain_an_entry"),
        ]

    def __str__(self) -> str:
        return f"{self.player or self.guest or '-'} at entry {self.entry_id}"


class MissionLog(models.Model):
    """The result of one mission's entries: a box of the printed logbook. It is derived, and can be rewritten at any
    time.

    `attempts` counts until the first success; `score` is the printed logbook's: plus one with the distress signal.
    `game` and `original` (the last counted entry is not copied) serve the statistics of all crews.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="missions")
    game = models.SlugField(max_length=20, db_index=False)
    mission = models.CharField(max_length=200)
    original = models.BooleanField(default=True)
    won = models.BooleanField()
    attempts = models.PositiveSmallIntegerField()
    distress = models.BooleanField()
    score = models.PositiveSmallIntegerField()
    first_on = models.DateField()
    last_on = models.DateField()

    class Meta:
        verbose_name = _("campaign mission")
        verbose_name_plural = _("campaign missions")
        constraints = [models.UniqueConstraint(fields=("campaign", "mission"), name="one_log_a_mission")]
        indexes = [
            models.Index(
                fields=("game", "mission", "won", "attempts"), condition=Q(original=True), name="missions_of_the_world"
            )
        ]

    def __str__(self) -> str:
        return f"{self.campaign}: {self.mission}, {self.score}"


class CampaignStanding(models.Model):
    """A logbook's figures on a campaign board (`campaigns.scoring`): a projection that can be rewritten at any time.

    A logbook has a row of what was dealt on the site (`proven`), and another one of everything in it if any of that was
    written down `by hand`. `people` names those whose logbook it is, each by kind and key: it is never shown, and says
    whether two logbooks are of the same people. Of these only the first one ranks: `is_first` is null until that has
    been decided. `rank_key` orders a board, less is better: missions won, then the score over them. It is below 0 once
    a mission is won.
    """

    class Kind(models.TextChoices):
        PROVEN = "proven", _("played online")
        BY_HAND = "by-hand", _("written by hand")

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="standings")
    kind = models.CharField(max_length=10, choices=Kind)
    game = models.SlugField(max_length=20, db_index=False)
    players = models.PositiveSmallIntegerField()
    people = models.CharField(max_length=120, editable=False)
    first_at = models.DateTimeField()
    missions_won = models.PositiveSmallIntegerField()
    score = models.PositiveIntegerField()
    clean_missions = models.PositiveSmallIntegerField()
    streak = models.PositiveSmallIntegerField()
    ironman = models.PositiveSmallIntegerField()
    rank_key = models.BigIntegerField()
    is_first = models.BooleanField(null=True, editable=False)

    class Meta:
        verbose_name = _("campaign standing")
        verbose_name_plural = _("campaign standings")
        ordering = ("rank_key", "campaign_id")
        constraints = [models.UniqueConstraint(fields=("campaign", "kind"), name="one_standing_a_kind")]
        indexes = [
            # A page of a board, and a place on it, are read from this index alone.
            models.Index(
                fields=("game", "kind", "players", "rank_key", "campaign"),
                condition=Q(is_first=True),
                name="campaign_boards",
            ),
            models.Index(fields=("people", "game", "kind", "first_at"), name="logbooks_of_people"),
            models.Index("id", condition=Q(is_first=None), name="logbooks_to_compare"),
        ]

    def __str__(self) -> str:
        # No people here: logs and the admin show this text.
        return f"{self.campaign}: {self.missions_won}, {self.score}"

    @property
    def mean(self) -> float:
        """The mean score of the missions won."""
        return self.score / self.missions_won if self.missions_won else 0.0


@receiver(post_delete, sender=CampaignStanding)
def _reopen(sender: type[CampaignStanding], instance: CampaignStanding, **_kwargs: Any) -> None:
    """Have the people's first logbook decided anew when one is deleted with its campaign or crew."""
    CampaignStanding.objects.filter(people=instance.people, is_first=False).update(is_first=None)
