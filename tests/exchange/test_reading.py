"""Readers of files: the results of each format, and its faults. No database."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logbook.exchange.formats import csv_tables, json_pieces, table_heads
from logbook.exchange.formats.entries import Unreadable
from logbook.exchange.formats.text import encoding_of
from logbook.lib.csv_escaping import escape_formula, is_formula, unescape_formula
from tests.exchange.files import HEADER, pieces, rows_of
from tests.exchange.reading_scenes import entries, faults, sentence

# --- encodings


@pytest.mark.parametrize(
    ("encoding", "told"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8-sig"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("utf-32", "utf-32"),
        ("cp1252", "cp1252"),
    ],
)
def test_encodings_are_guessed(encoding: str, told: str) -> None:
    text = HEADER + "4,2024-03-31,oui,non,4,Zoé; Ben,réussie – enfin\n"
    content = text.encode(encoding)
    assert encoding_of(pieces(content)) == told
    (entry,) = entries(rows_of(content, told))
    assert (entry.won, entry.note, entry.attendees[0].person) == (True, "réussie – enfin", "Zoé")


def test_latin_1_is_what_cp1252_has_no_letters_for() -> None:
    assert encoding_of(pieces(b"mission,note\n1,caf\xe9 \x81\n")) == "latin-1"


FRENCH = (
    "première tentative évitée très serré à côté dépêche brûlée façon déjà vue tâche échouée maître forêt hôte règle où"
)
OTHERS = {
    "cp1251": "Иван; Мария,победа наконец без сигнала",
    "koi8_r": "Иван; Мария,победа наконец без сигнала",
    "cp1253": "Γιώργος; Μαρία,κερδίσαμε επιτέλους",
    "shift_jis": "さくら; 太郎,やっと成功しました",
    "euc_jp": "さくら; 太郎,やっと成功しました",
    "gb18030": "小明; 小红,终于成功了，没有用求救信号",
    "euc_kr": "지민; 서연,드디어 성공했다 신호 없이",
    "mac_roman": f"Zoé; Ana,{FRENCH}",
}


@pytest.mark.parametrize("encoding", OTHERS)
def test_other_letters_are_guessed_where_there_are_enough_of_them(encoding: str) -> None:
    row = f"4,2024-03-31,won,,2,{OTHERS[encoding]}\n"
    content = (HEADER + "".join(row.replace("4,", f"{n},", 1) for n in range(1, 21))).encode(encoding)
    assert encoding_of(pieces(content)) == encoding
    reads = rows_of(content, encoding)
    assert faults(reads) == [(2, "letters-guessed")]
    first, second = OTHERS[encoding].partition(",")[0].split("; ")
    assert {one.person for entry in entries(reads[1:]) for one in entry.attendees} == {first, second}


@pytest.mark.parametrize("rows", [1, 2, 10, 300])
@pytest.mark.parametrize(
    "note",
    ["", "Élodie", "ÅÄÖ", "ñññ", "réussie – enfin", "João à côté", "größer: schön", "på tredje försöket", "mañana"],
)
def test_western_letters_stay_western(note: str, rows: int) -> None:
    row = f"4,2024-03-31,won,,2,Ana; Zoé,{note}\n"
    assert encoding_of(pieces((HEADER + row * rows).encode("cp1252"))) == "cp1252"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty"),
        (b"  \n\n", "empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x01\x02\x00\x05", "not-text"),
        (b"a,b\x01\n", "not-text"),
    ],
)
def test_what_is_no_text_is_refused(content: bytes, code: str) -> None:
    with pytest.raises(Unreadable) as refused:
        encoding_of(pieces(content))
    assert refused.value.fault.code == code


def test_half_a_letter_at_the_end_is_said() -> None:
    content = (HEADER + "4,2024-03-31,won,,4,,caf").encode("utf-16")[:-1]
    assert faults(rows_of(content, "utf-16")) == [(2, "encoding")]


# --- tables


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_delimiters_are_guessed(delimiter: str) -> None:
    content = 'Mission;Datum;Ergebnis;Notiz\n12;31.03.2024;gewonnen;"eng, aber gut"\n13;1.4.2024;verloren;\n'
    content = content.replace(", ", "~").replace(";", delimiter).replace("~", ", ")
    first, second = entries(rows_of(content.encode()))
    assert (first.mission, first.won, first.played_on, first.note) == ("12", True, "2024-03-31", "eng, aber gut")
    assert (second.mission, second.won, second.played_on) == ("13", False, "2024-04-01")


def test_headers_are_guessed_in_three_languages() -> None:
    assert set(table_heads.guessed_columns(["Mission #", "Played on", "Won?", "SOS", "Who played", "Comments"])) == {
        *("mission", "date", "result", "distress", "people", "note")
    }
    assert set(table_heads.guessed_columns(["N°", "Jour", "Réussite", "Détresse", "Joueurs", "Durée"])) >= {
        *("date", "result", "distress", "players", "minutes")
    }
    assert table_heads.guessed_columns(["Foo", "Bar"]) == {}


def test_each_fault_of_a_row_is_named_and_the_others_are_read() -> None:
    rows = (
        "73,2024-03-31,won,,4,,\n",
        "twelve,2024-03-31,won,,4,,\n",
        ",2024-03-31,won,,4,,\n",
        "4,31.02.2024,won,,4,,\n",
        "4,2031-01-01,won,,4,,\n",
        "4,1999-01-01,won,,4,,\n",
        "4,yesterday,won,,4,,\n",
        "4,,won,,4,,\n",
        "4,2024-03-31,maybe,,4,,\n",
        "4,2024-03-31,,,4,,\n",
        "4,2024-03-31,won,perhaps,4,,\n",
        "4,2024-03-31,won,,9,,\n",
        '4,2024-03-31,won,,4,"a; b; c; d; e; f",\n',
        "=A1+1,2024-03-31,won,,4,,\n",
        "4,2024-03-31,won,,4,Ana,,one too many\n",
        "5,2024-03-31,won,yes,4,Ana; Ben,fine\n",
    )
    reads = rows_of((HEADER + "".join(rows)).encode())
    assert [code for _row, code in faults(reads)] == [
        *("mission", "mission-unreadable", "mission-missing", "day-impossible", "day-future", "day-past"),
        *("day-unreadable", "day-missing", "result", "result-missing", "cell-lost", "cell-lost", "cell-lost"),
        *("formula", "row-long", "players-differ"),
    ]
    assert [row for row, _code in faults(reads)] == list(range(2, 18))
    assert sentence(reads[0]) == "There’s no mission 73 in The Quest for Planet Nine, only missions 1 to 50."
    assert [read.entry.mission for read in reads if read.entry] == ["4", "4", "4", "5"]


def test_a_row_that_is_cut_off_is_not_taken_for_a_short_one() -> None:
    reads = rows_of((HEADER + "4,2024-03-31,won,,4,,\n5,2024-03-3").encode())
    assert faults(reads) == [(3, "row-cut")]
    assert len([read for read in reads if read.entry]) == 1


def test_an_open_quotation_mark_is_said_where_it_opens() -> None:
    reads = rows_of((HEADER + '4,2024-03-31,won,,4,,fine\n5,2024-03-31,won,,4,,"never closed\n6,2024-').encode())
    assert faults(reads) == [(3, "quote-open")]
    (broken,) = [one for one in rows_of((HEADER + '4,"2024"x,won,,4,,\n').encode()) if one.fault]
    assert sentence(broken) == "There’s a quotation mark in the wrong place."


def test_a_number_of_attempts_becomes_as_many_lines() -> None:
    reads = rows_of(b"mission,date,attempts,distress\n7,2024-03-31,3,yes\n8,2024-03-31,0,no\n")
    assert [(one.entry.won, one.entry.distress) for one in reads if one.entry] == [
        *((False, False), (False, False), (True, True))
    ]
    assert faults(reads) == [(3, "attempts")]
    assert len({one.entry.identity for one in reads if one.entry}) == 3


def test_ambiguous_days_are_doubtful_unless_another_row_decides() -> None:
    doubtful = rows_of(b"mission,date,result\n1,03/04/2024,won\n2,05/05/2024,won\n")
    assert faults(doubtful) == [(2, "day-ambiguous")]
    assert [one.entry.played_on for one in doubtful if one.entry] == ["2024-04-03", "2024-05-05"]
    american = rows_of(b"mission,date,result\n1,03/04/2024,won\n2,05/25/2024,won\n")
    assert [one.entry.played_on for one in american if one.entry] == ["2024-03-04", "2024-05-25"]
    assert faults(american) == []


def test_rows_that_look_alike_are_told_apart() -> None:
    reads = rows_of(b"mission,date,result\n1,2024-03-31,no\n1,2024-03-31,no\n1,2024-03-31,yes\n")
    assert len({entry.identity for entry in entries(reads)}) == 3
    again = rows_of(b"mission,date,result\n1,2024-03-31,yes\n1,2024-03-31,no\n1,2024-03-31,no\n")
    assert {entry.identity for entry in entries(again)} == {entry.identity for entry in entries(reads)}


@pytest.mark.parametrize("text", ["just a sentence\nand another\n", "one\ntwo\nthree\n"])
def test_what_has_no_columns_is_no_table(text: str) -> None:
    with pytest.raises(Unreadable) as refused:
        csv_tables.glance(pieces(text.encode()), "utf-8")
    assert refused.value.fault.code == "no-table"


# --- formulas


@given(st.text())
def test_a_harmless_cell_is_no_formula_and_reads_back(cell: str) -> None:
    assert unescape_formula(escape_formula(cell)) == cell
    assert escape_formula(cell)[:1] not in ("=", "+", "-", "@", "\t", "\r")


@pytest.mark.parametrize("cell", ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "'=1", "''=1"])
def test_formulas_are_known(cell: str) -> None:
    assert is_formula(cell) or cell.startswith("'")
    assert escape_formula(cell) == "'" + cell


def test_a_formula_in_a_note_is_kept_as_text_and_said() -> None:
    (read,) = rows_of((HEADER + '4,2024-03-31,won,,2,"Ana; Ben","=HYPERLINK(""http://x"")"\n').encode())
    assert read.entry is not None
    assert (read.entry.note, sentence(read)) == (
        '=HYPERLINK("http://x")',
        "The note looks like a formula. It’s kept as text.",
    )


# --- JSON by pieces


NAMES = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=3)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**17) + 1, 10**18 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(NAMES, JSON, max_size=4), st.integers(1, 40), st.booleans())
def test_json_by_pieces_is_json(whole: dict[str, Any], size: int, spaced: bool) -> None:
    import json

    text = json.dumps(whole, indent=1 if spaced else None)
    cut = [text[at : at + size] for at in range(0, len(text), size)]
    found: dict[str, Any] = {name: [] if isinstance(value, list) else None for name, value in whole.items()}
    for name, value in json_pieces.members(cut):
        if isinstance(whole[name], list):
            found[name].append(value)
        else:
            found[name] = value
    assert found == whole


@given(st.integers(1, 150))
def test_json_that_is_cut_off_says_so(length: int) -> None:
    text = '{"a":[{"b":1.5,"c":"xyz"},{"b":true}],"d":{"e":[1,2,3]},"f":"\\u00e9t\\u00e9","g":null,"h":-12e3}'
    kept = text[: min(length, len(text) - 1)]
    with pytest.raises(json_pieces.CutOff):
        list(json_pieces.members([kept[:5], kept[5:]]))


@pytest.mark.parametrize(
    "text", ['{"a":[1,}', '{"a" 1}', "{1:2}", '{"a":1} more', '{"a":[1 2]}', '{"a":tru3, "b": 123456789}']
)
def test_broken_json_says_so(text: str) -> None:
    with pytest.raises(Unreadable) as refused:
        list(json_pieces.members([text + " " * 40]))
    assert refused.value.fault.code == "broken-json"


def test_a_mission_beyond_the_end_of_the_epilogue_is_named() -> None:
    told = b"game,mission,date,result\nDeep Sea,300,2024-03-31,yes\nDeep Sea,244,2024-03-31,yes\n"
    reads = rows_of(told)
    assert sentence(reads[0]) == "There’s no mission 300 in Mission Deep Sea, only missions 1 to 244."
    assert reads[1].entry
