"""Tables as CSV."""

from __future__ import annotations

from decimal import Decimal

from django.utils import translation
from django.utils.translation import gettext_lazy

from logbook.lib.csv_download import csv_download

ROWS = [("=SUM(A1)", -1), ("Corona, inc", 2.5), ("Aurora; b", Decimal("0.25"))]


def test_a_table_is_a_file_that_spreadsheets_open_without_computing() -> None:
    answer = csv_download("board", ("Crew", "Score"), ROWS)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="board.csv"'
    assert answer.getvalue() == '\ufeffCrew,Score\r\n\'=SUM(A1),-1\r\n"Corona, inc",2.5\r\nAurora; b,0.25\r\n'.encode()


def test_a_french_spreadsheet_uses_semicolons_and_decimal_commas() -> None:
    with translation.override("fr"):
        answer = csv_download("board", (gettext_lazy("Crew"), "Score"), ROWS)
    # The rows are read later, when the language of the thread may be another.
    assert answer.getvalue().decode("utf-8-sig").splitlines() == [
        "Équipage;Score",
        "'=SUM(A1);-1",
        "Corona, inc;2,5",
        '"Aurora; b";0,25',
    ]
