"""Models of imports: the file's pieces, its photos, and records that other columns cannot hold."""

from __future__ import annotations

from datetime import timedelta

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from logbook.campaigns.models import Campaign
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.crews.models.guests import Guest
from logbook.lib.names import NameField
from logbook.people.models.players import Player


class Import(models.Model):
    """A file that a member imports into a crew's logbook.

    It is read into pieces (`ImportPiece`); then the good entries wait for the importer's confirmation, `choices`: who
    is who and which campaign is which. It is applied piece by piece: `position` is the next piece, and changes in the
    transaction that writes its entries, so a killed worker loses at most one piece and none is written twice. `steps`
    is the number that is announced. An unexpected error refuses the file while it is read, and later stops the import
    (`fault`), which can then be undone as if it were complete. `body` is the compressed file; it and the pieces'
    contents are deleted after a week.

    A club's file has no crew: its own pieces hold records of the club, and each logbook in it is an import of its own,
    whose `parent` it is and which it drives. `language` is that of the upload page.
    """

    class State(models.TextChoices):
        READING = "reading", _("reading…")
        COLUMNS = "columns", _("columns to match")
        WAITING = "waiting", _("ready to import")
        APPLYING = "applying", _("importing…")
        DONE = "done", _("imported")
        REFUSED = "refused", _("unreadable")
        FAILED = "failed", _("stopped halfway")
        TAKING_BACK = "taking-back", _("undoing…")
        TAKEN_BACK = "taken-back", _("undone")

    class Kind(models.TextChoices):
        OWN = "own", _("export from this site")
        TABLE = "table", _("table (CSV)")
        BGSTATS = "bgstats", _("BG Stats file")
        BGG = "bgg", _("BoardGameGeek plays")
        CLUB = "club", _("club export")

    AT_WORK = (State.READING, State.APPLYING, State.TAKING_BACK)
    KEPT_FOR = timedelta(days=7)

    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, null=True, blank=True, related_name="imports")
    club = models.ForeignKey(Club, on_delete=models.SET_NULL, null=True, blank=True, related_name="imports")
    parent = models.ForeignKey("self", on_delete=models.CASCADE, null=True, blank=True, related_name="children")
    language = models.CharField(max_length=8, blank=True)
    by = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="+")
    name = NameField(_("file"), max_length=100)
    size = models.PositiveBigIntegerField(default=0)
    body = models.BinaryField(null=True, editable=False)
    kind = models.CharField(max_length=10, choices=Kind, blank=True)
    encoding = models.CharField(max_length=20, blank=True)
    state = models.CharField(max_length=12, choices=State, default=State.READING)
    plan = models.JSONField(default=dict, blank=True)
    findings = models.JSONField(default=dict, blank=True)
    choices = models.JSONField(default=dict, blank=True)
    resolved = models.JSONField(default=dict, blank=True)
    fault = models.JSONField(null=True, blank=True)
    reader = models.CharField(max_length=32, blank=True)
    good = models.PositiveIntegerField(default=0)
    doubtful = models.PositiveIntegerField(default=0)
    wrong = models.PositiveIntegerField(default=0)
    existing = models.PositiveIntegerField(default=0)
    imported = models.PositiveIntegerField(default=0)
    pieces_total = models.PositiveIntegerField(default=0)
    position = models.PositiveIntegerField(default=0)
    steps = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    moved_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("import")
        verbose_name_plural = _("imports")
        ordering = ("-created_at", "-pk")
        indexes = [models.Index(fields=("state", "moved_at"), name="imports_at_work")]

    def __str__(self) -> str:
        return f"Import {self.pk}: {self.name}"

    @property
    def is_at_work(self) -> bool:
        """True while a worker processes the import, so that its page follows."""
        return self.state in self.AT_WORK

    @property
    def crew_number(self) -> int:
        """The number of the crew whose logbook receives the entries; 0 while there is none."""
        return self.crew_id or 0

    @property
    def offered(self) -> int:
        """The number of entries that can be imported."""
        return self.good + self.doubtful

    @property
    def is_forgotten(self) -> bool:
        """True once the file and its entries are deleted; the import can still be undone."""
        return self.body is None


class ImportPiece(models.Model):
    """Some entries of a file, each with its verdict; `keys_written` holds the keys of those that were written."""

    job = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="pieces")
    number = models.PositiveIntegerField()
    reads = models.JSONField(default=list)
    keys_written = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("import piece")
        verbose_name_plural = _("import pieces")
        ordering = ("job", "number")
        constraints = [models.UniqueConstraint(fields=("job", "number"), name="one_piece_a_number")]

    def __str__(self) -> str:
        return f"Piece {self.number} of import {self.job_id}"


class ImportPhoto(models.Model):
    """A file's photo that waits for its entry, under the entry's key; `checked` once it is redrawn and fit to store.

    It is deleted with the file.
    """

    job = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="photos")
    key = models.UUIDField()
    body = models.BinaryField(editable=False)
    checked = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("import photo")
        verbose_name_plural = _("import photos")
        ordering = ("job", "key")
        constraints = [models.UniqueConstraint(fields=("job", "key"), name="one_photo_a_key")]

    def __str__(self) -> str:
        return f"Photo {self.key} of import {self.job_id}"


class ImportedExtra(models.Model):
    """A fact about a crew from another site that no other column holds; the next export contains it again.

    Games played online elsewhere never become tables here, so that nothing imported reaches a leaderboard. A person
    without an account here becomes a guest, whose time in the crew is stored.
    """

    class Kind(models.TextChoices):
        CREW = "crew", _("crew")
        PERSON = "person", _("person")
        CAMPAIGN = "campaign", _("campaign")
        TABLE = "table", _("table")
        LINES = "lines", _("entries")
        NOTE = "note", _("crew history note")

    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, related_name="keepsakes")
    job = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="keepsakes")
    kind = models.CharField(max_length=10, choices=Kind)
    key = models.UUIDField()
    facts = models.JSONField(default=dict)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("imported extra")
        verbose_name_plural = _("imported extras")
        ordering = ("crew", "kind", "key")
        constraints = [models.UniqueConstraint(fields=("crew", "kind", "key"), name="one_keepsake_a_key")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class ClubRecord(models.Model):
    """A fact about a club from another site: its members, what it played, how that ended.

    It is read and exported again, and has no other use: it is no challenge, no result and no place on a leaderboard,
    because only the site that dealt the cards can certify them. `player` is the member here who claimed it.
    """

    class Kind(models.TextChoices):
        CLUB = "club", _("club")
        MEMBER = "member", _("member")
        CREW = "crew", _("crew")
        NEWS = "news", _("news")
        SEASON = "season", _("season")
        CHALLENGE = "challenge", _("challenge")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="records")
    job = models.ForeignKey(Import, on_delete=models.CASCADE, related_name="records")
    kind = models.CharField(max_length=10, choices=Kind)
    key = models.UUIDField()
    facts = models.JSONField(default=dict)
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    crew = models.ForeignKey(Crew, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("club record")
        verbose_name_plural = _("club records")
        ordering = ("club", "kind", "key")
        constraints = [models.UniqueConstraint(fields=("club", "kind", "key"), name="one_record_a_key")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"
