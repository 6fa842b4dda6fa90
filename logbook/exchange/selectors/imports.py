"""Selectors of imports: progress, doubts, and the people of the file."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, Final

from django.core.paginator import Page
from django.db.models import QuerySet
from django.utils import translation
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from logbook.campaigns.models import Campaign
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.selectors.namesakes import labels_of_members
from logbook.exchange.formats import csv_tables, unpacking
from logbook.exchange.formats.entries import Unreadable
from logbook.exchange.formats.messages import message_text
from logbook.exchange.formats.text import CHOICES
from logbook.exchange.import_suggestions import (
    NEW,
    PARTS,
    UNDECIDED,
    names_of_crew,
    suggested_campaigns,
    suggested_people,
)
from logbook.exchange.models import Import
from logbook.exchange.selectors.club_imports import ClubImport, club_import, kind_label
from logbook.exchange.selectors.import_lines import (
    AskedQuestion,
    LinePreview,
    asked_questions,
    line_facts,
    lines_preview,
    names_in_file,
    rows_of,
)
from logbook.lib.csv_style import style_of
from logbook.lib.lists import labelled
from logbook.rounds import text

MOST_FAULTS: Final = 50
RECENT: Final = 10
MOST_QUESTIONS: Final = 400
"""The most people, and the most campaigns, in the form; those with the fewest entries are imported as suggested."""
MOST_OPTIONS: Final = 6_000
"""The most options of all questions together: of many people each has few, so that no page is a product of two."""
FEWEST_OPTIONS: Final = 12
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
    hint: str = ""
    """The reason why the name is asked about, if it may be several people or have broken letters."""


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
    """The first doubts, without those that are asked about."""
    doubts_total: int
    people: tuple[Question, ...]
    people_left: int
    """The number of people beyond the form's limit."""
    names_shown: int
    """The number of the crew's names in each person's list; 0 if it has all of them."""
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
    asked: tuple[AskedQuestion, ...]
    """The lines whose text leaves something open."""
    lines: Page[LinePreview] | None
    """The lines as they will be, a page of them; of a crew's file only."""
    plays_read: int
    plays_total: int
    """The number of plays that a file of BoardGameGeek holds, and that the site has; both 0 if it holds all."""

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


def import_page(job: Import, posted: Mapping[str, str] | None = None, page: str = "") -> ImportPage:
    """Return an import's page, for a member of the crew: with what they posted, and with that page of its lines."""
    posted = posted or {}
    is_ready = job.state == Import.State.WAITING
    of_a_club = job.kind == Import.Kind.CLUB
    is_read = job.state in (Import.State.WAITING, Import.State.DONE)
    wrong, doubts = _faults(job) if is_read else ((), ())
    code, params = job.fault or ("", {})
    campaigns = Campaign.objects.filter(pk__in=job.resolved.get("campaigns", {}).values())
    people = _people(job, posted) if is_ready and not of_a_club else _NO_PEOPLE
    plays_read, plays_total = job.findings.get("plays", (0, 0)) if is_ready else (0, 0)
    return ImportPage(
        job=job,
        wrong=wrong,
        doubts=doubts,
        doubts_total=job.doubtful - sum(one["entries"] for one in job.findings.get("asked", ()) if is_ready),
        people=people.questions,
        people_left=people.left,
        names_shown=people.names_shown,
        campaigns=tuple(_campaigns(job, posted)) if is_ready and not of_a_club else (),
        unmarked=job.findings.get("unmarked", 0) if is_ready else 0,
        shared_lengths=job.findings.get("shared_lengths", 0) if is_ready else 0,
        refused=message_text(code, params) if code else "",
        made_campaigns=tuple(campaigns.order_by("name")) if job.state == Import.State.DONE else (),
        without_photo=_sum(job, "without_photo") if is_ready else 0,
        tables_left=_sum(job, "tables_left") if is_ready else 0,
        club=club_import(job) if of_a_club else None,
        asked=asked_questions(job, posted) if is_ready else (),
        lines=lines_preview(job, page) if is_ready and not of_a_club else None,
        plays_read=plays_read if plays_total > plays_read else 0,
        plays_total=plays_total if plays_total > plays_read else 0,
    )


def _sum(job: Import, name: str) -> int:
    """Return a count, with those of a club's crews."""
    rows = [job.findings, *job.children.values_list("findings", flat=True)]
    return sum(int(sums.get(name, 0)) for sums in rows)


def _faults(job: Import) -> tuple[tuple[FaultRow, ...], tuple[FaultRow, ...]]:
    """Return the first faults, and the first doubts."""
    faults: dict[str, list[FaultRow]] = {"wrong": [], "doubt": []}
    asked = {one["row"] for one in job.findings.get("asked", ()) if job.state == Import.State.WAITING}
    for of, row, _entry, fault, verdict in rows_of(job):
        entries = faults.get(verdict)
        if entries is not None and len(entries) < MOST_FAULTS and fault and row not in asked:
            entries.append(FaultRow(row, message_text(*fault), of))
        if len(faults["wrong"]) >= min(MOST_FAULTS, job.wrong) and len(faults["doubt"]) >= min(
            MOST_FAULTS, job.doubtful
        ):
            break
    return tuple(faults["wrong"]), tuple(faults["doubt"])


# --- people


@dataclass(frozen=True, slots=True)
class _People:
    questions: tuple[Question, ...]
    left: int
    names_shown: int


_NO_PEOPLE: Final = _People((), 0, 0)


def _people(job: Import, posted: Mapping[str, str]) -> _People:
    """Return the people with entries, those with the most first, and as many of the crew's names for each as fit."""
    labels, suggested = _labels(job), suggested_people(job)
    suggested |= chosen_in(job, "people", posted)
    people = sorted(enumerate(job.findings["people"]), key=lambda one: -one[1][2])
    asked = [(number, one) for number, one in people if one[2]]
    most = max(FEWEST_OPTIONS, MOST_OPTIONS // max(1, len(asked[:MOST_QUESTIONS])))
    names = _Names(labels, most)
    parts = _names_of_parts(job)
    questions = tuple(_question(number, one, names, suggested, parts) for number, one in asked[:MOST_QUESTIONS])
    return _People(questions, len(asked[MOST_QUESTIONS:]), most if len(labels) > most else 0)


def _names_of_parts(job: Import) -> dict[str, tuple[str, ...]]:
    """Return the names that a name may mean instead, by its reference."""
    names = names_in_file(job)
    return {ref: tuple(names[part] for part in parts) for ref, parts in job.findings.get("parts", {}).items()}


def _question(
    number: int, one: Sequence[Any], names: _Names, suggested: Mapping[str, str], parts: Mapping[str, tuple[str, ...]]
) -> Question:
    ref, name, entries, _key = one
    others = parts.get(ref, ())
    options = [
        *([Option(UNDECIDED, _("Choose"))] if suggested[ref] == UNDECIDED else []),
        *([_option_of_parts(others)] if others else []),
        *names.options_for(name, suggested[ref]),
        Option(NEW, _("new guest: %(name)s") % {"name": name}),
        Option(NOBODY, _("leave this name out")),
    ]
    return Question(
        name, f"person-{number}", entries, tuple(options), suggested[ref], hint=_hint(suggested[ref], others)
    )


def _option_of_parts(parts: tuple[str, ...]) -> Option:
    if len(parts) == 1:
        return Option(PARTS, _("the same person as %(name)s") % {"name": parts[0]})
    label = ngettext("%(people)s person: %(names)s", "%(people)s people: %(names)s", len(parts))
    return Option(PARTS, label % {"people": len(parts), "names": ", ".join(parts)})


def _hint(suggestion: str, parts: tuple[str, ...]) -> str:
    if suggestion == UNDECIDED:
        return _("Several people in this crew have this name.")
    if len(parts) == 1:
        return _("Some of its letters look wrong.")
    return _("This may be several people.") if parts else ""


class _Names:
    """The names of a crew, and those of them that a list of limited length shows."""

    def __init__(self, labels: Mapping[str, str], most: int) -> None:
        self._options = [Option(value, label) for value, label in labels.items()]
        self._by_value = {option.value: option for option in self._options}
        self._most = most
        self._by_name = sorted((option.label.casefold(), option.value) for option in self._options)

    def options_for(self, name: str, suggested: str) -> list[Option]:
        """Return all names if they fit; else the suggestion, those next to the name in the alphabet, then the first."""
        if len(self._options) <= self._most:
            return self._options
        place = bisect(self._by_name, (name.casefold(), ""))
        similar = self._by_name[max(0, place - self._most // 6) : place + self._most // 3]
        values = [suggested, *(value for _label, value in similar), *self._by_value]
        shown = islice((value for value in dict.fromkeys(values) if value in self._by_value), self._most)
        return [self._by_value[value] for value in shown]


def _labels(job: Import) -> dict[str, str]:
    """Return the labels of the crew's current members, then its former ones, then its guests; namesakes differ."""
    crew_id, guest = job.crew_number, _("%(name)s (guest)")
    names = names_of_crew(crew_id) | labels_of_members(CrewMember.objects.filter(crew=crew_id), you=job.by_id)
    today = CrewMember.objects.filter(crew=crew_id, left_at=None).order_by("joined_at", "pk")
    first = {value: names[value] for value in (f"player:{pk}" for pk in today.values_list("player", flat=True))}
    rest = {value: guest % {"name": name} if value.startswith("guest:") else name for value, name in names.items()}
    return first | {value: label for value, label in rest.items() if value not in first}


def _campaigns(job: Import, posted: Mapping[str, str]) -> Iterator[Question]:
    """Yield the first campaigns of the file, and as many of the crew's for each as fit."""
    suggested = suggested_campaigns(job)
    asked = [(number, one) for number, one in enumerate(job.findings["campaigns"]) if one[0] in suggested]
    most = max(FEWEST_OPTIONS, MOST_OPTIONS // max(1, len(asked[:MOST_QUESTIONS])))
    for number, (ref, game, name, entries, _key) in asked[:MOST_QUESTIONS]:
        value, fitting = suggested[ref].value, suggested[ref].fitting
        shown = [one for place, one in enumerate(fitting) if place < most or value == f"campaign:{one.pk}"]
        options = [Option(f"campaign:{one.pk}", one.name) for one in shown]
        new = Option(NEW, _("new campaign: %(name)s") % {"name": name or text.game_name(game)})
        chosen = posted.get(f"campaign-{number}", value)
        yield Question(name, f"campaign-{number}", entries, (*options, new), chosen, game)


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
    """The reason why the chosen encoding shows no table."""

    @property
    def columns_left(self) -> int:
        """The number of columns beyond those that can have a meaning."""
        return self.glance.columns - len(self.glance.headers)


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
    """Return the outcome of each place of the file, as CSV in the current language."""
    return _report(job, get_language() or "")


def _report(job: Import, language: str) -> Iterator[str]:
    style, of_a_club, names = style_of(language), job.kind == Import.Kind.CLUB, names_in_file(job)
    with translation.override(language):
        verdicts, header = _verdicts(job), _report_header()
        start = "\ufeff" + style.line([_("crew"), *header] if of_a_club else header)
    yield start
    for of, row, entry, fault, verdict in rows_of(job):
        # Not around the loop: between two lines, others have the language.
        with translation.override(language):
            cells = [str(row), verdicts[verdict], message_text(*fault) if fault else "", *_facts(entry, names)]
        yield style.line([of, *cells] if of_a_club else cells)


def _verdicts(job: Import) -> dict[str, str]:
    is_done = job.state == Import.State.DONE
    return {
        "good": _("imported") if is_done else _("will be imported"),
        "doubt": _("imported with a warning") if is_done else _("with a warning"),
        "wrong": _("skipped"),
        "present": _("already here"),
        "taken": _("already here"),
    }


def _report_header() -> list[str]:
    header = [_("line"), _("status"), _("reason"), _("mission"), _("date")]
    return [*header, _("result"), _("distress signal"), _("people")]


def _facts(entry: list[Any] | None, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return an entry's mission, day, result, signal and people, or a club record's kind and name."""
    if entry is None:
        return ()
    if len(entry) == 2:
        kind, facts = entry
        return (labelled(kind_label(kind), facts.get("name") or facts.get("title")),)
    line = line_facts(entry, names)
    return line.mission, line.day, line.result, line.signal, ", ".join(line.people)
