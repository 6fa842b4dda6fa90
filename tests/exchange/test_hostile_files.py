"""Malformed files: never an exception, always a fault with its place. No database."""

from __future__ import annotations

import io
import json
import tracemalloc
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logbook.exchange.formats import csv_tables, json_pieces, native, native_clubs, native_people, plays, unpacking
from logbook.exchange.formats.entries import ReadEntry, Unreadable
from logbook.exchange.formats.messages import message_text
from logbook.exchange.formats.native_tables import table
from logbook.exchange.formats.text import encoding_of
from tests.exchange.files import BGG, HEADER, TODAY, bgstats, pieces, rows_of, zipped
from tests.exchange.hostile_files_scenes import CLUB, KEY, OWN, TABLE, places, with_odd
from tests.exchange.reading_scenes import entries, faults, sentence

pytestmark = pytest.mark.slow

CSV = HEADER + "4,2024-03-31,won,no,4,Zoé; Ben,fine\n5,1.4.2024,lost,,,,=1+1\n"
ODD: st.SearchStrategy[Any] = st.sampled_from([
    None, True, -1, 0, 5, 10**30, -(10**4000), 1.5, float("inf"), float("nan"), "", "x", "\ud800", "a\0b", "9" * 5000,
    [1], [], {}, {"id": [1]}, [[[{}]]], "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "2024-03-31", KEY,
])  # fmt: skip


def survive(content: bytes) -> None:
    """Read the file as its detected kind; every result can be stored, and every fault has a place and a sentence."""
    try:
        kind, encoding = unpacking.file_kind_of(pieces(content, 4096))
        reads = _read(content, kind, encoding)
    except Unreadable as error:
        reads = [ReadEntry(0, None, error.fault)]
    for read in reads:
        assert read.row >= 0
        assert read.entry or read.fault
        if read.fault:
            assert can_be_kept(message_text(read.fault.code, read.fault.params))
            assert can_be_kept(read.fault.params)
        if read.entry:
            assert can_be_kept(read.entry)
            assert date.fromisoformat(read.entry.played_on) <= TODAY.replace(year=2027)
            told = read.entry.extra
            assert not told.get("logged_at") or native_people.moment(told["logged_at"])


def can_be_kept(value: Any) -> bytes:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    assert "\\u0000" not in text
    return text.encode()


def _read(content: bytes, kind: str, encoding: str) -> list[ReadEntry]:
    whole = pieces(content, 4096)
    if kind == "table":
        plan = csv_tables.glance(whole, encoding).plan
        chosen = replace(plan, game="planet-nine")
        return list(csv_tables.read(whole, encoding, chosen, TODAY))
    if kind != "own":
        return list((plays.bgstats if kind == "bgstats" else plays.bgg)(whole, encoding, TODAY))
    head = native.head_of(whole, encoding)
    kept: list[Any] = [one for one in native.tables(whole, encoding) if one]
    kept += [native_people.person(one, lambda _n: None) for one in head.people.values() if one["key"]]
    kept += native_people.notes(head.notes, ("came-of",), lambda _n: None)
    kept += [native_people.crew(head.crew, lambda _n: None)] if native_people.is_uuid(head.crew.get("key")) else []
    kept += [[one.kind, one.facts] for one in native_clubs.records(whole, encoding)]
    kept.append(native_clubs.club_of(whole, encoding))
    assert can_be_kept(kept)
    books = native_clubs.logbooks(whole, encoding)
    inside = [read for book in books for read in _read_book(book.packed())]
    return [*native.read(whole, encoding, head, TODAY), *inside]


def _read_book(body: bytes) -> list[ReadEntry]:
    def whole() -> Iterator[bytes]:
        return unpacking.pieces_of(body)

    return list(native.read(whole, "utf-8", native.head_of(whole, "utf-8"), TODAY))


# --- any value in any place


FILES = {"own": OWN, "club": CLUB, "bgstats": json.loads(bgstats([{"bggId": 777}, {"uuid": "2"}]))}


@pytest.mark.parametrize("name", FILES)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_anything_may_stand_anywhere_in_json(name: str, data: st.DataObject) -> None:
    whole = FILES[name]
    for _time in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(list(places(whole)) or [("format",)]))
        whole = with_odd(whole, path, data.draw(ODD))
    survive(json.dumps(whole).encode())


@pytest.mark.parametrize("content", [BGG.encode(), CSV.encode(), json.dumps(OWN).encode(), bgstats([{}, {}])])
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_bytes_may_be_lost_or_be_others(content: bytes, data: st.DataObject) -> None:
    for _time in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, max(0, len(content) - 1)))
        length = data.draw(st.sampled_from([0, 1, 1, 2, 40, 4000]))
        content = content[:at] + data.draw(st.binary(max_size=4)) + content[at + length :]
    survive(content)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.lists(st.text(max_size=8), max_size=9), max_size=5), st.sampled_from(["utf-8", "utf-16", "cp1251"]))
def test_any_table_is_read(rows: list[list[str]], encoding: str) -> None:
    text = HEADER + "\n".join(",".join(row) for row in rows)
    survive(text.encode(encoding, "replace"))


# --- past faults


@pytest.mark.parametrize(
    ("play", "told"),
    [
        ({"gameRefId": [1]}, "“gameRefId” is missing or invalid."),
        ({"gameRefId": {}}, "“gameRefId” is missing or invalid."),
        ({"playerScores": 5}, "“playerScores” is missing or invalid."),
        ({"playerScores": [{"playerRefId": [1]}]}, "“playerRefId” is missing or invalid."),
        ({"comments": "\ud800"}, "It contains characters that can’t be stored, so it can’t be imported."),
    ],
)
def test_a_play_of_the_wrong_kind_is_named_and_the_next_is_read(play: dict[str, Any], told: str) -> None:
    content = bgstats([play, {"uuid": "2"}], players=[{"id": [1]}, {"id": 1, "name": "An\ud800a"}])
    first, second = plays.bgstats(pieces(content), "utf-8", TODAY)
    assert (first.row, first.entry, sentence(first)) == (1, None, told)
    assert second.entry is not None
    assert second.entry.attendees[0].person == "An\ufffda"


def test_a_number_of_thousands_of_digits_is_of_the_wrong_kind() -> None:
    text = '{"a":[' + "9" * 5000 + ',1e999,NaN,2],"b":1}'
    assert [value for _name, value in json_pieces.members([text])] == ["9" * 5000, "1e999", "NaN", 2, 1]


def test_a_large_value_is_not_read_again_for_every_piece() -> None:
    text = '{"a":"' + "x" * 1_000_000 + '"}'
    cut = [text[at : at + 1000] for at in range(0, len(text), 1000)]
    reads: list[int] = []

    class Counted:
        def raw_decode(self, text: str, at: int) -> tuple[Any, int]:
            reads.append(len(text))
            return decoder.raw_decode(text, at)

    decoder = json_pieces.DECODER
    json_pieces.DECODER = Counted()  # type: ignore[misc,assignment]
    try:
        list(json_pieces.members(cut))
    finally:
        json_pieces.DECODER = decoder  # type: ignore[misc]
    assert sum(reads) < 5_000_000


@pytest.mark.parametrize("path", list(places(TABLE)))
def test_a_table_of_the_wrong_kind_is_not_kept(path: tuple[Any, ...]) -> None:
    assert table(TABLE) == TABLE
    with pytest.raises(Unreadable):
        table(with_odd(TABLE, path, [1]))


def test_what_is_only_added_to_a_table_is_left_out() -> None:
    assert table(TABLE | {"weather": {"any": "thing"}}) == TABLE


def test_a_person_keeps_what_is_of_the_right_kind() -> None:
    head = native.head_of(
        pieces(json.dumps(OWN | {"people": [{"id": 1, "key": [1], "memberships": [1]}]}).encode()), "utf-8"
    )
    assert head.people["1"]["key"] is None
    told = native_people.person({"key": KEY, "memberships": [1], "claims": [{"by": [1]}], "kind": [1]}, lambda _n: None)
    assert (told["memberships"], told["kind"], told["claims"][0]["by"]) == ([], "visitor", None)


# --- zips


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_only_usual_ways_of_packing_are_unpacked(method: int) -> None:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", method) as archive:
        archive.writestr("a.csv", b"\0" * 50_000_000)
    content = whole.getvalue().replace((50_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    tracemalloc.start()
    with pytest.raises(Unreadable) as refused:
        list(unpacking.unpacked(io.BytesIO(content)))
    assert refused.value.fault.code == "zip-method"
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()


def test_no_more_comes_out_of_a_zip_than_is_asked_for() -> None:
    content = zipped({"a.csv": b"\0" * 100_000_000})
    tracemalloc.start()
    for piece in unpacking.unpacked(io.BytesIO(content)):
        assert len(piece) <= unpacking.PIECE
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()


# --- plays


def test_whoever_marks_no_winners_is_asked_how_it_ended() -> None:
    bare = (
        "<play id='7' date='2024-03-01' quantity='1'><item name='x' objectid='284083'/><comments>{}</comments>{}</play>"
    )
    nobody = "<players><player name='Ana' win='0'/><player name='Ben' win='0'/></players>"
    both = bare.format("Mission 4 done!", "") + bare.replace("'7'", "'8'").format("Mission 5 won", nobody)
    reads = list(plays.bgg(pieces(f"<plays>{both}</plays>".encode()), "utf-8", TODAY))
    assert faults(reads) == [(1, "nobody-won"), (2, "nobody-won")]
    assert [read.entry.won for read in reads if read.entry] == [None, None]


def test_a_play_is_the_same_at_boardgamegeek_and_in_bg_stats() -> None:
    (there,) = entries([next(plays.bgg(pieces(BGG.encode()), "utf-8", TODAY))])
    sent = plays.bgstats(pieces(bgstats([{"bggId": 101}])), "utf-8", TODAY)
    (here,) = entries(list(sent))
    (before,) = entries(list(plays.bgstats(pieces(bgstats([{}])), "utf-8", TODAY)))
    assert (here.identity, here.client_key) == (there.identity, before.identity)


def test_a_play_that_goes_on_and_on_is_not_kept_in_memory() -> None:
    endless = "<plays><play>" + "<x/>" * 6000
    assert faults(list(plays.bgg(pieces(endless.encode(), 4096), "utf-8", TODAY))) == [(0, "play-large")]
    beside = "<plays>" + "<x/>" * 6000 + "</plays>"
    assert faults(list(plays.bgg(pieces(beside.encode(), 4096), "utf-8", TODAY))) == []


# --- tables


def identities(content: str) -> list[str]:
    return [entry.identity for entry in entries([read._replace(fault=None) for read in rows_of(content.encode())])]


def test_a_column_more_does_not_make_other_lines() -> None:
    rows = "mission,date,result\n1,2024-03-31,no\n1,2024-03-31,no\n2,2024-04-01,yes\n"
    trailing = rows.replace("\n", ",\n")
    noted = "mission,date,note,result\n1,2024-03-31,hm,no\n1,2024-03-31,,no\n2,2024-04-01,at last,yes\n"
    assert identities(rows) == identities(trailing) == identities(noted)
    assert len(set(identities(rows))) == 3


def test_the_same_words_of_another_game_are_other_lines() -> None:
    rows = b"mission,date,result\n1,2024-03-31,no\n"
    (one,), (other,) = (entries(rows_of(rows, game=game)) for game in ("planet-nine", "deep-sea"))
    assert one.identity != other.identity


@pytest.mark.parametrize(
    ("encoding", "name"),
    [("cp1251", "Иван"), ("shift_jis", "さくら"), ("cp1250", "Łukasz"), ("mac_roman", "Zoë"), ("cp1252", "Zoë")],
)
def test_doubtful_letters_are_named_once_and_can_be_chosen(encoding: str, name: str) -> None:
    text = f"{HEADER}3,2024-03-30,won,,2,Ana; Ben,\n4,2024-03-31,won,,2,Ana; {name},\n5,2024-04-01,won,,,{name},\n"
    content = text.encode(encoding)
    guessed = encoding_of(pieces(content))
    reads = rows_of(content, guessed)
    assert faults(reads) == [(3, "letters-guessed")]
    assert f"read as {guessed.upper()}" in sentence(reads[1])
    chosen = csv_tables.glance(pieces(content), encoding).plan
    plan = csv_tables.Plan(chosen.delimiter, chosen.columns, "planet-nine", encoding=encoding)
    found = entries(list(csv_tables.read(pieces(content), encoding, plan, TODAY)))
    assert found[1].attendees[1].person == name


def test_a_strange_byte_in_utf_8_is_the_fault_of_its_row() -> None:
    rows = "3,2024-03-30,won,,2,Zoé; Ben,\n4,2024-03-31,won,,2,B?b; Zoé,\n5,2024-04-01,won,,2,Zoé; Ben,été\n"
    content = (HEADER + rows).encode().replace(b"?", b"\xe9")
    assert encoding_of(pieces(content)) == "utf-8"
    reads = rows_of(content)
    assert faults(reads) == [(3, "no-letters")]
    assert [read.entry.attendees[0].person for read in reads if read.entry] == ["Zoé", "Zoé"]


def test_a_strange_byte_in_json_is_the_fault_of_its_line() -> None:
    content = json.dumps(OWN, ensure_ascii=False).encode().replace(b'"close"', b'"clos\xe9"', 1)
    assert unpacking.file_kind_of(pieces(content)) == ("own", "utf-8")
    head = native.head_of(pieces(content), "utf-8")
    assert faults(list(native.read(pieces(content), "utf-8", head, TODAY))) == [(1, "no-letters")]
