"""Reader of tables (CSV): ours, and other people's, whose columns are guessed from their headers."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import islice
from typing import Any, Final
from uuid import UUID

from logbook.exchange.formats import cell_parsers as parsers
from logbook.exchange.formats.entries import Attendee, Fault, ImportEntry, ReadEntry, Unreadable
from logbook.exchange.formats.game_names import game_of
from logbook.exchange.formats.text import BEYOND, STRANGE, Pieces, is_guessed, whole_lines
from logbook.lib.csv_escaping import is_formula, unescape_formula

HEADER: Final = (
    *("campaign", "game", "mission", "result", "distress", "players", "date", "minutes", "note"),
    *("people", "captain", "substitutes", "source", "key"),
)
"""The columns of our own tables."""
COLUMNS: Final = (*HEADER[:4], "attempts", *HEADER[4:12], "key")
"""The possible meanings of a column."""
COLUMN_BY_HEADER: Final[Mapping[str, str]] = {
    "campaign": r"campaigns?|campagnes?|kampagnen?",
    "game": r"games?|jeux?|spiele?|title|titre|juego",
    "mission": r"missions?|mission (?:no|nr|number|n°|#).*|level|niveau|#|no\.?|nr\.?|num[ée]ro",
    "result": r"results?|outcome|won|win|success|status|r[ée]sultat|r[ée]ussite|r[ée]ussi|gagn[ée]e?|ergebnis|erfolg",
    "attempts": r"attempts?|tries|essais?|tentatives?|versuche?|(?:number|no\.?|nombre) .*(?:attempts|tries|essais)",
    "distress": r"distress.*|sos|signal.*|d[ée]tresse|notsignal|funkspruch",
    "players": r"players?|player count|(?:number|no\.?|nombre|#) .*(?:players|joueurs)|joueurs?|spieler(?:zahl)?",
    "date": r"dates?|day|when|played.*|jour|datum|gespielt.*|fecha",
    "minutes": r"minutes?|min|duration.*|time|length|dur[ée]e|dauer|zeit",
    "note": r"notes?|comments?|remarks?|commentaires?|remarques?|notiz(?:en)?|kommentare?|bemerkung(?:en)?",
    "people": r"people|who.*|names?|crew|present|team|qui.*|noms?|participants?|personnes|wer.*|namen|mitspieler",
    "captain": r"captain|commander|commandant|capitaine|kapit[äa]n|kommandant",
    "substitutes": r"substitutes?|rempla[çc]ants?|ersatz",
    "key": r"key",
}
REQUIRED_ONE_OF: Final = tuple(name for name in COLUMNS if name not in ("game", "minutes", "note"))
"""Columns by which a row is recognised."""
DELIMITERS: Final = (";", ",", "\t", "|")
SAMPLE: Final = 200
SAMPLE_LETTERS: Final = 1_000_000
"""The most letters of the lines that the preview reads: a line may be as long as the file."""
MOST_COLUMNS: Final = 200
"""The columns that can have a meaning; the page has a list of them for each meaning."""
LONGEST_HEADER: Final = 80


@dataclass(frozen=True, slots=True)
class Plan:
    """How a table is read: its delimiter, its columns' meanings (counted from 0), and values that no column holds."""

    delimiter: str
    columns: Mapping[str, int]
    game: str = ""
    day_order: parsers.DayOrder = ""
    days_doubtful: bool = False
    """Nothing decides whether days or months come first."""
    encoding: str = ""
    letters_doubtful: bool = False
    """The encoding is a guess, so letters beyond ASCII may be wrong."""


@dataclass(frozen=True, slots=True)
class Glance:
    """Preview of a table: its headers, some rows, and the plan by which it would be read."""

    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    plan: Plan
    ours: bool
    columns: int
    """The number of columns, those beyond MOST_COLUMNS included."""


@dataclass(slots=True)
class _RowCounter:
    """Counter of equal rows: two failed attempts of one evening may look alike."""

    counts: Counter[int] = field(default_factory=Counter)
    letters_reported: bool = False

    def identity(self, game: str, cells: Mapping[str, str]) -> str:
        """Return what recognises a row in a later import, where a column was added or a note changed."""
        content = "\x1f".join(f"{name}={cells[name]}" for name in REQUIRED_ONE_OF if cells.get(name))
        content = f"{game}\x1f{content}"
        number = self.counts[hash(content)]
        self.counts[hash(content)] += 1
        return f"csv:{content}" + (f"\x1e{number}" if number else "")


# --- preview


def glance(pieces: Pieces, encoding: str) -> Glance:
    """Return the preview of a table. Raises Unreadable."""
    lines = list(_sample(_readable_lines(islice(whole_lines(pieces, encoding), SAMPLE))))
    delimiter = max(DELIMITERS, key=lambda sign: (_evenness(lines, sign), -DELIMITERS.index(sign)))
    rows = [row for row in _leniently(lines, delimiter) if any(cell.strip() for cell in row)]
    if not rows or len(rows[0]) < 2:
        raise Unreadable("no-table")
    headers = tuple(cell.strip().lstrip("\ufeff")[:LONGEST_HEADER] for cell in rows[0][:MOST_COLUMNS])
    columns = guessed_columns(headers)
    days = [row[columns["date"]] for row in rows[1:] if columns.get("date", len(row)) < len(row)]
    order = parsers.order_of_days(days)
    doubtful = not order and any(parsers.is_ambiguous(day) for day in days)
    plan = Plan(
        delimiter,
        columns,
        day_order=order or ("dmy" if doubtful else ""),
        days_doubtful=doubtful,
        encoding=encoding,
        letters_doubtful=is_guessed(encoding),
    )
    samples = tuple(tuple(cell[:60] for cell in row[:MOST_COLUMNS]) for row in rows[1:6])
    return Glance(headers, samples, plan, ours=headers == HEADER, columns=len(rows[0]))


def _sample(lines: Iterator[str]) -> Iterator[str]:
    """Yield lines until they have enough letters, and of the last one only so many."""
    left = SAMPLE_LETTERS
    for line in lines:
        yield line[:left]
        left -= len(line)
        if left <= 0:
            return


def _readable_lines(lines: Iterator[str]) -> Iterator[str]:
    """Yield the lines before the first unreadable one: the fault is reported when the table is read."""
    try:
        yield from (STRANGE.sub("\ufffd", line.replace("\0", "")) for line in lines)
    except Unreadable:
        return


def _evenness(lines: list[str], delimiter: str) -> float:
    """Return how much the lines look like a table with this delimiter: the share as wide as the first, if that has
    columns.
    """
    widths = [len(row) for row in _leniently(lines, delimiter) if row]
    if not widths or widths[0] < 2:
        return 0.0
    return widths.count(widths[0]) / len(widths) + min(widths[0], 20) / 100


def _leniently(lines: list[str], delimiter: str) -> list[list[str]]:
    try:
        return list(csv.reader(lines, delimiter=delimiter))
    except csv.Error:
        return [line.split(delimiter) for line in lines]


def guessed_columns(headers: Sequence[str]) -> dict[str, int]:
    """Return the columns' meanings, guessed from the header; each meaning at most once."""
    columns: dict[str, int] = {}
    for name, pattern in COLUMN_BY_HEADER.items():
        for place, header in enumerate(headers):
            label = re.sub(r"[_\s]+", " ", header).strip(" :?*").casefold()
            if name not in columns and place not in columns.values() and re.fullmatch(pattern, label):
                columns[name] = place
    return columns


# --- reading


def read(pieces: Pieces, encoding: str, plan: Plan, today: date) -> Iterator[ReadEntry]:
    """Yield the rows of the table as entries. A faulty row yields its fault, and the next one is read."""
    lines = _Lines(whole_lines(pieces, encoding))
    rows = csv.reader(lines, delimiter=plan.delimiter, strict=True)
    width, counter = 0, _RowCounter()
    while True:
        at = rows.line_num + 1
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            yield ReadEntry(at, None, _broken(error))
            continue
        except Unreadable as error:
            yield ReadEntry(at, None, error.fault)
            return
        if not any(cell.strip() for cell in row):
            continue
        if not width:
            width = len(row)
            continue
        yield from _read_row(at, row, width, plan, counter, today, is_cut=lines.is_cut)


class _Lines:
    """The lines of a table, and whether the last one lacks a line end."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines, self.is_cut = lines, False

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = next(self._lines)
        self.is_cut = not line.endswith(("\n", "\r"))
        return line.replace("\0", "") if "\0" in line else line


def _broken(error: csv.Error) -> Fault:
    return Fault("quote-open") if "end of data" in str(error) or "field larger" in str(error) else Fault("row-broken")


def _read_row(
    at: int, row: list[str], width: int, plan: Plan, counter: _RowCounter, today: date, *, is_cut: bool
) -> Iterator[ReadEntry]:
    try:
        if len(row) < width and is_cut:
            raise Unreadable("row-cut", cells=len(row), width=width)
        if any(cell.strip() for cell in row[width:]):
            raise Unreadable("row-long", cells=len(row), width=width)
        if any(not cell.isascii() and STRANGE.search(cell) for cell in row):
            raise Unreadable("no-letters")
        cells = {name: unescape_formula(row[place]).strip() for name, place in plan.columns.items() if place < len(row)}
        formulas = [row[place] for place in plan.columns.values() if place < len(row) and is_formula(row[place])]
        yield from _entries(at, cells, formulas, plan, counter, today)
    except Unreadable as error:
        yield ReadEntry(at, None, error.fault)


def _entries(
    at: int, cells: Mapping[str, str], formulas: Sequence[str], plan: Plan, counter: _RowCounter, today: date
) -> Iterator[ReadEntry]:
    game = plan.game
    if "game" in plan.columns and cells.get("game"):
        game = game_of(cells["game"])
        if not game:
            raise Unreadable("game", game=cells["game"][:80])
    _refuse_formulas(formulas, cells.get("note", ""))
    attempts, won = _attempts_and_result(cells, plan)
    ours = "key" in plan.columns
    attendees = _attendees(cells, (";",) if ours else parsers.SEPARATORS)
    players = parsers.number_of(cells.get("players", ""), "players", parsers.FEWEST, parsers.MOST)
    entry = ImportEntry(
        identity="",
        key=_key(cells.get("key", "")),
        campaign=f"{game}/{cells.get('campaign', '')[:80]}",
        game=game,
        mission=parsers.mission_of(game, cells.get("mission", "")),
        won=won,
        distress=bool(cells.get("distress")) and parsers.yes_or_no(cells["distress"], "distress"),
        players=players or (len(attendees) if len(attendees) >= parsers.FEWEST and not ours else None),
        played_on=parsers.day_of(cells.get("date", ""), plan.day_order, today).isoformat(),
        minutes=parsers.number_of(cells.get("minutes", ""), "minutes", 0, parsers.LONGEST_MINUTES) or None,
        note=clean_note(cells.get("note", ""))[:500],
        attendees=attendees,
        extra={},
    )
    # Count the row among equal rows only now, when no fault is possible any more.
    identity = counter.identity(game, cells)
    entry = entry._replace(identity=identity)
    fault = _encoding_fault(cells, plan, counter) or _fault(cells, formulas, entry, players, plan)
    for number in range(1, attempts):
        failed = entry._replace(identity=f"{identity}/{number}", won=False, distress=False)
        yield ReadEntry(at, failed, fault)
    yield ReadEntry(at, entry, fault)


def _attempts_and_result(cells: Mapping[str, str], plan: Plan) -> tuple[int, bool]:
    """Return how many attempts a row describes, and whether the last one was won."""
    attempts = parsers.number_of(cells.get("attempts", ""), "attempts", 1, parsers.MOST_ATTEMPTS) or 1
    if "result" in plan.columns:
        if not cells.get("result"):
            raise Unreadable("result-missing")
        return attempts, parsers.yes_or_no(cells["result"], "result")
    return attempts, True


def _attendees(cells: Mapping[str, str], signs: Sequence[str]) -> tuple[Attendee, ...]:
    captain = " ".join(cells.get("captain", "").split())[:40]
    substitutes = {name.casefold() for name in parsers.names_in(cells.get("substitutes", ""), signs)}
    names = list(parsers.names_in(cells.get("people", ""), signs))
    folded = {name.casefold() for name in names}
    if captain and captain.casefold() not in folded:
        names.append(captain)
    if len(names) > parsers.MOST:
        raise Unreadable("crowd", people=len(names))
    return tuple(
        Attendee(name, name.casefold() == captain.casefold(), name.casefold() in substitutes) for name in names
    )


def _key(text: str) -> str:
    if not text:
        return ""
    try:
        return str(UUID(text))
    except ValueError as error:
        raise Unreadable("key", key=text[:40]) from error


def _refuse_formulas(formulas: Sequence[str], note: str) -> None:
    """Refuse formulas: their result in a spreadsheet is unknown. A note keeps its formula as text."""
    for cell in formulas:
        if cell.strip() != note:
            raise Unreadable("formula", cell=cell.strip()[:40])


def _encoding_fault(cells: Mapping[str, str], plan: Plan, counter: _RowCounter) -> Fault | None:
    """Report a doubt once, at the first row with letters beyond ASCII."""
    if not plan.letters_doubtful or counter.letters_reported:
        return None
    strange = next((cell for cell in cells.values() if not cell.isascii()), None)
    if strange is None:
        return None
    counter.letters_reported = True
    first = BEYOND.search(strange)
    start = max(0, first.start() - 20) if first else 0
    return Fault("letters-guessed", {"text": strange[start : start + 40], "encoding": plan.encoding.upper()})


def _fault(
    cells: Mapping[str, str], formulas: Sequence[str], entry: ImportEntry, players: int | None, plan: Plan
) -> Fault | None:
    if formulas:
        return Fault("formula-note")
    if len(cells.get("note", "")) > 500:
        return Fault("note-long")
    if plan.days_doubtful and parsers.is_ambiguous(cells["date"]):
        return Fault("day-ambiguous", {"day": cells["date"], "read": entry.played_on})
    if players and entry.attendees and players != len(entry.attendees):
        return Fault("players-differ", {"players": players, "people": len(entry.attendees)})
    return None


def clean_note(note: str) -> str:
    """Return a note without unprintable characters."""
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "", note.replace("\r\n", "\n")).strip()


def as_plan(value: dict[str, Any]) -> Plan:
    """Return a plan that travelled as JSON."""
    return Plan(**value)
