"""A table as a CSV file to download: every spreadsheet opens it, and no cell is a formula."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

from logbook.lib.csv_escaping import escape_formula
from logbook.lib.responses import Download


def csv_download(name: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> Download:
    """Return the download of a table: `name` is the file's, without its ending. Rows are read while they are sent."""
    return Download(_pieces(header, rows), f"{name}.csv", "text/csv; charset=utf-8")


def _pieces(header: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[bytes]:
    # The byte order mark tells spreadsheets that it is UTF-8.
    yield b"\xef\xbb\xbf" + _line(header)
    for row in rows:
        yield _line(row)


def _line(cells: Sequence[object]) -> bytes:
    """Return a row. Text may be a formula, and is escaped; numbers are none."""
    line = StringIO()
    csv.writer(line).writerow(escape_formula(cell) if isinstance(cell, str) else cell for cell in cells)
    return line.getvalue().encode()
