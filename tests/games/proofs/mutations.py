"""Mutations of valid files by chance: each seed gives one malformed (or still valid) text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any, Final

_DEEP: Final = 100_000
HALF_A_CHARACTER: Final = "\ud800"
VALUES: Final[tuple[object, ...]] = (
    *(None, True, 0, 1, 7, -1, 1.5, 10**30, "", "x", "x: y", "1", "٣", "R4", HALF_A_CHARACTER, "a\nb", "\0"),
    *([], {}, [[]], ["x"], [None], {"x": "y"}, [[[["x"]]]], [["Ana", "x", "y"]], ["0 play B7"], ["stage 1: x y"]),
)
_PIECES: Final = ("#", ":", " ", "\n", "-1", "99999", "٣", "\0", "🂡", "# bots: x", "{", "]", '"', HALF_A_CHARACTER)


def of_json(text: str, chance: Random) -> bytes:
    """The JSON text with one part that is another value, missing, doubled or moved; or with other characters."""
    if chance.random() < 0.2:
        return of_text(text, chance)
    tree = deepcopy(json.loads(text))
    where, key = chance.choice([(inner, key) for inner in _containers(tree) for key in _keys(inner)])
    match chance.randrange(6):
        case 0:
            del where[key]
        case 1 if isinstance(where, dict):
            where[f"{key} "] = where.pop(key)
        case 1:
            where.insert(key, where[key])
        case 2:
            where[key] = [where[key]]
        case _:
            where[key] = chance.choice(VALUES)
    return json.dumps(tree).encode()


def of_text(text: str, chance: Random) -> bytes:
    """The text cut short, or with a line or some characters that are other ones, missing, doubled or moved."""
    lines, place = text.splitlines(keepends=True), chance.randrange(len(text))
    line = chance.randrange(len(lines))
    match chance.randrange(8):
        case 0:
            changed = text[:place]
        case 1:
            changed = text[:place] + text[place + chance.randint(1, 9) :]
        case 2:
            changed = text[:place] + chance.choice(_PIECES) + text[place:]
        case 3:
            changed = "".join([*lines[:line], *lines[line + 1 :]])
        case 4:
            changed = "".join([*lines[: line + 1], *lines[line:]])
        case 5:
            changed = "".join(chance.sample(lines, len(lines)))
        case 6:
            return text[:place].encode() + b"\xff\xfe" + text[place:].encode()
        case _:
            changed = text[:place] + "[" * _DEEP + text[place:]
    return changed.encode("utf-8", "surrogatepass")


def _containers(tree: Any) -> Iterator[Any]:
    """Every list and mapping that holds something."""
    if isinstance(tree, (dict, list)) and tree:
        yield tree
        for inner in tree.values() if isinstance(tree, dict) else tree:
            yield from _containers(inner)


def _keys(container: Any) -> list[Any]:
    return list(container) if isinstance(container, dict) else list(range(len(container)))
