"""A long logbook is bound in several volumes: each holds as many notes as are drawn in a moment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db.models.functions import Length

from logbook.campaigns.models import Campaign, Line

LETTERS: Final = 80_000
"""So many letters of notes make a volume: about forty pages of A5, and a second of work."""
A_NOTE: Final = 40
"""Its head weighs as much as so many letters."""


@dataclass(frozen=True, slots=True)
class Volume:
    """From which line to which its notes are, and what its spine says; `of` is how many volumes there are."""

    number: int
    of: int
    first_on: date
    last_on: date
    lines: tuple[int, ...]


def volumes(campaign: Campaign) -> tuple[Volume, ...]:
    """The volumes of a logbook in order; none where nobody wrote a note."""
    written = Line.objects.filter(campaign=campaign, removed_at=None).exclude(note="").order_by("played_on", "pk")
    parts = list(_parts(written.annotate(letters=Length("note")).values_list("pk", "played_on", "letters")))
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
