"""Scenes that the tests of hostile files share with others."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

KEY = "8e2a9a5e-5e0d-4c1e-9f5e-0d5b6a1c2d3e"


MOMENT = "2024-03-01T19:00:00+00:00"


TABLE = {
    "key": KEY, "game": "planet-nine", "mission": "4", "players": 2, "options": "", "state": "won", "distress": False,
    "opened": MOMENT, "opened_by": KEY, "campaign": None, "challenge": {"club": "C", "title": "Week 1", "stage": 1},
    "seats": [{"number": 0, "person": KEY, "bot": ""}, {"number": 1, "person": None, "bot": "careful"}],
    "attempts": [{"number": 1, "place": "online", "state": "success", "distress": False, "started": MOMENT,
                  "ended": None, "reported_by": None, "sat": [{"number": 0, "person": KEY}], "tricks": 7,
                  "reason": "why", "seed": "abc"}],
    "result": {"won": True, "attempts": 1, "distress": False, "score": 1, "finished": MOMENT},
}  # fmt: skip


LINE = {
    "key": KEY, "campaign": 1, "mission": "4", "won": True, "distress": False, "players": 4,
    "played_on": "2024-03-31", "minutes": 12, "note": "close", "photo": None, "source": "table", "copied": False,
    "logged_by": 1, "logged_at": MOMENT, "removed_at": None, "table": None, "attempt": None,
    "people": [{"person": 1, "captain": True, "substitute": False}],
    "changes": [{"by": 1, "at": MOMENT, "before": {"won": False, "people": []}, "after": {"won": True}}],
}  # fmt: skip


OWN: dict[str, Any] = {
    "format": "crewsite-export/1",
    "kind": "crew",
    "crew": {"key": KEY, "name": "Aurora", "founded": MOMENT, "became": {"key": KEY, "name": "C", "at": MOMENT},
             "unions": [{"state": "agreed", "asked_by": 1, "asked": MOMENT, "into": {"key": KEY, "name": "C"}}]},
    "people": [{"id": 1, "key": KEY, "name": "Ana", "kind": "member", "claimed_by": None, "substitute": MOMENT,
                "memberships": [{"role": "founder", "joined": MOMENT, "left": None}],
                "claims": [{"by": 1, "state": "asked", "asked": MOMENT}]}],
    "notes": [{"key": KEY, "kind": "came-of", "at": MOMENT, "by": 1, "other": KEY, "other_name": "Corona"}],
    "campaigns": [{"id": 1, "key": KEY, "name": "Mondays", "game": "planet-nine", "in_order": True, "opened": MOMENT,
                   "opened_by": 1, "closed": None, "copied": False, "copied_from": None}],
    "tables": [TABLE],
    "lines": [LINE, LINE | {"key": KEY.replace("8", "7")}],
}  # fmt: skip


CLUB: dict[str, Any] = {
    "format": "crewsite-export/1",
    "kind": "club",
    "club": {"key": KEY, "name": "Club", "about": "", "public": True, "founded": MOMENT},
    "members": [{"key": KEY, "name": "Ana", "role": "owner", "joined": MOMENT}],
    "crews": [{"id": 1, "key": KEY, "name": "Aurora", "joined": MOMENT, "logbook": True}],
    "news": [{"key": KEY, "title": "Hello", "text": "…", "author": "Ana", "written": MOMENT}],
    "people": [{"crew": 1} | one for one in OWN["people"]],
    "campaigns": [{"crew": 1} | one for one in OWN["campaigns"]],
    "lines": [{"crew": 1} | one for one in OWN["lines"]],
}


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the places of a value's parts."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, one in inside:
        yield (*path, name)
        yield from places(one, (*path, name))


def with_odd(value: Any, path: tuple[Any, ...], odd: Any) -> Any:
    made = copy.deepcopy(value)
    inner = made
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = odd
    return made
