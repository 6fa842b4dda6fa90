"""Tables as people keep them: titles, delimiters, words, emoji, durations, and cells that cannot be read."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from logbook.exchange.formats import cell_parsers, csv_tables, days, table_heads, unpacking
from logbook.exchange.formats.entries import ImportEntry, Unreadable
from logbook.exchange.formats.messages import message_text
from tests.exchange.files import TODAY, pieces, rows_of, zipped
from tests.exchange.reading_scenes import entries, faults, sentence

CASES = Path(__file__).parent / "cases"


def case(name: str) -> list[ImportEntry]:
    reads = rows_of((CASES / name).read_bytes(), "utf-8-sig")
    assert faults(reads) == []
    return entries(reads)


# --- the given files


def test_a_line_that_names_the_delimiter() -> None:
    assert [
        (one.mission, one.played_on, one.won, one.players, [who.person for who in one.attendees])
        for one in case("sep.csv")
    ] == [
        ("12", "2023-11-25", True, 2, ["Anna", "Bob"]),
        ("13", "2023-11-26", False, 2, ["Anna", "Bob"]),
    ]


def test_emoji_are_words() -> None:
    assert [(one.won, one.distress) for one in case("emoji.csv")] == [(True, False), (False, False), (True, True)]


def test_victory_and_defeat() -> None:
    assert [(one.won, one.distress) for one in case("victory.csv")] == [(True, False), (False, False), (True, True)]


def test_numbers_with_decimals() -> None:
    (entry,) = case("floats.csv")
    assert (entry.mission, entry.players, entry.minutes, entry.won) == ("12", 4, 25, True)


# --- heads


TITLES = (
    'The Crew – our logbook\n\nsince 2021,,,\n,,,\nMission,Date,Result,Players\n12,2023-11-25,won,"Anna, Bob"\n'
    '13,2023-11-26,lost,"Anna, Bob, Chloe"\n'
)


def test_titles_and_blank_lines_may_stand_above_the_header() -> None:
    found = entries(rows_of(TITLES.encode()))
    assert [(one.mission, one.won, one.players, len(one.attendees)) for one in found] == [
        ("12", True, 2, 2),
        ("13", False, 3, 3),
    ]


@pytest.mark.parametrize(
    ("table", "columns"),
    [
        (
            "Joueurs;Mission;Date;Résultat\nAnna, Bob;1;25/11/2023;gagné\n",
            {"people": 0, "mission": 1, "date": 2, "result": 3},
        ),
        ("Who,Mission,Date,Won\n4,1,2023-11-25,yes\n", {"players": 0, "mission": 1, "date": 2, "result": 3}),
        ("#,Mission,Date,Won\n1,12,2023-11-25,yes\n", {"mission": 1, "date": 2, "result": 3}),
        ("Game,Mission,Date,Won\n1,12,2023-11-25,yes\n", {"mission": 1, "date": 2, "result": 3}),
        ("Mission,Evening,Won\n12,25 Nov 2023,yes\n", {"mission": 0, "date": 1, "result": 2}),
        ("Mission,Date,How it went\n12,2023-11-25,✅\n13,2023-11-25,❌\n", {"mission": 0, "date": 1, "result": 2}),
        ("Mission,Played by,Played,Won\n12,Anna,2023-11-25,yes\n", {"mission": 0, "people": 1, "date": 2, "result": 3}),
    ],
)
def test_columns_are_guessed_by_what_they_hold(table: str, columns: dict[str, int]) -> None:
    assert csv_tables.glance(pieces(table.encode()), "utf-8").plan.columns == columns


def test_a_table_without_headers_loses_no_row() -> None:
    plan = csv_tables.glance(pieces(b"12,2023-11-25,won\n13,2023-11-26,lost\n"), "utf-8").plan
    assert (plan.has_header, plan.columns["date"], plan.columns["result"]) == (False, 1, 2)
    plan = csv_tables.Plan(",", {"mission": 0, "date": 1, "result": 2}, "planet-nine", has_header=False)
    reads = csv_tables.read(pieces(b"12,2023-11-25,won\n13,2023-11-26,lost\n"), "utf-8", plan, TODAY)
    assert [one.mission for one in entries(list(reads))] == ["12", "13"]


def test_a_sentence_has_no_head() -> None:
    with pytest.raises(Unreadable):
        table_heads.head_of(["only a sentence\n", "and another one\n"])


# --- cells


@pytest.mark.parametrize(
    "text",
    [
        "25 November 2023",
        "Nov 25, 2023",
        "November 25th, 2023",
        "Saturday, November 25, 2023",
        "25-Nov-23",
        "25 nov. 2023",
        "samedi 25 novembre 2023",
        "25. November 2023",
        "2023-Nov-25",
        "25 Nov 2023 20:30",
        "25.11.2023 20:30",
        "2023/11/25 20:30",
    ],
)
def test_days_with_names_of_months(text: str) -> None:
    assert days.day_of(text, "", TODAY).isoformat() == "2023-11-25"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("1er décembre 2023", "2023-12-01"),
        ("4 juil. 2023", "2023-07-04"),
        ("4 juin 2023", "2023-06-04"),
        ("12 août 2023", "2023-08-12"),
        ("3 févr. 2023", "2023-02-03"),
        ("3 Sept 2023", "2023-09-03"),
        ("5 de\u0301cembre 2023", "2023-12-05"),
    ],
)
def test_months_in_french(text: str, day: str) -> None:
    assert days.day_of(text, "", TODAY).isoformat() == day


@pytest.mark.parametrize("text", ["Nov 2023", "4 ju 2023", "4 Foo 2023", "November"])
def test_what_is_no_day_says_so(text: str) -> None:
    with pytest.raises(Unreadable) as refused:
        days.day_of(text, "", TODAY)
    assert refused.value.fault.code == "day-unreadable"


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        *[
            ("25", 25),
            ("25.0", 25),
            ("25,0", 25),
            ("25 min", 25),
            ("25'", 25),
            ("0:25", 25),
            ("00:25:00", 25),
            ("~25", 25),
        ],
        *[("1h05", 65), ("1 h 5 min", 65), ("1h", 60), ("90m", 90), ("1,5 h", 90), ("1:05", 65), ("2 hours", 120)],
        *[("n/a", None), ("–", None), ("", None)],
    ],
)
def test_durations(text: str, minutes: int | None) -> None:
    assert cell_parsers.minutes_of(text) == minutes


@pytest.mark.parametrize("text", ["19:30", "long", "h", "1000", "-5"])
def test_what_is_no_duration_says_so(text: str) -> None:
    with pytest.raises(Unreadable):
        cell_parsers.minutes_of(text)


@pytest.mark.parametrize("cell", ["n/a", "?", "–", "-", "N/A", "", "#N/A"])
def test_cells_that_say_nothing_cost_nothing(cell: str) -> None:
    row = ",".join(["12", "2023-11-25", "won", *[cell] * 5])
    reads = rows_of(f"mission,date,result,distress,players,minutes,attempts,captain\n{row}\n".encode())
    assert faults(reads) == []
    (entry,) = entries(reads)
    assert (entry.distress, entry.players, entry.minutes, entry.attendees) == (False, None, None, ())


OPTIONAL = "mission,date,result,distress,players,minutes,attempts,people,key\n"


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ("perhaps,,,,,", "“perhaps” is neither yes nor no for the distress signal."),
        (",12,,,,", "“12” isn’t a number of players from 2 to 5."),
        (",,19:30,,,", "“19:30” isn’t a number of minutes up to 999."),
        (",,,many,,", "“many” isn’t a number of attempts from 1 to 99."),
        (",,,,a; b; c; d; e; f,", "6 people are named, but at most 5 can play."),
        (",,,,,nonsense", "“nonsense” isn’t a valid key."),
        (",=A1,,,,", "“=A1” is a formula, which we don’t calculate. Save the sheet with values only."),
    ],
)
def test_an_unreadable_optional_cell_never_costs_the_row(cells: str, said: str) -> None:
    (read,) = rows_of(f"{OPTIONAL}12,2023-11-25,won,{cells}\n".encode())
    assert read.entry is not None
    assert (read.entry.mission, read.entry.won) == ("12", True)
    assert sentence(read) == f"{said} This cell is left out."


def test_each_cell_that_cannot_be_read_is_named() -> None:
    (read,) = rows_of(f"{OPTIONAL}12,2023-11-25,won,perhaps,12,,,,\n".encode())
    assert read.fault is not None
    assert message_text(read.fault.code, read.fault.params).count("This cell is left out.") == 2


# --- spreadsheets


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet", "content.xml": b"<x/>"}, "opendocument"),
        ({"[Content_Types].xml": b"<x/>", "xl/workbook.xml": b"<x/>"}, "workbook"),
        ({"Index/Document.iwa": b"x", "Metadata/Properties.plist": b"x"}, "workbook"),
    ],
)
def test_a_spreadsheet_has_its_own_sentence(files: dict[str, bytes], code: str) -> None:
    with pytest.raises(Unreadable) as refused:
        list(unpacking.unpacked(io.BytesIO(zipped(files))))
    assert refused.value.fault.code == code


def test_an_old_spreadsheet_has_its_sentence() -> None:
    with pytest.raises(Unreadable) as refused:
        unpacking.file_kind_of(pieces(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(64)))
    assert refused.value.fault.code == "workbook"
