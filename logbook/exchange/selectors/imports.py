"""Selectors of imports: progress, doubts, and the people of the file."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from logbook.campaigns.models import Campaign
from logbook.crews.models.crews import Crew, CrewMember
from logbook.exchange.formats import csv_tables, unpacking
from logbook.exchange.formats.entries import Unreadable
from logbook.exchange.formats.messages import message_text
from logbook.exchange.formats.text import CHOICES
from logbook.exchange.import_suggestions import NEW, names_of_crew, suggested_campaigns, suggested_people
from logbook.exchange.models import Import, ImportPiece
from logbook.exchange.selectors.club_imports import ClubImport, club_import, kind_label
from logbook.lib.csv_escaping import escape_formula
from logbook.rounds import text

MOST_FAULTS: Final = 50
RECENT: Final = 10
MOST_QUESTIONS: Final = 400
"""The most people in the form; people with the fewest entries are imported as suggested."""
NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Option:
    """A choice for a reference of the file."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Question:
    """A person or campaign of the file, and the choices for it."""

    name: str
    field: str
    entries: int
    options: tuple[Option, ...]
    suggestion: str
    game: str = ""


@dataclass(frozen=True, slots=True)
class FaultRow:
    """A fault or doubt at one place of the file."""

    row: int
    sentence: str
    of: str = ""
    """The crew of the entry, in a club's file."""


@dataclass(frozen=True, slots=True)
class ImportPage:
    """The page of an import."""

    job: Import
    wrong: tuple[FaultRow, ...]
    doubts: tuple[FaultRow, ...]
    people: tuple[Question, ...]
    people_left: int
    """The number of people beyond the form's limit."""
    campaigns: tuple[Question, ...]
    unmarked: int
    """The number of entries whose result the file does not contain."""
    shared_lengths: int
    """The number of entries of plays that have a quantity and one length."""
    refused: str
    made_campaigns: tuple[Campaign, ...]
    without_photo: int
    """The number of entries whose photo is missing from the file."""
    tables_left: int
    """The number of malformed online tables."""
    club: ClubImport | None
    """The part that only clubs have."""

    @property
    def percent(self) -> int:
        """The share of entries that are imported, in percent."""
        total = self.club.total if self.club else self.job.pieces_total + 2
        position = self.club.position if self.club else self.job.position
        if self.job.state == Import.State.TAKING_BACK:
            position = total - 2 - position
        return min(100, 100 * position // total)

    @property
    def is_play(self) -> bool:
        """Whether the file holds plays, not logbook entries."""
        return self.job.kind in (Import.Kind.BGSTATS, Import.Kind.BGG)


def recent_imports(crew: Crew) -> QuerySet[Import]:
    """Return a crew's imports, the latest first."""
    return Import.objects.filter(crew=crew, parent=None).defer("body").select_related("by")[:RECENT]


def import_number(pk: int) -> int:
    """Return the announced number of an import."""
    return Import.objects.values_list("steps", flat=True).get(pk=pk)


def import_page(job: Import) -> ImportPage:
    """Return an import's page, for a member of the crew."""
    is_ready = job.state == Import.State.WAITING
    of_a_club = job.kind == Import.Kind.CLUB
    is_read = job.state in (Import.State.WAITING, Import.State.DONE)
    wrong, doubts = _faults(job) if is_read else ((), ())
    code, params = job.fault or ("", {})
    campaigns = Campaign.objects.filter(pk__in=job.resolved.get("campaigns", {}).values())
    people = tuple(_people(job)) if is_ready and not of_a_club else ()
    return ImportPage(
        job=job,
        wrong=wrong,
        doubts=doubts,
        people=people[:MOST_QUESTIONS],
        people_left=len(people[MOST_QUESTIONS:]),
        campaigns=tuple(_campaigns(job)) if is_ready and not of_a_club else (),
        unmarked=job.findings.get("unmarked", 0) if is_ready else 0,
        shared_lengths=job.findings.get("shared_lengths", 0) if is_ready else 0,
        refused=message_text(code, params) if code else "",
        made_campaigns=tuple(campaigns.order_by("name")) if job.state == Import.State.DONE else (),
        without_photo=_sum(job, "without_photo") if is_ready else 0,
        tables_left=_sum(job, "tables_left") if is_ready else 0,
        club=club_import(job) if of_a_club else None,
    )


def _sum(job: Import, name: str) -> int:
    """Return a count, with those of a club's crews."""
    rows = [job.findings, *job.children.values_list("findings", flat=True)]
    return sum(int(sums.get(name, 0)) for sums in rows)


def _faults(job: Import) -> tuple[tuple[FaultRow, ...], tuple[FaultRow, ...]]:
    """Return the first faults, and the first doubts."""
    faults: dict[str, list[FaultRow]] = {"wrong": [], "doubt": []}
    for of, row, _entry, fault, verdict in _rows(job):
        entries = faults.get(verdict)
        if entries is not None and len(entries) < MOST_FAULTS and fault:
            entries.append(FaultRow(row, message_text(*fault), of))
        if len(faults["wrong"]) >= min(MOST_FAULTS, job.wrong) and len(faults["doubt"]) >= min(
            MOST_FAULTS, job.doubtful
        ):
            break
    return tuple(faults["wrong"]), tuple(faults["doubt"])


def _rows(job: Import) -> Iterator[tuple[str, int, Any, Any, str]]:
    """Yield each place of the file with its verdict; those of a club's crews follow, with the crew's name."""
    own = [("", job), *((one.name, one) for one in job.children.defer("body").order_by("pk"))]
    for of, part in own:
        for number in range(1, part.pieces_total + 1):
            piece = ImportPiece.objects.filter(job=part, number=number).values_list("reads", flat=True).first()
            for row, entry, fault, verdict in piece or ():
                yield of, row, entry, fault, verdict


# --- people


def _people(job: Import) -> Iterator[Question]:
    """Yield the people with entries, those with the most first."""
    options = tuple(Option(value, label) for value, label in _labels(job.crew_number).items())
    suggested = suggested_people(job)
    people = sorted(enumerate(job.findings["people"]), key=lambda one: -one[1][2])
    for number, (ref, name, entries, _key) in people:
        if entries:
            new = Option(NEW, _("new guest: %(name)s") % {"name": name})
            no_player = Option(NOBODY, _("leave this name out"))
            yield Question(name, f"person-{number}", entries, (*options, new, no_player), suggested[ref])


def _labels(crew_id: int) -> dict[str, str]:
    """Return the labels of the crew's current members, then its former ones, then its guests."""
    names, guest = names_of_crew(crew_id), _("%(name)s (guest)")
    today = CrewMember.objects.filter(crew=crew_id, left_at=None).order_by("joined_at", "pk")
    first = {value: names[value] for value in (f"player:{pk}" for pk in today.values_list("player", flat=True))}
    rest = {value: guest % {"name": name} if value.startswith("guest:") else name for value, name in names.items()}
    return first | {value: label for value, label in rest.items() if value not in first}


def _campaigns(job: Import) -> Iterator[Question]:
    suggested = suggested_campaigns(job)
    for number, (ref, game, name, entries, _key) in enumerate(job.findings["campaigns"]):
        if ref in suggested:
            options = [Option(f"campaign:{one.pk}", one.name) for one in suggested[ref].fitting]
            new = Option(NEW, _("new campaign: %(name)s") % {"name": name or text.game_name(game)})
            yield Question(name, f"campaign-{number}", entries, (*options, new), suggested[ref].value, game)


def chosen_in(job: Import, kind: str, posted: Mapping[str, str]) -> dict[str, str]:
    """Return a form's choices for the file's people or campaigns, by reference."""
    prefix = "person" if kind == "people" else "campaign"
    fields = {f"{prefix}-{number}": one[0] for number, one in enumerate(job.findings[kind])}
    return {ref: posted[field] for field, ref in fields.items() if field in posted}


# --- columns and the report


@dataclass(frozen=True, slots=True)
class ColumnsPreview:
    """A table's headers and first rows, and its plan."""

    glance: csv_tables.Glance
    encoding: str
    """The encoding that the importer chose; "" for our guess."""
    error: str
    """Why the chosen encoding shows no table."""


def columns_preview(job: Import, encoding_choice: str) -> ColumnsPreview:
    """Return the file's first rows in the encoding that the importer chose, or in our guess if that shows no table."""
    encoding = encoding_choice if encoding_choice in CHOICES else ""
    try:
        return ColumnsPreview(_glance(job, encoding or job.encoding), encoding, "")
    except Unreadable as error:
        return ColumnsPreview(_glance(job, job.encoding), "", message_text(error.fault.code, error.fault.params))


def _glance(job: Import, encoding: str) -> csv_tables.Glance:
    body = Import.objects.values_list("body", flat=True).get(pk=job.pk)
    return csv_tables.glance(partial(unpacking.pieces_of, bytes(body or b"")), encoding)


def report_table(job: Import) -> Iterator[str]:
    """Yield the outcome of each place of the file, as CSV."""
    is_done = job.state == Import.State.DONE
    verdicts = {
        "good": _("imported") if is_done else _("will be imported"),
        "doubt": _("imported with a warning") if is_done else _("with a warning"),
        "wrong": _("skipped"),
        "present": _("already here"),
        "taken": _("already here"),
    }
    of_a_club = job.kind == Import.Kind.CLUB
    header = [_("line"), _("result"), _("reason"), _("mission"), _("date")]
    yield "\ufeff" + _row([_("crew"), *header] if of_a_club else header)
    for of, row, entry, fault, verdict in _rows(job):
        cells = [str(row), verdicts[verdict], message_text(*fault) if fault else "", *_fault_sentence(entry)]
        yield _row([of, *cells] if of_a_club else cells)


def _fault_sentence(entry: list[Any] | None) -> tuple[str, str]:
    """Return an entry's mission and day, or a club record's kind and name."""
    if entry is None:
        return "", ""
    if len(entry) == 2:
        kind, facts = entry
        return f"{kind_label(kind)}: {facts.get('name') or facts.get('title')}", ""
    return str(entry[4]), str(entry[8])


def _row(cells: list[str]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer).writerow(escape_formula(cell) for cell in cells)
    return buffer.getvalue()
