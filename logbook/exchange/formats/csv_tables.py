"""Reader of tables (CSV): ours, and other people's, whose columns are guessed from their headers."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from itertools import islice
from typing import Any, Final, TypeVar
from uuid import UUID

from logbook.exchange.formats import cell_parsers as parsers
from logbook.exchange.formats import days, own_tables
from logbook.exchange.formats.doubtful_names import people_in
from logbook.exchange.formats.entries import Attendee, Fault, ImportEntry, ReadEntry, Unreadable
from logbook.exchange.formats.game_names import game_of
from logbook.exchange.formats.table_heads import MOST_COLUMNS, head_of
from logbook.exchange.formats.text import BEYOND, STRANGE, Pieces, is_guessed, whole_lines
from logbook.lib.csv_escaping import is_formula, unescape_formula
from logbook.lib.names import name_key, plain

T = TypeVar("T")

COLUMNS: Final = (*own_tables.COLUMNS[:4], "attempts", *own_tables.COLUMNS[4:12], "key")
"""The possible meanings of a column."""
REQUIRED_ONE_OF: Final = tuple(name for name in COLUMNS if name not in ("game", "minutes", "note"))
"""Columns by which a row is recognised."""
SAMPLE: Final = 200
SAMPLE_LETTERS: Final = 1_000_000
"""The most letters of the lines that the preview reads: a line may be as long as the file."""
LONGEST_HEADER: Final = 80


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan to read a table: delimiter, meanings of columns (counted from 0), and values that no column holds."""

    delimiter: str
    columns: Mapping[str, int]
    game: str = ""
    day_order: days.DayOrder = ""
    days_doubtful: bool = False
    """Nothing decides whether days or months come first."""
    encoding: str = ""
    letters_doubtful: bool = False
    """The encoding is a guess, so letters beyond ASCII may be wrong."""
    rows_above: int = 0
    """The rows above the header that are not blank: titles, and the line of the delimiter."""
    has_header: bool = True


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
    head = head_of(list(_sample(_readable_lines(islice(whole_lines(pieces, encoding), SAMPLE)))))
    headers = tuple(cell[:LONGEST_HEADER] for cell in head.headers[:MOST_COLUMNS])
    ours = headers in own_tables.our_headers()
    known = {name: place for place, name in enumerate(own_tables.COLUMNS) if name in COLUMNS} if ours else head.columns
    columns = {name: place for name, place in known.items() if place < MOST_COLUMNS}
    dates = [row[columns["date"]] for row in head.rows if columns.get("date", len(row)) < len(row)]
    order = days.order_of_days(dates)
    doubtful = not order and any(days.is_ambiguous(day) for day in dates)
    plan = Plan(
        head.delimiter,
        columns,
        day_order=order or ("dmy" if doubtful else ""),
        days_doubtful=doubtful,
        encoding=encoding,
        letters_doubtful=is_guessed(encoding),
        rows_above=head.rows_above,
        has_header=head.has_header,
    )
    samples = tuple(tuple(cell[:60] for cell in row[:MOST_COLUMNS]) for row in head.rows[:5])
    return Glance(headers, samples, plan, ours=ours, columns=len(head.headers))


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


# --- reading


def read(pieces: Pieces, encoding: str, plan: Plan, today: date) -> Iterator[ReadEntry]:
    """Yield the rows of the table as entries. A faulty row yields its fault, and the next one is read."""
    lines = _Lines(whole_lines(pieces, encoding))
    rows = csv.reader(lines, delimiter=plan.delimiter, strict=True)
    width, above, counter = 0, plan.rows_above, _RowCounter()
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
        if not any(cell.strip("\ufeff \t\r\n") for cell in row):
            continue
        if above:
            above -= 1
            continue
        if not width:
            width = len(row)
            if plan.has_header:
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
        yield from _entries(at, _RowCells(row, plan), plan, counter, today)
    except Unreadable as error:
        yield ReadEntry(at, None, error.fault)


class _RowCells:
    """The cells of a row by their meaning, and what is said about those that cannot be read."""

    def __init__(self, row: list[str], plan: Plan) -> None:
        inside = {name: row[place] for name, place in plan.columns.items() if place < len(row)}
        self.text = {name: unescape_formula(cell).strip() for name, cell in inside.items()}
        self.formulas = frozenset(name for name, cell in inside.items() if len(cell.strip()) > 1 and is_formula(cell))
        self.faults: list[Fault] = []

    def required(self, name: str) -> str:
        """Return a cell without which there is no entry. Raises Unreadable: a formula's result is unknown."""
        cell = self.text.get(name, "")
        if name in self.formulas:
            raise Unreadable("formula", cell=cell[:40])
        return cell

    def optional(self, name: str, parse: Callable[[str], T], without: T) -> T:
        """Return a cell's value; if it cannot be read, report that and return the value without it."""
        try:
            return parse(self.required(name))
        except Unreadable as error:
            why = message_key(error.fault)
            self.faults.append(Fault("cell-lost", why))
            return without


def _entries(at: int, cells: _RowCells, plan: Plan, counter: _RowCounter, today: date) -> Iterator[ReadEntry]:
    game = _game(cells, plan)
    attempts, won = _attempts_and_result(cells, plan)
    ours = "key" in plan.columns
    no_attendees: tuple[Attendee, ...] = ()
    attendees = cells.optional("people", lambda text: _attendees(text, cells, ours=ours), no_attendees)
    players = cells.optional("players", _players, None)
    people = len(attendees) if ours else people_in(one.person for one in attendees)
    entry = ImportEntry(
        identity="",
        key=cells.optional("key", _key, ""),
        campaign=f"{game}/{cells.text.get('campaign', '')[:80]}",
        game=game,
        mission=parsers.mission_of(game, cells.required("mission")),
        won=won,
        distress=cells.optional("distress", _distress, False),
        players=players or (people if people >= parsers.FEWEST and not ours else None),
        played_on=days.day_of(_day(cells), plan.day_order, today).isoformat(),
        minutes=cells.optional("minutes", parsers.minutes_of, None) or None,
        note=clean_note(cells.text.get("note", ""))[:500],
        attendees=attendees,
        extra={},
    )
    # Count the row among equal rows only now, when no fault is possible any more.
    identity = counter.identity(game, cells.text)
    entry = entry._replace(identity=identity)
    fault = _together(
        [
            *_encoding_faults(cells.text, plan, counter),
            *cells.faults,
            *_faults(cells, entry, players, people, plan),
        ]
    )
    for number in range(1, attempts):
        failed = entry._replace(identity=f"{identity}/{number}", won=False, distress=False)
        yield ReadEntry(at, failed, fault)
    yield ReadEntry(at, entry, fault)


def _together(faults: list[Fault]) -> Fault | None:
    if len(faults) < 2:
        return faults[0] if faults else None
    return Fault("several", {"faults": [message_key(one) for one in faults]})


def message_key(fault: Fault) -> dict[str, Any]:
    """Return a fault as a parameter of another one."""
    return {"code": fault.code, "params": fault.params}


def _game(cells: _RowCells, plan: Plan) -> str:
    """Return the game that the row names, or that of the whole table. Raises Unreadable."""
    text = cells.required("game")
    if not text:
        return plan.game
    game = game_of(text)
    if not game:
        raise Unreadable("game", game=text[:80])
    return game


def _day(cells: _RowCells) -> str:
    text = cells.required("date")
    return "" if parsers.is_blank(text) else text


def _players(text: str) -> int | None:
    return parsers.number_of(text, "players", parsers.FEWEST, parsers.MOST)


def _distress(text: str) -> bool:
    return parsers.yes_or_no(text, "distress")


def _attempts_and_result(cells: _RowCells, plan: Plan) -> tuple[int, bool]:
    """Return how many attempts a row describes, and whether the last one was won. Raises Unreadable."""

    def attempts_of(text: str) -> int:
        return parsers.number_of(text, "attempts", 1, parsers.MOST_ATTEMPTS) or 1

    if "result" not in plan.columns:
        return attempts_of(cells.required("attempts")), True
    result = cells.required("result")
    if not result or (parsers.is_blank(result) and result != "-"):
        raise Unreadable("result-missing")
    return cells.optional("attempts", attempts_of, 1), parsers.yes_or_no(result, "result")


def _attendees(text: str, cells: _RowCells, *, ours: bool) -> tuple[Attendee, ...]:
    """Return the people of a row. Raises Unreadable."""
    signs = (";",) if ours else parsers.SEPARATORS
    captain = cells.optional("captain", _captain, "")
    substitutes = {name_key(name) for name in parsers.names_in(cells.required("substitutes"), signs)}
    names = list(parsers.names_in(text, signs))
    if captain and name_key(captain) not in set(map(name_key, names)):
        names.append(captain)
    people = len(names) if ours else people_in(names)
    if people > parsers.MOST:
        raise Unreadable("crowd", people=people)
    return tuple(Attendee(name, name_key(name) == name_key(captain), name_key(name) in substitutes) for name in names)


def _captain(text: str) -> str:
    return "" if parsers.is_blank(text) else plain(text)[:40]


def _key(text: str) -> str:
    if not text:
        return ""
    try:
        return str(UUID(text))
    except ValueError as error:
        raise Unreadable("key", key=text[:40]) from error


def _encoding_faults(cells: Mapping[str, str], plan: Plan, counter: _RowCounter) -> Iterator[Fault]:
    """Report a doubt once, at the first row with letters beyond ASCII."""
    if not plan.letters_doubtful or counter.letters_reported:
        return
    strange = next((cell for cell in cells.values() if not cell.isascii()), None)
    if strange is None:
        return
    counter.letters_reported = True
    first = BEYOND.search(strange)
    start = max(0, first.start() - 20) if first else 0
    yield Fault("letters-guessed", {"text": strange[start : start + 40], "encoding": plan.encoding.upper()})


def _faults(cells: _RowCells, entry: ImportEntry, players: int | None, people: int, plan: Plan) -> Iterator[Fault]:
    if "note" in cells.formulas:
        yield Fault("formula-note")
    if len(cells.text.get("note", "")) > 500:
        yield Fault("note-long")
    if plan.days_doubtful and days.is_ambiguous(cells.text["date"]):
        yield Fault("day-ambiguous", {"day": cells.text["date"], "read": entry.played_on})
    if players and people and players != people:
        yield Fault("players-differ", {"players": players, "people": people})


def clean_note(note: str) -> str:
    """Return a note without unprintable characters."""
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "", note.replace("\r\n", "\n")).strip()


def as_plan(value: dict[str, Any]) -> Plan:
    """Return a plan that travelled as JSON."""
    return Plan(**value)
