"""Random numbers of bots, `crewsite-bot/1`: predictable and verifiable only with a key.

For every decision HMAC-SHA256 is computed with a secret key over `message`: the seat, the number of the decision (the
number of earlier actions) and the seat's view, as canonical JSON. The thirty-two bytes, read as a big-endian whole
number, seed Python's own generator. So the same position always gives the same random numbers, and bots with the same
information act the same. They are independent of the deal's stream (`games/shuffle.py`), which is SHA-256 under other
labels and without this key.

In a challenge the key is the sealed secret: all crews meet the same bots, and once the seal is open every player can
recompute the bots' actions (`check`). Elsewhere it is a secret of the site.
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

from .bots import bots_of
from .commit_reveal import Step
from .contract import State, UnknownSetup, View
from .record import Record
from .registry import deal

NAME: Final = "crewsite-bot/1"
_BOTS: Final = re.compile(r"^# bots:(.*)$", re.MULTILINE)
_OF_THE_TABLE: Final = "timeout"


def message(view: View, number: int) -> bytes:
    """The hashed message for the decision of the view's seat after this many actions."""
    content = json.dumps([view["seat"], number, view.as_dict()], sort_keys=True, separators=(",", ":"))
    return f"{NAME}\n{content}".encode()


def chance(key: bytes, view: View, number: int) -> Random:
    """The random numbers of a bot for this decision."""
    return Random(int.from_bytes(hmac.digest(key, message(view, number), "sha256"), "big"))


def key_of(secret: str) -> bytes:
    """The key of a challenge, of its sealed secret."""
    return secret.encode()


def bots_line(bots: Mapping[int, str]) -> str:
    """The comment in which a record names its bots by seat."""
    return f"# bots: {', '.join(f'{seat} {bot}' for seat, bot in sorted(bots.items()))}\n" if bots else ""


def check(seal: Mapping[str, Any], text: str) -> Iterator[Step]:
    """Recompute the bots' actions of a record with the secret of an opened seal. Raises what reading it raises."""
    record = Record.parse(text)
    if not record.setup.seed.startswith(f"{seal['seed']}/"):
        yield Step(False, f"{record.setup.seed}: no deal of this challenge")
        return
    bots, state, same = _bots_in(text), deal(record.setup), 0
    for number, action in enumerate(record.actions):
        if action.seat in bots and action.text != _OF_THE_TABLE:
            computed = _choice(state, bots[action.seat], action.seat, key_of(seal["secret"]), number)
            if computed != action.text:
                place_in_record = f"action {number + 1}, “{action}”"
                yield Step(
                    False,
                    f"{record.setup.seed}: {place_in_record} is not what the {bots[action.seat]} bot draws: {computed}",
                )
                return
            same += 1
        state = state.apply(action)
    yield Step(True, f"{record.setup.seed}: all {same} actions of its bots are those that the secret gives")


def _choice(state: State, bot: str, seat: int, key: bytes, number: int) -> str | None:
    view = state.view(seat)
    bots = bots_of(state.setup.game)
    if bot not in bots:
        raise UnknownSetup("setup-bot", bot=bot, bots=", ".join(bots))
    return bots[bot].choose(view, chance(key, view, number))


def _bots_in(text: str) -> dict[int, str]:
    """By seat, the bots that the record names."""
    computed = _BOTS.search(text)
    pairs = (pair.split() for pair in computed[1].split(",")) if computed else ()
    return {int(pair[0]): pair[1] for pair in pairs if len(pair) == 2 and pair[0].isdecimal()}
