"""Reader of other tools' plays: the export file of BG Stats, and BoardGameGeek's plays as XML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain
from typing import Any, Final
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse

import games
from logbook.exchange.formats import cell_parsers as parsers
from logbook.exchange.formats import days, play_texts
from logbook.exchange.formats.csv_tables import clean_note
from logbook.exchange.formats.doubtful_names import people_in
from logbook.exchange.formats.entries import Attendee, Fault, ImportEntry, ReadEntry, Unreadable
from logbook.exchange.formats.game_names import game_numbered, game_of_the_family
from logbook.exchange.formats.json_pieces import CutOff, InvalidText, as_read, members, replace_lone_surrogates
from logbook.exchange.formats.text import Pieces, as_file, decoded
from logbook.lib.names import name_key, plain

MOST_ENTRIES_A_PLAY: Final = 20
"""The highest quantity of a play, each an attempt."""
LONGEST_TEXT: Final = 120
"""The letters of a play's texts that the importer is shown."""
MOST_NAMES: Final = 20_000
MOST_ELEMENTS: Final = 5_000
"""The most elements in memory, of a play and between plays."""


@dataclass(frozen=True, slots=True)
class Play:
    """A play of one of our games, from either tool."""

    identity: str
    game: str
    day: str
    minutes: int
    board: str
    """The field in which a tool may keep the mission."""
    texts: tuple[str, ...]
    """Free texts that may name a mission; a number in the name of a place is none."""
    note: str
    quantity: int
    people: tuple[str, ...]
    winners: int
    client_key: str = ""
    incomplete: bool = False


def entries_of(at: int, play: Play, today: date) -> Iterator[ReadEntry]:
    """Yield the attempts of a play, or its fault."""
    try:
        yield from _entries_of(at, play, today)
    except Unreadable as error:
        yield ReadEntry(at, None, error.fault)


def _entries_of(at: int, play: Play, today: date) -> Iterator[ReadEntry]:
    if play.incomplete:
        raise Unreadable("incomplete")
    missions, asked = _missions(play, reading := play_texts.read_texts(play.board, play.texts))
    if (people := people_in(play.people)) > parsers.MOST:
        raise Unreadable("crowd", people=people)
    if not 1 <= play.quantity <= MOST_ENTRIES_A_PLAY:
        raise Unreadable("quantity", text=str(play.quantity), highest=MOST_ENTRIES_A_PLAY)
    entry = ImportEntry(
        identity=play.identity,
        key="",
        campaign=f"{play.game}/",
        game=play.game,
        mission="" if "mission" in asked else missions[0],
        # A play without a winner may be lost, or its author may never mark winners.
        won=True if play.winners else None,
        distress=reading.distress,
        players=len(play.people) if parsers.FEWEST <= len(play.people) <= parsers.MOST else None,
        played_on=days.day_of(play.day, "", today).isoformat(),
        minutes=play.minutes if 1 <= play.minutes <= parsers.LONGEST_MINUTES else None,
        note=clean_note(play.note)[:500],
        attendees=tuple(Attendee(name) for name in play.people),
        extra={},
        client_key=play.client_key,
        plays=play.quantity,
        asked=(*asked, "distress") if reading.mentions_signal else asked,
        missions=missions,
        text=clean_note(" · ".join(filter(None, (play.board, *play.texts))))[:LONGEST_TEXT],
    )
    fault = _fault(play, entry)
    yield ReadEntry(at, entry, fault)
    for number in range(2, play.quantity + 1):
        yield ReadEntry(at, entry._replace(identity=f"{play.identity}/{number}"), fault)


def _missions(play: Play, reading: play_texts.TextReading) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the missions of a play, and what is asked about them. Raises Unreadable for a stated one that is none."""
    if reading.is_stated:
        return (parsers.mission_of(play.game, reading.missions[0]),), ()
    return tuple(one for one in reading.missions if games.has_mission(play.game, one)), ("mission",)


def _fault(play: Play, entry: ImportEntry) -> Fault | None:
    """Return what is said about a play: what its texts leave open first, then what its marks leave open."""
    if "mission" in entry.asked:
        return _mission_fault(entry)
    if "distress" in entry.asked:
        return Fault("signal-read" if entry.distress else "no-signal-read", {"text": entry.text})
    if not play.winners:
        return Fault("nobody-won")
    return _fault_of_marks(play, entry)


def _fault_of_marks(play: Play, entry: ImportEntry) -> Fault | None:
    if play.quantity > 1:
        return Fault("quantity-same", {"quantity": play.quantity})
    if 0 < play.winners < len(play.people):
        return Fault("some-won", {"winners": play.winners, "people": len(play.people)})
    if len(play.note) > 500:
        return Fault("note-long")
    return None if entry.attendees else Fault("nobody")


def _mission_fault(entry: ImportEntry) -> Fault:
    if len(entry.missions) > 1:
        return Fault("several-missions", {"text": ", ".join(entry.missions)})
    return Fault("mission-read", {"text": entry.text}) if entry.missions else Fault("no-mission")


# --- BG Stats


def bgstats(pieces: Pieces, encoding: str, today: date) -> Iterator[ReadEntry]:
    """Yield the plays of our games in a BG Stats file; other games' plays are skipped silently."""
    try:
        names, ours = _bgstats_names(pieces, encoding)
        at = 0
        for name, value in members(decoded(pieces, encoding)):
            if name != "plays":
                continue
            at += 1
            yield from _bgstats_play(at, value, ours, names, today)
    except Unreadable as error:
        yield ReadEntry(0, None, error.fault)


def _bgstats_names(pieces: Pieces, encoding: str) -> tuple[dict[Any, str], dict[Any, str]]:
    """Return people's names and our games by their numbers in the file. A cut-off file fails later."""
    people: dict[Any, str] = {}
    ours: dict[Any, str] = {}
    try:
        for name, member in members(decoded(pieces, encoding)):
            value = replace_lone_surrogates(member)
            if not isinstance(value, dict) or not _is_number(value.get("id")) or len(people) > MOST_NAMES:
                continue
            if name == "players":
                people[value["id"]] = "" if value.get("isAnonymous") else plain(_text(value, "name"))[:40]
            elif name == "games":
                game = game_numbered(value.get("bggId")) or _family(_text(value, "bggName"), _text(value, "name"))
                ours[value["id"]] = game
    except Unreadable:
        pass
    return people, ours


def _family(*names: str) -> str:
    return next((game for name in names if (game := game_of_the_family(name))), "")


def _bgstats_play(
    at: int, cell: Any, ours: Mapping[Any, str], names: Mapping[Any, str], today: date
) -> Iterator[ReadEntry]:
    try:
        value = as_read(cell)
        if not isinstance(value, dict):
            raise Unreadable("play-shape")
        if not _is_number(value.get("gameRefId")):
            raise Unreadable("line-shape", field="gameRefId")
        if not ours.get(value["gameRefId"]) or value.get("ignored"):
            return
        if isinstance(cell, InvalidText):
            raise Unreadable("no-letters")
        play = _bgstats_entry(at, value, ours[value["gameRefId"]], names)
    except Unreadable as error:
        yield ReadEntry(at, None, error.fault)
        return
    yield from entries_of(at, play, today)


def _bgstats_entry(at: int, value: Mapping[str, Any], game: str, names: Mapping[Any, str]) -> Play:
    scores = _scores(value)
    board, comments = _text(value, "board"), _text(value, "comments")
    own = f"bgstats:{_text(value, 'uuid') or str(value.get('playDate')) + '/' + str(at)}"
    # A play sent to BoardGameGeek keeps its number there, whichever tool exports it.
    bgg_id = _number(value.get("bggId"))
    return Play(
        identity=f"bgg:{bgg_id}" if bgg_id > 0 else own,
        client_key=own if bgg_id > 0 else "",
        game=game,
        day=_text(value, "playDate"),
        minutes=_number(value.get("durationMin")),
        board=board,
        texts=(comments, _text(value, "variant")),
        note=comments,
        quantity=1,
        people=_unique([names.get(one.get("playerRefId"), "") for one in scores]),
        winners=sum(one.get("winner") is True for one in scores),
    )


def _scores(value: Mapping[str, Any]) -> list[dict[str, Any]]:
    scores = value.get("playerScores")
    if scores is None:
        return []
    if not isinstance(scores, list) or not all(isinstance(one, dict) for one in scores):
        raise Unreadable("line-shape", field="playerScores")
    if not all(one.get("playerRefId") is None or _is_number(one["playerRefId"]) for one in scores):
        raise Unreadable("line-shape", field="playerRefId")
    return scores


def _is_number(value: Any) -> bool:
    return type(value) is int


def _text(value: Mapping[str, Any], name: str) -> str:
    text = value.get(name)
    return text.strip() if isinstance(text, str) else ""


def _number(value: object) -> int:
    if isinstance(value, str) and NUMBER.fullmatch(value):
        return int(value)
    return value if type(value) is int else 0


def _unique(names: Sequence[str]) -> tuple[str, ...]:
    """Return each named person once; people without a name count separately."""
    first: dict[str | int, str] = {}
    for at, name in enumerate(names):
        # With numbers of their own, people without a name stay different people.
        first.setdefault(name_key(name) or at, name)
    return tuple(first.values())


# --- BoardGameGeek


def bgg(pieces: Pieces, _encoding: str, today: date) -> Iterator[ReadEntry]:
    """Yield the plays of our games in BoardGameGeek's XML; other games' plays are skipped silently."""
    at = 0
    try:
        for element in _plays(pieces):
            at += 1
            game = _game_of(element.find("item"))
            if game:
                yield from entries_of(at, _bgg_play(at, element, game), today)
    except Unreadable as error:
        yield ReadEntry(0, None, error.fault)


def bgg_extent(pieces: Pieces) -> tuple[int, int]:
    """Return how many plays the file holds, and how many BoardGameGeek has, which gives at most 100 of them a page."""
    count, total = 0, 0
    try:
        head = b"".join(_beginning(pieces()))
        if (match := TOTAL.search(head)) is not None:
            total = int(match[1])
        for _play in _plays(pieces):
            count += 1
    except Unreadable:
        return count, 0
    return count, total


def _beginning(pieces: Iterable[bytes]) -> Iterator[bytes]:
    size = 0
    for piece in pieces:
        yield piece
        size += len(piece)
        if size > BEGINNING:
            return


def _plays(pieces: Pieces) -> Iterator[Element]:
    """Yield each play and free its memory afterwards. Raises Unreadable: a file that declares entities is refused."""
    try:
        parsed = iterparse(as_file(pieces), events=("start", "end"), forbid_dtd=True)
        _event, root = next(parsed)
        depth, elements = 0, 0
        for event, element in chain(parsed):
            depth += 1 if event == "start" else -1
            elements += event == "start"
            if elements > MOST_ELEMENTS:
                raise Unreadable("play-large")
            if event == "end" and depth == 0:
                if element.tag == "play":
                    yield element
                root.clear()
                elements = 0
    except DefusedXmlException as error:
        raise Unreadable("entities") from error
    except ParseError as error:
        raise (
            CutOff() if error.code in _CUT_OFF_ERRORS else Unreadable("broken-xml", line=error.position[0])
        ) from error
    except (UnicodeDecodeError, LookupError, ValueError, StopIteration) as error:
        raise Unreadable("broken-xml", line=1) from error


NUMBER: Final = re.compile(r"\d{1,18}")
TOTAL: Final = re.compile(rb"<plays\b[^>]*\btotal\s*=\s*[\"'](\d{1,9})[\"']")
BEGINNING: Final = 1 << 14
_CUT_OFF_ERRORS: Final = (3, 5, 20)
"""Expat's error codes for a file that ends too early: no element, an unclosed token, an unclosed CDATA section."""


def _game_of(item: Element | None) -> str:
    if item is None:
        return ""
    return game_numbered(item.get("objectid")) or game_of_the_family(item.get("name", ""))


def _bgg_name(player: Element) -> str:
    return plain(player.get("name") or player.get("username") or "")[:40]


def _bgg_play(at: int, element: Element, game: str) -> Play:
    comments = (element.findtext("comments") or "").strip()
    players = element.findall("players/player")
    identity = element.get("id") or f"{element.get('date')}/{at}"
    return Play(
        identity=f"bgg:{identity}",
        game=game,
        day=element.get("date", ""),
        minutes=_number(element.get("length", "")),
        board="",
        texts=(comments,),
        note=comments,
        quantity=_number(element.get("quantity", "1")),
        people=_unique([_bgg_name(one) for one in players]),
        winners=sum(one.get("win") == "1" for one in players),
        incomplete=element.get("incomplete") == "1",
    )
