"""A crew's campaigns: the logbook's lines, who was there, and what they come to by mission."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.lib.names import NameField
from logbook.people.models.players import Player
from logbook.tables.models import Attempt


class Campaign(models.Model):
    """A crew's way through a game's missions, `in_order` or freely; a crew may keep several at once.

    `copied_from` is the campaign it was copied from when two crews became one, or one became two: copies count in
    their own crew's statistics, but not twice in the world's. One that `came_as_copy` was a copy in the file that
    brought it, of a campaign that is not here.
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

    class Meta:
        verbose_name = _("campaign")
        verbose_name_plural = _("campaigns")
        ordering = ("crew", "-opened_at", "-pk")

    def __str__(self) -> str:
        return self.name

    @property
    def is_copy(self) -> bool:
        """True where the same attempts stand in another crew's logbook, here or elsewhere."""
        return self.came_as_copy or self.copied_from_id is not None


class Line(models.Model):
    """One attempt at a mission, as it stands in the logbook: played at a real table, online, or brought in.

    A race is always `won`: somebody has. Who, and with how many points, its attendances say.

    `key` is made by whoever sends the line (a browser without a network, an import): sent twice, it stands once.
    A line that is removed stays, with `removed_at`, and counts for nothing. `minutes` is how long it took, if known;
    `attempt` is the one played online that the line tells of. One that was `copied` stands in another crew's logbook
    too, where it counts for the world; what is written into a copied campaign afterwards is the crew's own.
    """

    class Source(models.TextChoices):
        TABLE = "table", _("at a table")
        ONLINE = "online", _("online")
        IMPORT = "import", _("brought in")

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="lines")
    mission = models.CharField(_("mission"), max_length=200)
    won = models.BooleanField(_("won"))
    distress = models.BooleanField(_("distress signal"), default=False)
    players = models.PositiveSmallIntegerField(_("players"), null=True, blank=True)
    played_on = models.DateField(_("played on"))
    minutes = models.PositiveSmallIntegerField(_("minutes"), null=True, blank=True)
    note = models.CharField(_("note"), max_length=500, blank=True)
    photo = models.FileField(_("photo"), upload_to="photos/", blank=True)
    source = models.CharField(max_length=10, choices=Source, default=Source.TABLE)
    attempt = models.ForeignKey(Attempt, on_delete=models.SET_NULL, null=True, blank=True, related_name="lines")
    key = models.UUIDField(default=uuid.uuid4, editable=False)
    copied = models.BooleanField(default=False, editable=False)
    logged_by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    logged_at = models.DateTimeField(default=timezone.now)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("line of a logbook")
        verbose_name_plural = _("lines of logbooks")
        ordering = ("campaign", "played_on", "pk")
        constraints = [
            models.UniqueConstraint(fields=("campaign", "key"), name="one_line_a_key"),
            models.UniqueConstraint(
                fields=("campaign", "attempt"), condition=Q(attempt__isnull=False), name="one_line_an_attempt"
            ),
        ]
        indexes = [models.Index(fields=("campaign", "mission", "played_on", "id"), name="lines_by_mission")]

    def __str__(self) -> str:
        return f"{self.campaign}: {self.mission}"


class LineChange(models.Model):
    """A correction or removal of a line: what it said before, and what it said then."""

    line = models.ForeignKey(Line, on_delete=models.CASCADE, related_name="changes")
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("correction of a line")
        verbose_name_plural = _("corrections of lines")
        ordering = ("line", "at", "pk")

    def __str__(self) -> str:
        return f"Correction {self.pk} of line {self.line_id}"


class Attendance(models.Model):
    """Who was there: a person, a guest, or somebody who has taken their name away. One of them was the captain.

    Of a race, what they came to as far as it is known, and who has won it.
    """

    line = models.ForeignKey(Line, on_delete=models.CASCADE, related_name="attendances")
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="attendances")
    guest = models.ForeignKey(Guest, on_delete=models.SET_NULL, null=True, blank=True, related_name="attendances")
    captain = models.BooleanField(default=False)
    substitute = models.BooleanField(default=False)
    points = models.PositiveSmallIntegerField(_("points"), null=True, blank=True)
    won = models.BooleanField(_("won the race"), default=False, db_default=False)

    class Meta:
        verbose_name = _("attendance")
        verbose_name_plural = _("attendances")
        ordering = ("line", "pk")
        constraints = [
            models.CheckConstraint(
                condition=Q(player__isnull=True) | Q(guest__isnull=True), name="a_person_or_a_guest"
            ),
            models.UniqueConstraint(
                fields=("line", "player"), condition=Q(player__isnull=False), name="one_attendance_a_player"
            ),
            models.UniqueConstraint(
                fields=("line", "guest"), condition=Q(guest__isnull=False), name="one_attendance_a_guest"
            ),
            models.UniqueConstraint(fields=("line",), condition=Q(captain=True), name="one_captain_a_line"),
        ]

    def __str__(self) -> str:
        return f"{self.player or self.guest or '-'} at line {self.line_id}"


class MissionLog(models.Model):
    """What the lines of one mission come to: a box of the printed logbook. Derived, and written anew at any time.

    `attempts` counts until the first success, `score` is the printed logbook's: one more with the distress signal.
    `game` and `original` (what ended it is no copied line) are here for the world's figures.
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
        verbose_name = _("mission of a campaign")
        verbose_name_plural = _("missions of campaigns")
        constraints = [models.UniqueConstraint(fields=("campaign", "mission"), name="one_log_a_mission")]
        indexes = [
            models.Index(
                fields=("game", "mission", "won", "attempts"), condition=Q(original=True), name="missions_of_the_world"
            )
        ]

    def __str__(self) -> str:
        return f"{self.campaign}: {self.mission}, {self.score}"
