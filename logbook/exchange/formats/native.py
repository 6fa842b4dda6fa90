"""Reader of our own files, `crewsite-export/1` (docs/export.md): everything of a crew, without loss."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final
from uuid import UUID

from logbook.exchange.formats import cell_parsers as parsers
from logbook.exchange.formats import days
from logbook.exchange.formats.entries import Attendee, ImportEntry, ReadEntry, Unreadable
from logbook.exchange.formats.json_pieces import InvalidText, members, replace_lone_surrogates
from logbook.exchange.formats.native_people import is_uuid, key_or_none, moment_or_none
from logbook.exchange.formats.native_tables import table
from logbook.exchange.formats.text import Pieces, decoded

FORMAT: Final = "crewsite-export/1"
SOURCES: Final = ("table", "online", "import")
MOST_PEOPLE: Final = 20_000
MOST_NOTES: Final = 5_000


@dataclass(slots=True)
class Head:
    """The head of a file, before its entries."""

    format: str = ""
    kind: str = ""
    crew: dict[str, Any] = field(default_factory=dict)
    people: dict[str, dict[str, Any]] = field(default_factory=dict)
    campaigns: dict[str, dict[str, Any]] = field(default_factory=dict)
    notes: list[dict[str, Any]] = field(default_factory=list)
    tables_left: int = 0
    """The number of malformed tables."""


def photo_name(key: str) -> str:
    """Return the path of an entry's photo in our zip."""
    return f"photos/{key}.jpg"


def head_of(pieces: Pieces, encoding: str) -> Head:
    """Return the crew, the people and the campaigns. A file that is cut off later fails when its entries are read."""
    head = Head()
    try:
        for name, member in members(decoded(pieces, encoding)):
            value = replace_lone_surrogates(member)
            if name in ("format", "kind") and isinstance(value, str):
                setattr(head, name, value)
            elif name == "crew" and isinstance(value, dict):
                head.crew = _keyed(value)
            elif name in ("people", "campaigns") and isinstance(value, dict):
                _add_numbered(getattr(head, name), value)
            elif name == "notes" and isinstance(value, dict) and len(head.notes) < MOST_NOTES:
                head.notes.append(value)
            elif name == "tables":
                head.tables_left += _table_or_none(member) is None
    except Unreadable:
        pass
    return head


def _add_numbered(by_number: dict[str, dict[str, Any]], value: dict[str, Any]) -> None:
    if len(by_number) < MOST_PEOPLE and type(value.get("id")) is int:
        by_number[str(value["id"])] = _keyed(value)


def _keyed(value: dict[str, Any]) -> dict[str, Any]:
    return value | {"key": key_or_none(value.get("key"))}


def read(pieces: Pieces, encoding: str, head: Head, today: date) -> Iterator[ReadEntry]:
    """Yield the file's entries; a faulty entry yields its fault, and the next one is read."""
    at = 0
    try:
        for name, value in members(decoded(pieces, encoding)):
            if name == "lines":
                at += 1
                yield _read_entry(at, value, head, today)
    except Unreadable as error:
        yield ReadEntry(at + 1, None, error.fault)


def tables(pieces: Pieces, encoding: str) -> Iterator[dict[str, Any] | None]:
    """Yield the facts of online tables; None for a malformed table."""
    try:
        for name, value in members(decoded(pieces, encoding)):
            if name == "tables":
                yield _table_or_none(value)
    except Unreadable:
        return


def _table_or_none(value: Any) -> dict[str, Any] | None:
    try:
        return table(value)
    except Unreadable:
        return None


def _read_entry(at: int, value: Any, head: Head, today: date) -> ReadEntry:
    try:
        if isinstance(value, InvalidText):
            raise Unreadable("no-letters")
        if not isinstance(value, dict):
            raise Unreadable("line-shape", field="{}")
        return ReadEntry(at, _entry(value, head, today))
    except Unreadable as error:
        return ReadEntry(at, None, error.fault)


def _entry(value: dict[str, Any], head: Head, today: date) -> ImportEntry:
    campaign = str(value.get("campaign"))
    if campaign not in head.campaigns:
        raise Unreadable("campaign-unknown", campaign=campaign[:20])
    game = str(head.campaigns[campaign].get("game"))
    people = _of_type(value, "people", list)
    if len(people) > parsers.MOST:
        raise Unreadable("crowd", people=len(people))
    if not is_uuid(value.get("key")):
        raise Unreadable("key", key=str(value.get("key"))[:40])
    return ImportEntry(
        identity="",
        key=str(UUID(value["key"])),
        campaign=campaign,
        game=game,
        mission=parsers.mission_of(game, _of_type(value, "mission", str)),
        won=_of_type(value, "won", bool),
        distress=_of_type(value, "distress", bool),
        players=_number(value, "players", parsers.FEWEST, parsers.MOST),
        played_on=days.day_of(_of_type(value, "played_on", str), "", today).isoformat(),
        minutes=_number(value, "minutes", 1, parsers.LONGEST_MINUTES),
        note=_of_type(value, "note", str)[:500],
        attendees=tuple(_attendees(one, head) for one in people),
        extra=_extra_facts(value, head),
    )


def _attendees(one: Any, head: Head) -> Attendee:
    if not isinstance(one, dict):
        raise Unreadable("line-shape", field="people")
    points = _number(one, "points", 0, MOST_POINTS) if one.get("points") is not None else None
    return Attendee(
        _person(one.get("person"), head),
        bool(one.get("captain")),
        bool(one.get("substitute")),
        points,
        bool(one.get("won")),
    )


def _person(number: Any, head: Head) -> str:
    if number is None:
        return ""
    if str(number) not in head.people:
        raise Unreadable("person-unknown", person=str(number)[:20])
    return str(number)


def _extra_facts(value: dict[str, Any], head: Head) -> dict[str, Any]:
    source = value.get("source")
    if source not in SOURCES:
        raise Unreadable("line-shape", field="source")
    facts = {
        "source": source,
        "logged_by": _person(value.get("logged_by"), head),
        "logged_at": _moment(value, "logged_at"),
        "removed_at": _moment(value, "removed_at"),
        "table": value.get("table") if is_uuid(value.get("table")) else None,
        "attempt": _number(value, "attempt", 1, 32767),
        "photo": value.get("photo") is not None,
        # Older files hold `copied` in the campaign only.
        "copied": value.get("copied", head.campaigns[str(value.get("campaign"))].get("copied")) is True,
    }
    changes = _of_type(value, "changes", list)
    if changes:
        facts["changes"] = [_change(change, head) for change in changes]
    return facts


def _change(change: Any, head: Head) -> dict[str, Any]:
    if not isinstance(change, dict):
        raise Unreadable("line-shape", field="changes")
    return {
        "by": _person(change.get("by"), head),
        "at": _moment(change, "at"),
        "before": _correction_facts(_of_type(change, "before", dict), head),
        "after": _correction_facts(_of_type(change, "after", dict), head),
    }


MOST_POINTS: Final = 999
HEAD_FIELDS: Final[dict[str, tuple[type, ...]]] = {
    "mission": (str,),
    "won": (bool,),
    "distress": (bool,),
    "players": (int, type(None)),
    "played_on": (str,),
    "minutes": (int, type(None)),
    "note": (str,),
    "removed": (bool,),
    "photo": (bool,),
}
"""Fields of an entry that a correction may contain, besides attendance."""


def _correction_facts(value: dict[str, Any], head: Head) -> dict[str, Any]:
    """Return an entry's fields before or after a correction: known fields of the right type only."""
    facts = {
        name: value[name][:500] if isinstance(value[name], str) else value[name]
        for name, kinds in HEAD_FIELDS.items()
        if name in value and type(value[name]) in kinds
    }
    if isinstance(value.get("people"), list):
        facts["people"] = [tuple(_attendees(one, head)) for one in value["people"][: parsers.MOST]]
    return facts


def _of_type(value: dict[str, Any], name: str, kind: type) -> Any:
    member = value.get(name)
    if type(member) is not kind:
        raise Unreadable("line-shape", field=name)
    return member


def _number(value: dict[str, Any], name: str, lowest: int, highest: int) -> int | None:
    number = value.get(name)
    if number is None:
        return None
    if type(number) is not int or not lowest <= number <= highest:
        raise Unreadable("line-shape", field=name)
    return number


def _moment(value: dict[str, Any], name: str) -> str | None:
    text = value.get(name)
    if text is None:
        return None
    if moment_or_none(text) is None:
        raise Unreadable("moment", field=name, text=str(text)[:40])
    return str(text)
