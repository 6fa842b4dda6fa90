"""The style in which spreadsheets of a language read CSV: French and German have semicolons and decimal commas."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from io import StringIO
from typing import Final

from logbook.lib.csv_escaping import escape_formula


@dataclass(frozen=True, slots=True)
class CsvStyle:
    """The delimiter of cells and the sign of decimals."""

    delimiter: str = ","
    decimal: str = "."

    def line(self, cells: Iterable[object]) -> str:
        """Return a row. Text may be a formula, and is escaped; numbers are none."""
        line = StringIO()
        csv.writer(line, delimiter=self.delimiter).writerow(map(self._cell, cells))
        return line.getvalue()

    def _cell(self, cell: object) -> object:
        if isinstance(cell, str):
            return escape_formula(cell)
        return str(cell).replace(".", self.decimal) if isinstance(cell, float | Decimal) else cell


NEUTRAL: Final = CsvStyle()
STYLES: Final[Mapping[str, CsvStyle]] = {"fr": CsvStyle(";", ","), "de": CsvStyle(";", ",")}


def style_of(language: str | None) -> CsvStyle:
    """Return the style of a language."""
    return STYLES.get((language or "").partition("-")[0], NEUTRAL)
