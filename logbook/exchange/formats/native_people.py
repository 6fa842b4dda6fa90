"""Reader of the people and the crew's history in our own files: known facts of the right type only."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from logbook.lib.names import plain

Facts = dict[str, Any]
KeyOf = Callable[[Any], str | None]
"""Maps a person's number in the file to their key."""
MOST: Final = 200
LONGEST_NAME: Final = 80
EARLIEST, LATEST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
"""The earliest and latest moments accepted; some databases cannot count beyond them."""


def is_uuid(text: Any) -> bool:
    """Return whether the value is a key."""
    try:
        UUID(text)
    except (AttributeError, TypeError, ValueError):
        return False
    return True


def moment_or_none(text: Any) -> str | None:
    """Return a moment in our files' format; None for anything else."""
    return text if moment(text) is not None else None


def moment(text: Any) -> datetime | None:
    """Return the moment that a text names; None for anything else, and for an impossible one."""
    try:
        at = datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return at if at is not None and at.tzinfo is not None and EARLIEST <= at < LATEST else None


def key_or_none(value: Any) -> str | None:
    """Return a key in our files' format; None for anything else."""
    return str(UUID(value)) if is_uuid(value) else None


def name_or_none(text: Any) -> str | None:
    """Return a name without unprintable characters; None for anything else."""
    return plain(text)[:LONGEST_NAME] if isinstance(text, str) else None


def person(facts: Mapping[str, Any], key_of: KeyOf) -> Facts:
    """Return a person's facts; they refer to other people by key, not by number in the file."""
    return {
        "key": str(UUID(facts["key"])),
        "name": name_or_none(facts.get("name")) or "",
        "kind": _word(facts.get("kind"), ("member", "guest", "visitor")),
        "memberships": [_time(one) for one in _rows(facts.get("memberships"))],
        "substitute": moment_or_none(facts.get("substitute")),
        "claimed_by": key_of(facts.get("claimed_by")),
        "claims": [_claim(one, key_of) for one in _rows(facts.get("claims"))],
    }


def crew(facts: Mapping[str, Any], key_of: KeyOf) -> Facts:
    """Return a crew's facts: its names, when it began, what became of it and its requests to other crews."""
    became = facts.get("became")
    return {
        "key": str(UUID(facts["key"])),
        "name": name_or_none(facts.get("name")) or "",
        "founded": moment_or_none(facts.get("founded")),
        "became": _other(became) | {"at": moment_or_none(became.get("at"))} if isinstance(became, dict) else None,
        "unions": [_union(one, key_of) for one in _rows(facts.get("unions"))],
    }


def notes(rows: Iterable[Mapping[str, Any]], kinds: Iterable[str], key_of: KeyOf) -> list[Facts]:
    """Return the crew's history; malformed notes are left out."""
    known_kinds = set(kinds)
    return [
        {
            "key": str(UUID(one["key"])),
            "kind": one["kind"],
            "at": one["at"],
            "by": key_of(one.get("by")),
            "by_number": one.get("by"),
            "other": key_or_none(one.get("other")),
            "other_name": (name_or_none(one.get("other_name")) or "")[:60],
        }
        for one in rows
        if is_uuid(one.get("key")) and _is_one_of(one.get("kind"), known_kinds) and moment_or_none(one.get("at"))
    ]


def _rows(value: Any) -> list[Facts]:
    return [one for one in value[:MOST] if isinstance(one, dict)] if isinstance(value, list) else []


def _time(one: Facts) -> Facts:
    joined_at, left_at = (moment_or_none(one.get(name)) for name in ("joined", "left"))
    return {"role": _word(one.get("role"), ("founder", "member")), "joined": joined_at, "left": left_at}


def _claim(one: Facts, key_of: KeyOf) -> Facts:
    return {
        "by": key_of(one.get("by")),
        "state": _word(one.get("state"), ("asked", "granted", "declined", "taken-back")),
        "asked": moment_or_none(one.get("asked")),
        "answered_by": key_of(one.get("answered_by")),
        "answered": moment_or_none(one.get("answered")),
    }


def _union(one: Facts, key_of: KeyOf) -> Facts:
    into = one.get("into")
    return {
        "state": _word(one.get("state"), ("asked", "agreed", "declined", "taken-back")),
        "asked_by": key_of(one.get("asked_by")),
        "asked": moment_or_none(one.get("asked")),
        "answered_by": key_of(one.get("answered_by")),
        "answered": moment_or_none(one.get("answered")),
        "into": _other(into) if isinstance(into, dict) else None,
    }


def _other(facts: Mapping[str, Any]) -> Facts:
    return {"key": key_or_none(facts.get("key")), "name": name_or_none(facts.get("name")) or ""}


def _is_one_of(value: Any, choices: Collection[str]) -> bool:
    return isinstance(value, str) and value in choices


def _word(value: Any, choices: tuple[str, ...]) -> str:
    return str(value) if _is_one_of(value, choices) else choices[-1]
