"""Selectors of an import's lines: each as it will be, and those whose text leaves something open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import Any, Final

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from logbook.exchange.formats.entries import entry_of
from logbook.exchange.formats.messages import message_text
from logbook.exchange.models import Import, ImportPiece

LINES_A_PAGE: Final = 100


@dataclass(frozen=True, slots=True)
class LinePreview:
    """A line of the file as it will be: its facts as text, and what is said about it."""

    row: int
    day: str
    mission: str
    result: str
    signal: str
    people: tuple[str, ...]
    remark: str = ""
    verdict: str = ""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A line whose text leaves something open: the fields of its answer ("" where nothing is asked), and our guess."""

    row: int
    day: date
    text: str
    mission_field: str
    missions: str
    signal_field: str
    distress: bool


def rows_of(job: Import) -> Iterator[tuple[str, int, Any, Any, str]]:
    """Yield each place of the file with its verdict; those of a club's crews follow, with the crew's name."""
    own = [("", job), *((one.name, one) for one in job.children.defer("body").order_by("pk"))]
    for of, part in own:
        for number in range(1, part.pieces_total + 1):
            piece = ImportPiece.objects.filter(job=part, number=number).values_list("reads", flat=True).first()
            for row, entry, fault, verdict in piece or ():
                yield of, row, entry, fault, verdict


def names_in_file(job: Import) -> dict[str, str]:
    """Return the names of the file's people, by reference."""
    return {one[0]: one[1] for one in job.findings.get("people", ())}


# --- every line


class _Lines(Sequence[LinePreview]):
    """The lines of a file, read where a page of them is shown."""

    def __init__(self, job: Import) -> None:
        self._job, self._names = job, names_in_file(job)

    def __len__(self) -> int:
        job = self._job
        return job.good + job.doubtful + job.wrong + job.existing

    def __getitem__(self, place: Any) -> Any:
        rows = islice(rows_of(self._job), place.start, place.stop)
        return [_line(row, entry, fault, verdict, self._names) for _of, row, entry, fault, verdict in rows]


def lines_preview(job: Import, page: str) -> Page[LinePreview]:
    """Return a page of the file's lines, as they will be."""
    return Paginator(_Lines(job), LINES_A_PAGE).get_page(page)


def _line(row: int, entry: Any, fault: Any, verdict: str, names: Mapping[str, str]) -> LinePreview:
    said = message_text(*fault) if fault else ""
    if entry is None:
        return LinePreview(
            row, "", "", "", "", (), said or (_("already here") if verdict == "present" else ""), verdict
        )
    facts = line_facts(entry, names)
    return LinePreview(row, facts.day, facts.mission, facts.result, facts.signal, facts.people, said, verdict)


def line_facts(value: list[Any], names: Mapping[str, str]) -> LinePreview:
    """Return what an entry says, as text."""
    entry = entry_of(value)
    results = {True: pgettext("attempts", "won"), False: pgettext("attempts", "failed"), None: "?"}
    return LinePreview(
        row=0,
        day=entry.played_on,
        mission=entry.mission or f"{', '.join(entry.missions)}?",
        result=results[entry.won],
        signal=_("used") if entry.distress else "",
        people=tuple(names.get(one.person) or _("no name") for one in entry.attendees),
    )


# --- what is asked


def asked_questions(job: Import, posted: Mapping[str, str]) -> tuple[AskedQuestion, ...]:
    """Return the lines whose text leaves something open, with what the importer posted or our guess."""
    return tuple(_question(one, posted) for one in job.findings.get("asked", ()))


def _question(one: Mapping[str, Any], posted: Mapping[str, str]) -> AskedQuestion:
    mission, signal = f"mission-{one['row']}", f"signal-{one['row']}"
    said = posted.get(signal)
    return AskedQuestion(
        row=one["row"],
        day=date.fromisoformat(one["day"]),
        text=one["text"],
        mission_field=mission if "mission" in one["asked"] else "",
        missions=posted.get(mission, ", ".join(one["missions"])),
        signal_field=signal if "distress" in one["asked"] else "",
        distress=one["distress"] if said is None else said == "yes",
    )
