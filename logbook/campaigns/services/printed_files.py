"""Services of printed files: a worker draws a logbook's PDF, and its reader fetches it.

A file is kept for an hour, for the player who asked. Its name is a hash of what was asked and of the logbook's last
change, so the same question finds the same file, and a changed logbook is drawn anew. What the hash does not see (a
player's new name) shows once the file is `FRESH` no more. Access is checked before each question.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Final

from django.core.cache import cache
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db.models import Count, Max
from django.utils import timezone, translation

from logbook.campaigns import pdf
from logbook.campaigns.exceptions import TooManyPrints
from logbook.campaigns.models import Campaign, LogEntry, LogEntryChange
from logbook.campaigns.selectors.printed import labels, printed
from logbook.campaigns.selectors.volumes import volumes
from logbook.lib import queue
from logbook.lib.quotas import HOUR, Quota, take
from logbook.people.models.players import Player
from logbook.people.time_zones import time_zone_of

FOLDER: Final = "printed"
FRESH: Final = timedelta(minutes=5)
KEPT: Final = timedelta(hours=1)
ASKED_SECONDS: Final = 90
"""After this time a question that no worker has answered is queued again: its task was lost."""
PRINTS: Final = Quota("prints", 60, HOUR, TooManyPrints)


@dataclass(frozen=True, slots=True)
class Print:
    """A print to draw: one volume of a logbook, for this player, on this paper, in this language."""

    player: int
    campaign: int
    paper: str
    volume: int
    language: str


def file_of(what: Print) -> bytes | None:
    """Return the file; None if a worker still has to draw it, which is queued then. Raises TooManyPrints."""
    name = name_of(what)
    if (file := _read(name)) is not None:
        return file
    if cache.add(f"print/{name}", 1, ASKED_SECONDS):
        try:
            take(PRINTS, what.player)
        except TooManyPrints:
            cache.delete(f"print/{name}")
            raise
        queue.send("campaigns.draw_logbook", *asdict(what).values())
    return _read(name)


def draw(what: Print) -> None:
    """Draw the file, unless it is there. Does nothing for a logbook that was deleted meanwhile."""
    campaign = Campaign.objects.select_related("crew").filter(pk=what.campaign).first()
    player = Player.objects.filter(pk=what.player).first()
    name = name_of(what)
    if campaign is None or player is None or _read(name) is not None:
        return
    with translation.override(what.language), timezone.override(time_zone_of(player)):
        volume = next((one for one in volumes(campaign) if one.number == what.volume), None)
        content = printed(campaign, volume)
        file = pdf.pdf_of(content, labels(content), what.paper)
    default_storage.delete(name)
    default_storage.save(name, ContentFile(file))
    cache.delete(f"print/{name}")


def delete_old_files() -> None:
    """Delete the files that were drawn an hour ago."""
    try:
        files = default_storage.listdir(FOLDER)[1]
    except FileNotFoundError:  # A folder of files; a bucket has none, and lists nothing.
        return
    for file in files:
        name = f"{FOLDER}/{file}"
        if default_storage.get_modified_time(name) < timezone.now() - KEPT:
            default_storage.delete(name)


def name_of(what: Print) -> str:
    """Return the file's name in the storage."""
    entries = LogEntry.objects.filter(campaign=what.campaign)
    sums = entries.aggregate(Count("pk"), Max("pk"), Max("removed_at"), Count("removed_at"))
    changed = LogEntryChange.objects.filter(entry__campaign=what.campaign).aggregate(Max("pk"))
    facts = ("name", "opened_at", "closed_at", "crew__name")
    campaign = Campaign.objects.filter(pk=what.campaign).values_list(*facts).first()
    asked = json.dumps([asdict(what), sums, changed, campaign], default=str, sort_keys=True)
    return f"{FOLDER}/{hashlib.sha256(asked.encode()).hexdigest()}.pdf"


def _read(name: str) -> bytes | None:
    try:
        if default_storage.get_modified_time(name) < timezone.now() - FRESH:
            return None
        with default_storage.open(name) as file:
            return bytes(file.read())
    except FileNotFoundError:
        return None
