"""Head of a table: its delimiter, the row of its headers, and what its columns mean, by their headers and contents."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from logbook.exchange.formats.cell_parsers import WHOLE, is_blank
from logbook.exchange.formats.cell_words import LOST_CELLS, WON_CELLS
from logbook.exchange.formats.days import is_day
from logbook.exchange.formats.entries import Unreadable
from logbook.exchange.formats.game_names import game_of

Cells = Sequence[str]
COLUMN_BY_HEADER: Final[Mapping[str, tuple[str, ...]]] = {
    "campaign": (r"campaigns?|campagnes?|kampagnen?",),
    "game": (r"games?|jeux?|spiele?|title|titre|juego",),
    "mission": (
        r"missions?|mission (?:no|nr|number|n°|#|id|numéro).*",
        r"(?:no|nr|number|n°|#|num[ée]ro)\.? (?:of |de |der )?(?:la )?mission",
        r"level|niveau|#|no\.?|nr\.?|n°|num[ée]ro",
    ),
    "result": (
        r"results?|outcome|won|win|wins?/loss(?:es)?|w/l|success|victory|status|ergebnis|erfolg",
        r"r[ée]sultats?|r[ée]ussites?|r[ée]ussie?|gagn[ée]e?s?|victoire|issue",
    ),
    "attempts": (
        r"attempts?|tries|essais?|tentatives?|versuche?|(?:number|no\.?|nombre) .*(?:attempts|tries|essais|tentatives)",
    ),
    "distress": (r"distress.*|sos|signal.*|d[ée]tresse|notsignal|funkspruch",),
    "players": (
        r"players?|player count|joueu(?:rs?|ses?)|spieler(?:zahl)?",
        r"(?:number|no\.?|nombre|nb\.?|#) .*(?:players|joueurs)",
    ),
    "date": (r"dates?|day|when|played(?! (?:by|with)).*|jour|jou[ée]e? le|datum|gespielt(?! von).*|fecha",),
    "minutes": (
        r"minutes?|min\.?|duration.*|time(?: \(.*\))?|play ?time.*|length.*|dur[ée]e.*|dauer.*|zeit|temps(?: de jeu)?",
    ),
    "note": (r"notes?|comments?|remarks?|commentaires?|remarques?|notiz(?:en)?|kommentare?|bemerkung(?:en)?",),
    "people": (
        r"people|who(?! won).*|names?|crew|present|team|(?:played|gespielt) (?:by|with|von)|wer.*|namen|mitspieler",
        r"qui.*|noms?|participants?|personnes|pr[ée]sents?",
    ),
    "captain": (r"captain|commander|commandante?|capitaine|kapit[äa]n|kommandant",),
    "substitutes": (r"substitutes?|rempla[çc]ante?s?|ersatz",),
    "key": (r"key|cl[ée]",),
}
"""Headers of each meaning, the surer ones first."""
DELIMITERS: Final = (";", ",", "\t", "|")
SEPARATOR_LINE: Final = re.compile(r"\ufeff?\"?sep=(.)\"?[;,\s]*", re.IGNORECASE)
"""The line by which a spreadsheet program writes down the delimiter."""
MOST_ROWS_ABOVE: Final = 20
"""The most rows above the header: titles, and the line of the delimiter."""
MOST: Final = 0.6
"""The share of a column's cells that decides what it holds."""


MOST_COLUMNS: Final = 200
"""Columns beyond these are neither shown nor looked at: a table of so many is none of attempts."""


@dataclass(frozen=True, slots=True)
class TableHead:
    """A table's delimiter, its headers, and how many rows that are not blank stand above them."""

    delimiter: str
    headers: Cells
    has_header: bool
    rows_above: int
    rows: Sequence[Cells]
    """The rows below the headers, as far as the preview reads them."""
    columns: Mapping[str, int]


def head_of(lines: Sequence[str]) -> TableHead:
    """Return the head of the table that starts with these lines. Raises Unreadable where there are no columns."""
    match = next((SEPARATOR_LINE.fullmatch(line) for line in lines if line.strip("\ufeff \t\r\n")), None)
    delimiters = (match[1],) if match else DELIMITERS
    heads = [head for sign in delimiters if (head := _head_with(lines, sign)) is not None]
    if not heads:
        raise Unreadable("no-table")
    return max(heads, key=lambda head: (len(head.columns), _evenness(head)))


def _head_with(lines: Sequence[str], delimiter: str) -> TableHead | None:
    rows = [row for row in _leniently(lines, delimiter) if any(cell.strip("\ufeff \t\r\n") for cell in row)]
    tops = [(_meanings(row), -place) for place, row in enumerate(rows[:MOST_ROWS_ABOVE])]
    found, place = max(tops, default=(0, 0))
    if found < 2 and not (found and place == 0):
        place = -next((at for at, row in enumerate(rows[:MOST_ROWS_ABOVE]) if len(row) > 1), 0)
    at = -place
    if not rows or len(rows[at]) < 2:
        return None
    has_header = bool(found) or not any(is_day(cell) for cell in rows[at][:MOST_COLUMNS])
    labels, below = (_labels(rows[at]), rows[at + 1 :]) if has_header else ([""] * len(rows[at]), rows[at:])
    columns = columns_by_content(guessed_columns(labels), labels[:MOST_COLUMNS], below)
    return TableHead(delimiter, labels, has_header, at, below, columns)


def _meanings(row: Cells) -> int:
    """Return how many columns a row would name as a header; a row with a day is none."""
    near = row[:MOST_COLUMNS]
    return 0 if any(is_day(cell) for cell in near) else len(guessed_columns(_labels(near)))


def _labels(row: Cells) -> list[str]:
    return [cell.strip("\ufeff \t\r\n") for cell in row]


def _evenness(head: TableHead) -> float:
    """Return how much the rows look like a table: the share of those that are as wide as the headers."""
    rows = [row for row in head.rows if row]
    even = sum(len(row) == len(head.headers) for row in rows) / len(rows) if rows else 1.0
    return even + min(len(head.headers), 20) / 100


def _leniently(lines: Sequence[str], delimiter: str) -> list[list[str]]:
    try:
        return list(csv.reader(lines, delimiter=delimiter))
    except csv.Error:
        return [line.split(delimiter) for line in lines]


def guessed_columns(headers: Sequence[str]) -> dict[str, int]:
    """Return the columns' meanings, guessed from the header; each meaning at most once, by its surest header."""
    columns: dict[str, int] = {}
    labels = [re.sub(r"[_\s]+", " ", header).strip(" :?*").casefold() for header in headers[:MOST_COLUMNS]]
    for name, patterns in COLUMN_BY_HEADER.items():
        for pattern in patterns:
            for place, label in enumerate(labels):
                if name not in columns and place not in columns.values() and re.fullmatch(pattern, label):
                    columns[name] = place
    return columns


# --- contents


def columns_by_content(columns: Mapping[str, int], headers: Cells, rows: Sequence[Cells]) -> dict[str, int]:
    """Return the meanings, corrected by what the columns hold: "Players" may hold names, "Game" a number."""
    found = dict(columns)
    _swap_if(found, rows, "players", "people", lambda cell: not WHOLE.fullmatch(cell) and _has_letter(cell))
    _swap_if(found, rows, "people", "players", lambda cell: WHOLE.fullmatch(cell) is not None)
    if "game" in found and _mostly(rows, found["game"], lambda cell: not game_of(cell)):
        del found["game"]
    if "date" not in found or _mostly(rows, found["date"], lambda cell: not is_day(cell)):
        _find(found, headers, rows, "date", is_day)
    if not {"result", "attempts"} & found.keys():
        _find(found, headers, rows, "result", _is_result)
    return found


def _swap_if(found: dict[str, int], rows: Sequence[Cells], name: str, other: str, test: Callable[[str], bool]) -> None:
    """Give a column the other meaning, if no column has it and most cells of this one pass the test."""
    if name in found and other not in found and _mostly(rows, found[name], test):
        found[other] = found.pop(name)


def _find(found: dict[str, int], headers: Cells, rows: Sequence[Cells], name: str, test: Callable[[str], bool]) -> None:
    """Give the meaning to the first column without one whose cells mostly pass the test."""
    free = [place for place in range(len(headers)) if place not in found.values()]
    place = next((place for place in free if _mostly(rows, place, test)), None)
    if place is not None:
        found[name] = place


def _mostly(rows: Sequence[Cells], place: int, test: Callable[[str], bool]) -> bool:
    cells = [row[place].strip() for row in rows if place < len(row) and not is_blank(row[place])]
    return bool(cells) and sum(map(test, cells)) >= MOST * len(cells)


def _has_letter(cell: str) -> bool:
    return any(sign.isalpha() for sign in cell)


def _is_result(cell: str) -> bool:
    """Return whether a cell can only be a result: marks and single letters may be anything."""
    word = cell.casefold()
    return word in WON_CELLS | LOST_CELLS and (len(word) > 2 or not word.isascii())
