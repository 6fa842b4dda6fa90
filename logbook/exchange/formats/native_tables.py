"""Reader of online tables in our own files: facts of the right type only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final
from uuid import UUID

from logbook.exchange.formats.entries import Unreadable
from logbook.exchange.formats.native_people import Facts, is_uuid, moment_or_none

Check = Callable[[Any, str], Any]
"""Parser of one value, with its name. Raises Unreadable."""
LONGEST: Final = 500
MOST: Final = 1_000
HIGHEST: Final = 1_000_000


def table(value: Any) -> Facts:
    """Return a table's facts. Raises Unreadable with the name of the malformed value."""
    return _object(value, "tables", TABLE)


def _object(value: Any, name: str, shape: Mapping[str, Check]) -> Facts:
    if not isinstance(value, dict):
        raise Unreadable("line-shape", field=name)
    return {name: check(value.get(name), name) for name, check in shape.items() if name in value or name == "key"}


def _of(shape: Mapping[str, Check]) -> Check:
    return lambda value, name: _object(value, name, shape)


def _rows(check: Check) -> Check:
    def read(value: Any, name: str) -> list[Any]:
        if not isinstance(value, list) or len(value) > MOST:
            raise Unreadable("line-shape", field=name)
        return [check(one, name) for one in value]

    return read


def _or_none(check: Check) -> Check:
    return lambda value, name: None if value is None else check(value, name)


def _matching(is_right: Callable[[Any], bool]) -> Check:
    def read(value: Any, name: str) -> Any:
        if not is_right(value):
            raise Unreadable("line-shape", field=name)
        return value

    return read


def _key(value: Any, name: str) -> str:
    if not is_uuid(value):
        raise Unreadable("key", key=str(value)[:40])
    return str(UUID(value))


TEXT: Final = _matching(lambda value: isinstance(value, str) and len(value) <= LONGEST)
NUMBER: Final = _matching(lambda value: type(value) is int and abs(value) <= HIGHEST)
TRUTH: Final = _matching(lambda value: isinstance(value, bool))
MOMENT: Final = _matching(lambda value: moment_or_none(value) is not None)
PERSON_OR_NONE: Final = _or_none(_key)
SEAT: Final = {"number": NUMBER, "person": PERSON_OR_NONE}
COMMENT: Final[Mapping[str, Check]] = {
    "step": NUMBER,
    "by": PERSON_OR_NONE,
    "text": TEXT,
    "written": MOMENT,
    "edited": _or_none(MOMENT),
    "removed": _or_none(MOMENT),
    "reason": TEXT,
}
ATTEMPT: Final[Mapping[str, Check]] = {
    "number": NUMBER,
    "place": TEXT,
    "state": TEXT,
    "distress": TRUTH,
    "mixed": TRUTH,
    "started": MOMENT,
    "ended": _or_none(MOMENT),
    "reported_by": PERSON_OR_NONE,
    "sat": _rows(_of(SEAT)),
    "scores": _or_none(_rows(_or_none(NUMBER))),
    "tricks": NUMBER,
    "reason": TEXT,
    "comments": _rows(_of(COMMENT)),
    "seed": TEXT,
}
RESULT: Final = {"won": TRUTH, "attempts": NUMBER, "distress": TRUTH, "score": NUMBER, "finished": MOMENT}
TABLE: Final[Mapping[str, Check]] = {
    "key": _key,
    "game": TEXT,
    "mission": TEXT,
    "players": NUMBER,
    "options": TEXT,
    "state": TEXT,
    "distress": TRUTH,
    "watching": TEXT,
    "opened": MOMENT,
    "opened_by": PERSON_OR_NONE,
    "campaign": PERSON_OR_NONE,
    "challenge": _or_none(_of({"club": TEXT, "title": TEXT, "stage": NUMBER})),
    "seats": _rows(_of(SEAT | {"bot": TEXT})),
    "attempts": _rows(_of(ATTEMPT)),
    "result": _or_none(_of(RESULT)),
}
"""The known fields of a table; fields that other programs add are left out."""
