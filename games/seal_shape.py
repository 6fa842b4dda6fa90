"""The shape of an opened seal: every part of the file is of its kind, so that a check meets nothing else.

What has another shape cannot be read, which says nothing of the challenge: it is not a false proof.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from .contract import UnknownSetup
from .notation import whole_number

_TOP: Final[Mapping[str, type]] = {
    "seal": str,
    "facts": list,
    "secret": str,
    "commitment": str,
    "words": list,
    "seed": str,
    "deals": list,
}
_OF_DEALS: Final = "deals"


def read(text: str) -> Mapping[str, Any]:
    """The opened seal in this text. Raises UnknownSetup with one sentence for whatever is not of its kind."""
    try:
        seal: Any = json.loads(text)
    except RecursionError as error:
        raise UnknownSetup("seal-text", text="it is nested too deeply") from error
    except ValueError as error:
        raise UnknownSetup("seal-text", text=str(error)) from error
    for key, kind in _TOP.items():
        if not isinstance(seal, dict) or not isinstance(seal.get(key), kind):
            raise UnknownSetup("seal-key", key=key)
    _ensure_utf8(seal)
    read_seal: Mapping[str, Any] = seal
    return read_seal


def ensure_readable(seal: Mapping[str, Any]) -> None:
    """Raise UnknownSetup, naming the part, unless facts, words and deals are of their kinds."""
    faults = {
        "facts": not all(isinstance(fact, str) and ": " in fact for fact in seal["facts"]),
        "words": not all(_is_list_of(pair, str) and len(pair) == 2 for pair in seal["words"]),
        _OF_DEALS: not all(isinstance(one, dict) and _is_deal(one) for one in seal["deals"]),
        "cancelled": not isinstance(seal.get("cancelled", False), bool),
    }
    for key, is_wrong in faults.items():
        if is_wrong:
            raise UnknownSetup("seal-key", key=key)


def _is_deal(one: Mapping[str, Any]) -> bool:
    """Return whether this is a race with its table, or a deal with its hands and its line."""
    if not (_is_number(one.get("stage")) and _is_number(one.get("attempt"))):
        return False
    if "table" in one:
        return isinstance(one["table"], dict)
    hands = one.get("hands")
    return (
        _is_number(one.get("candidate"))
        and _is_list_of(one.get("tried", []), str)
        and isinstance(hands, list)
        and all(_is_list_of(hand, str) for hand in hands)
        and _is_list_of(one.get("line"), str)
        and all(_is_action(text) for text in one["line"])
    )


def _is_number(value: object) -> bool:
    """Return whether this counts something, from 1 on."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _is_list_of(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(isinstance(one, kind) for one in value)


def _is_action(text: str) -> bool:
    seat, _, action = text.partition(" ")
    return whole_number(seat) is not None and bool(action)


def _ensure_utf8(seal: Mapping[str, Any]) -> None:
    """Raise UnknownSetup for half of a surrogate pair, which JSON can spell and no text can hold."""
    try:
        json.dumps(seal, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise UnknownSetup("seal-text", text="half a character is in it") from error
    except RecursionError as error:
        raise UnknownSetup("seal-text", text="it is nested too deeply") from error
