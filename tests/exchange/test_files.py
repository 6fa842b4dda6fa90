"""Readers of other tools' files, detection of file kinds, and refusals: without a database."""

from __future__ import annotations

import csv
import io
import zipfile
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logbook.exchange.formats import csv_tables, days, plays, unpacking
from logbook.exchange.formats.entries import Unreadable
from logbook.exchange.formats.game_names import game_of
from logbook.exchange.formats.messages import SENTENCES
from logbook.exchange.formats.text import decoded
from tests.exchange.files import BGG, HEADER, TODAY, bgstats, pieces, rows_of, zipped
from tests.exchange.reading_scenes import entries, faults, sentence

# --- other tools


def test_bg_stats_plays_become_entries() -> None:
    content = bgstats([{}, {"uuid": "2", "gameRefId": 8}, {"uuid": "3", "ignored": True}])
    (entry,) = entries(list(plays.bgstats(pieces(content), "utf-8", TODAY)))
    assert (entry.game, entry.mission, entry.won, entry.played_on, entry.minutes, entry.players) == (
        *("planet-nine", "12", True, "2024-03-01", 25, 2),
    )
    assert [who.person for who in entry.attendees] == ["Ana", "Ben"]
    assert entry.identity == "bgstats:e7f78289-a2d9-4d56-ba89-b94aef56c43f"


@pytest.mark.parametrize(
    ("play", "mission", "distress"),
    [
        ({"board": "12"}, "12", False),
        ({"board": "", "comments": "Mission #7 at last"}, "7", False),
        ({"board": "M3"}, "3", False),
        ({"board": "Mission 9", "comments": "needed the distress signal"}, "9", True),
        ({"board": "Mission 9", "comments": "without distress signal"}, "9", False),
    ],
)
def test_the_mission_is_found_in_words(play: dict[str, Any], mission: str, distress: bool) -> None:
    (entry,) = entries(list(plays.bgstats(pieces(bgstats([play])), "utf-8", TODAY)))
    assert (entry.missions, entry.distress) == ((mission,), distress)


@pytest.mark.parametrize(
    ("play", "code"),
    [
        ({"board": "", "comments": "fun"}, "no-mission"),
        ({"board": "Missions 5-7"}, "several-missions"),
        ({"board": "Mission 5", "playDate": "2124-01-01 10:00:00"}, "day-future"),
        ({"board": "Mission 73"}, "mission"),
        ({"playerScores": [{"playerRefId": 1, "winner": True}, {"playerRefId": 2, "winner": False}]}, "some-won"),
    ],
)
def test_what_is_wrong_with_a_play_is_said(play: dict[str, Any], code: str) -> None:
    assert faults(list(plays.bgstats(pieces(bgstats([play])), "utf-8", TODAY))) == [(1, code)]


def test_a_half_written_bg_stats_file_gives_what_it_has() -> None:
    content = bgstats([{"uuid": str(number), "board": str(number)} for number in range(1, 20)])
    cut = content[: content.index(b'"board": "15"')]
    reads = list(plays.bgstats(pieces(cut), "utf-8", TODAY))
    assert [read.entry.mission for read in reads if read.entry] == [str(number) for number in range(1, 15)]
    assert [code for _row, code in faults(reads)] == ["cut-off"]


def test_boardgamegeek_plays_become_entries() -> None:
    reads = list(plays.bgg(pieces(BGG.encode()), "utf-8", TODAY))
    assert faults(reads) == [(1, "signal-read"), (3, "mission"), (4, "no-mission")]
    entry, left_open = [read.entry for read in reads if read.entry]
    assert (left_open.mission, left_open.asked) == ("", ("mission",))
    assert (entry.game, entry.mission, entry.won, entry.distress, entry.minutes) == ("deep-sea", "7", True, True, 25)
    assert [who.person for who in entry.attendees] == ["Ana", "Ben", "Gus"]


def test_a_quantity_becomes_as_many_attempts() -> None:
    won = "<comments>M33</comments><players><player name='Ana' win='1'/></players>"
    reads = list(plays.bgg(pieces(BGG.replace("<comments>M73</comments>", won).encode()), "utf-8", TODAY))
    twice = [read for read in reads if read.row == 3]
    assert [sentence(read)[:17] for read in twice] == ["Recorded 2 times:"] * 2
    assert len({read.entry.identity for read in twice if read.entry}) == 2


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ('<?xml version="1.0"?><!DOCTYPE plays [<!ENTITY a "aaaa">]><plays><play>&a;</play></plays>', "entities"),
        (BGG[:900], "cut-off"),
        (BGG.replace("</play>", "</plya>", 1), "broken-xml"),
    ],
)
def test_bad_xml_is_refused_in_words(content: str, code: str) -> None:
    assert faults(list(plays.bgg(pieces(content.encode()), "utf-8", TODAY)))[-1][1] == code


# --- kinds of files


@pytest.mark.parametrize(
    ("content", "kind"),
    [(bgstats([{}]), "bgstats"), (BGG.encode(), "bgg"), (BGG.encode("utf-16"), "bgg"), (HEADER.encode(), "table")],
)
def test_a_file_is_known_by_its_content(content: bytes, kind: str) -> None:
    assert unpacking.file_kind_of(pieces(content))[0] == kind
    unpacked = b"".join(unpacking.unpacked(io.BytesIO(zipped({"x.dat": content, "__MACOSX/x": b""}))))
    assert unpacked == content


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b'{"format":"crewsite-export/2"}', "version"),
        (b'{"hello":[1,2]}', "unknown-json"),
        (b"[1,2]", "unknown-json"),
        (b"<html><body>no</body></html>", "unknown-xml"),
        (b'<!DOCTYPE plays [<!ENTITY a "a">]><plays/>', "entities"),
        (b'{"format":', "cut-off"),
    ],
)
def test_what_is_something_else_is_refused(content: bytes, code: str) -> None:
    with pytest.raises(Unreadable) as refused:
        unpacking.file_kind_of(pieces(content))
    assert refused.value.fault.code == code


def opened(content: bytes) -> str:
    with pytest.raises(Unreadable) as refused:
        list(unpacking.unpacked(io.BytesIO(content)))
    return refused.value.fault.code


def test_zips_that_cannot_be_opened_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = zipped({"a.csv": b"x" * 100_000})
    assert opened(zipped({"a.csv": b"1", "b.csv": b"2"})) == "zip-of-many"
    assert opened(zipped({})) == "zip-of-many"
    assert opened(zipped({"[Content_Types].xml": b"<x/>", "xl/a.xml": b"<x/>"})) == "workbook"
    assert opened(zipped({"a.zip": whole})) == "zip-in-zip"
    assert opened(whole[:-30]) == "zip-broken"
    assert opened(b"PK\x03\x04 and nothing else") == "zip-broken"
    monkeypatch.setattr(unpacking, "MOST_UNPACKED", 50_000)
    assert opened(whole) == "bomb"


def test_a_zip_with_a_false_size_is_stopped_while_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = zipped({"a.csv": b"x" * 300_000})
    monkeypatch.setattr(unpacking, "MOST_UNPACKED", 100_000)
    monkeypatch.setattr(
        zipfile.ZipInfo, "file_size", property(lambda self: 10, lambda self, value: None), raising=False
    )
    assert opened(whole) in ("bomb", "zip-broken")


def test_a_file_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "MOST_UPLOADED", 1000)
    assert opened(b"x" * 2000) == "too-large"


@given(st.binary(max_size=3000))
def test_what_is_packed_is_unpacked(content: bytes) -> None:
    body, size = unpacking.packed([content])
    assert (b"".join(unpacking.pieces_of(body)), size) == (content, len(content))


# --- words


def test_every_fault_has_its_sentence() -> None:
    raised = set()
    for path in (
        "native",
        "plays",
        "csv_tables",
        "text",
        "unpacking",
        "cell_parsers",
        "json_pieces",
        "days",
        "table_heads",
    ):
        import re
        from pathlib import Path

        source = (Path(csv_tables.__file__).parent / f"{path}.py").read_text()
        raised |= set(re.findall(r'(?:Unreadable|Fault)\("([a-z-]+)"', source))
    assert raised - SENTENCES.keys() == {"mission", "several"}


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("The Crew: The Quest for Planet Nine", "planet-nine"),
        ("deep-sea", "deep-sea"),
        ("The Crew: Mission Deep Sea", "deep-sea"),
        ("Die Crew: Mission Tiefsee", "deep-sea"),
        ("The Crew", "planet-nine"),
        ("L'équipage : en quête de la neuvième planète", "planet-nine"),
        ("Catan", ""),
    ],
)
def test_games_are_known_by_their_names(name: str, game: str) -> None:
    assert game_of(name) == game


def test_csv_of_ours_reads_as_python_writes_it() -> None:
    text = io.StringIO()
    csv.writer(text).writerows([["mission", "date", "result", "note"], ["4", "2024-03-31", "won", 'a "b",\nc']])
    (entry,) = entries(rows_of(text.getvalue().encode()))
    assert entry.note == 'a "b",\nc'


def test_days_end_tomorrow() -> None:
    assert days.day_of("2026-11-23", "", TODAY) == date(2026, 11, 23)
    with pytest.raises(Unreadable):
        days.day_of("2026-11-24", "", TODAY)


def test_text_is_decoded_by_pieces() -> None:
    assert "".join(decoded(pieces("été – 日本".encode(), 1), "utf-8")) == "été – 日本"
