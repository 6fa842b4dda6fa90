"""Reader of a club's file (docs/export.md): the club's records, and its crews' logbooks, each as a file."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final, NamedTuple
from uuid import UUID

from logbook.exchange.formats.entries import Fault, Unreadable
from logbook.exchange.formats.json_pieces import InvalidText, as_read, members, replace_lone_surrogates
from logbook.exchange.formats.native import FORMAT
from logbook.exchange.formats.native_people import is_uuid, moment_or_none, name_or_none
from logbook.exchange.formats.text import Pieces, decoded

Facts = dict[str, Any]
MOST_CREWS: Final = 200
LARGEST: Final = 400_000
"""The most characters of a single record of a club."""
OF_CREWS: Final = ("people", "notes", "campaigns", "tables", "lines")
KINDS: Final = {"members": "member", "crews": "crew", "news": "news", "seasons": "season", "challenges": "challenge"}
TITLES: Final = {"member": "name", "crew": "name", "news": "title", "season": "name", "challenge": "title"}
MOMENTS: Final = {"member": "joined", "crew": "joined", "news": "written", "challenge": "opens"}
FIELDS_BY_KIND: Final[Mapping[str, tuple[str, ...]]] = {
    "member": ("key", "name", "role", "joined"),
    "crew": ("key", "name", "joined"),
    "news": ("key", "title", "text", "author", "written", "edited"),
    "season": ("key", "name", "starts_on", "ends_on", "best_n", "method", "series", "standings"),
    "challenge": (
        *("key", "title", "season", "players", "options", "policy", "attempts_allowed", "difficulty", "state"),
        *("opens", "closes", "commitment", "stages", "standings_whole", "standings", "base_seed"),
    ),
}


class ClubFacts(NamedTuple):
    """One record of the club, or the reason why it is none."""

    row: int
    kind: str
    facts: Facts | None
    fault: Fault | None = None


@dataclass(slots=True)
class Logbook:
    """A crew's own file, cut out of the club's; compressed from the start."""

    number: int
    facts: Facts
    lines: int = 0
    _packer: Any = field(default_factory=lambda: zlib.compressobj(6))
    _packed: list[bytes] = field(default_factory=list)
    _section: str = ""

    def begin(self) -> None:
        """Write the crew's own facts."""
        text = json.dumps(self.facts, ensure_ascii=False)
        self._write(f'{{"format":"{FORMAT}","kind":"crew","crew":{text}')

    def add(self, name: str, row: Facts, *, is_spoiled: bool = False) -> None:
        """Write one element of one of the crew's lists."""
        if name == self._section:
            self._write(",\n")
        else:
            self._write(("]" if self._section else "") + f',"{name}":[\n')
            self._section = name
        self.lines += name == "lines"
        facts = {key: value for key, value in row.items() if key != "crew"}
        # Undecodable characters stay as they are, so that the reader of the crew's file reports them at their entry.
        self._write(json.dumps(facts, ensure_ascii=is_spoiled))

    def packed(self) -> bytes:
        """Return the whole file, compressed."""
        self._write("]}" if self._section else "}")
        self._packed.append(self._packer.flush())
        return b"".join(self._packed)

    def _write(self, text: str) -> None:
        self._packed.append(self._packer.compress(text.encode()))


def club_of(pieces: Pieces, encoding: str) -> Facts:
    """Return the club's facts; {} where the file has none."""
    try:
        for name, member in members(decoded(pieces, encoding)):
            value = replace_lone_surrogates(member)
            if name == "club" and isinstance(value, dict):
                return _club(value)
    except Unreadable:
        pass
    return {}


def _club(value: Facts) -> Facts:
    about = value.get("about")
    return {
        "key": str(UUID(value["key"])) if is_uuid(value.get("key")) else "",
        "name": (name_or_none(value.get("name")) or "")[:60],
        "about": about[:2000] if isinstance(about, str) else "",
        "public": value.get("public") is True,
        "founded": moment_or_none(value.get("founded")),
    }


def logbooks(pieces: Pieces, encoding: str) -> list[Logbook]:
    """Return the crews' own files, of the crews whose logbook the club's file contains."""
    by_crew: dict[int, Logbook] = {}
    try:
        for name, read in members(decoded(pieces, encoding)):
            value = as_read(read)
            if not isinstance(value, dict):
                continue
            if name == "crews" and value.get("logbook") is True and len(by_crew) < MOST_CREWS:
                _begin(by_crew, replace_lone_surrogates(read))
            elif name in OF_CREWS and type(value.get("crew")) is int and value["crew"] in by_crew:
                by_crew[value["crew"]].add(name, value, is_spoiled=isinstance(read, InvalidText))
    except Unreadable:
        pass  # Faults of the file are reported where its records are read.
    return list(by_crew.values())


def _begin(logbooks_by_crew: dict[int, Logbook], value: Facts) -> None:
    number = value.get("id")
    if type(number) is int and number not in logbooks_by_crew and is_uuid(value.get("key")):
        logbooks_by_crew[number] = Logbook(
            number, {name: fact for name, fact in value.items() if name not in ("id", "logbook")}
        )
        logbooks_by_crew[number].begin()


def records(pieces: Pieces, encoding: str) -> Iterator[ClubFacts]:
    """Yield the records of the club itself; a faulty record yields its fault."""
    row = 0
    try:
        for name, value in members(decoded(pieces, encoding)):
            if (kind := KINDS.get(name)) is not None:
                row += 1
                yield _club_facts(row, kind, value)
    except Unreadable as error:
        yield ClubFacts(row + 1, "", None, error.fault)


def _club_facts(row: int, kind: str, value: Any) -> ClubFacts:
    try:
        return ClubFacts(row, kind, _checked_facts(kind, value))
    except Unreadable as error:
        return ClubFacts(row, kind, None, error.fault)


def _checked_facts(kind: str, value: Any) -> Facts:
    if isinstance(value, InvalidText):
        raise Unreadable("no-letters")
    if not isinstance(value, dict):
        raise Unreadable("line-shape", field="{}")
    if not is_uuid(value.get("key")):
        raise Unreadable("key", key=str(value.get("key"))[:40])
    facts = {name: value[name] for name in FIELDS_BY_KIND[kind] if name in value}
    title, day = TITLES[kind], MOMENTS.get(kind, "")
    if not isinstance(facts.get(title), str) or not facts[title].strip():
        raise Unreadable("line-shape", field=title)
    if day and moment_or_none(facts.get(day)) is None:
        raise Unreadable("line-shape", field=day)
    for name, shape in SHAPES[kind].items():
        if not _has_type(facts.get(name), shape):
            raise Unreadable("line-shape", field=name)
    if len(json.dumps(facts)) > LARGEST:
        raise Unreadable("line-shape", field=title)
    return facts | {"key": str(UUID(facts["key"]))}


SHAPES: Final[Mapping[str, Mapping[str, str]]] = {
    "member": {"role": "text"},
    "crew": {},
    "news": {"text": "text"},
    "season": {"starts_on": "day", "ends_on": "day", "standings": "rows", "series": "rows"},
    "challenge": {"state": "text", "standings": "rows", "stages": "rows", "closes": "moment"},
}


def _has_type(value: Any, shape: str) -> bool:
    if shape == "rows":
        return isinstance(value, list) and all(isinstance(one, dict) for one in value)
    if shape == "moment":
        return moment_or_none(value) is not None
    if shape == "day":
        return _is_day(value)
    return isinstance(value, str)


def _is_day(value: Any) -> bool:
    try:
        date.fromisoformat(value)
    except (TypeError, ValueError):
        return False
    return True
