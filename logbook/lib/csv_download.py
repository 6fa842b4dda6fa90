"""A table as a CSV file to download, in the reader's language: its spreadsheet opens it, and no cell is a formula."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.utils.functional import Promise
from django.utils.translation import get_language

from logbook.lib.csv_style import CsvStyle, style_of
from logbook.lib.responses import Download


def csv_download(name: str, header: Sequence[str | Promise], rows: Iterable[Sequence[object]]) -> Download:
    """Return the download of a table: `name` is the file's, without its ending. Rows are read while they are sent."""
    words = [str(word) for word in header]  # Now: later, while the rows are sent, the language may be another.
    return Download(_pieces(style_of(get_language()), words, rows), f"{name}.csv", "text/csv; charset=utf-8")


def _pieces(style: CsvStyle, header: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[bytes]:
    # The byte order mark tells spreadsheets that it is UTF-8.
    yield b"\xef\xbb\xbf" + style.line(header).encode()
    for row in rows:
        yield style.line(row).encode()
