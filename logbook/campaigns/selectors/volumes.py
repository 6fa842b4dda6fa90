"""Volumes of a long logbook: each holds as many notes as are drawn quickly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db.models.functions import Length

from logbook.campaigns.models import Campaign, LogEntry

LETTERS: Final = 80_000
"""The most characters of notes in a volume: about forty pages of A5, and a second of work."""
A_NOTE: Final = 40
"""The weight of a note's head, in characters."""


@dataclass(frozen=True, slots=True)
class Volume:
    """The first and last entry of a volume's notes, and its spine; `of` is the number of volumes."""

    number: int
    of: int
    first_on: date
    last_on: date
    entries: tuple[int, ...]


def volumes(campaign: Campaign) -> tuple[Volume, ...]:
    """Return the volumes of a logbook in order; none without notes."""
    notes = LogEntry.objects.filter(campaign=campaign, removed_at=None).exclude(note="").order_by("played_on", "pk")
    parts = list(_parts(notes.annotate(letters=Length("note")).values_list("pk", "played_on", "letters")))
    return tuple(
        Volume(number, len(parts), part[0][1], part[-1][1], tuple(row[0] for row in part))
        for number, part in enumerate(parts, start=1)
    )


def _parts(rows: Iterable[tuple[int, date, int]]) -> Iterator[list[tuple[int, date, int]]]:
    part: list[tuple[int, date, int]] = []
    room = LETTERS
    for row in rows:
        weight = row[2] + A_NOTE
        if part and weight > room:
            yield part
            part, room = [], LETTERS
        part.append(row)
        room -= weight
    if part:
        yield part
