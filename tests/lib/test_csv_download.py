"""Tables as CSV."""

from __future__ import annotations

from logbook.lib.csv_download import csv_download


def test_a_table_is_a_file_that_spreadsheets_open_without_computing() -> None:
    answer = csv_download("board", ("Crew", "Score"), [("=SUM(A1)", -1), ("Corona, inc", 2.5)])
    assert answer.headers["Content-Disposition"] == 'attachment; filename="board.csv"'
    assert answer.getvalue() == '\ufeffCrew,Score\r\n\'=SUM(A1),-1\r\n"Corona, inc",2.5\r\n'.encode()
