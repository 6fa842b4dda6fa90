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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple

from .bots import bots_of
from .commit_reveal import Step
from .contract import UnknownSetup, View
from .notation import whole_number
from .record import Record
from .registry import deal

NAME: Final = "crewsite-bot/1"
_BOTS: Final = re.compile(r"^# bots:(.*)$", re.MULTILINE)
_FACT: Final = "bots: "
_OF_THE_TABLE: Final = "timeout"


def message(view: View, number: int) -> bytes:
    """The hashed message for the decision of the view's seat after this many actions."""
    content = json.dumps([view["seat"], number, view.as_dict()], sort_keys=True, separators=(",", ":"))
    return f"{NAME}\n{content}".encode()


def chance(key: bytes, view: View, number: int) -> Random:
    """The random numbers of a bot for this decision."""
    return Random(int.from_bytes(hmac.digest(key, message(view, number), "sha256"), "big"))


def key_from_secret(secret: str) -> bytes:
    """The key of a challenge, of its sealed secret."""
    return secret.encode()


@dataclass(frozen=True, slots=True)
class NamedBot:
    """A bot as a record names it: `careful 3`; older records name no version, and it is None."""

    slug: str
    version: int | None = None
    is_one_version: bool = True
    """Whether one version decided all of the seat's actions: a site may be upgraded within a round."""

    def __str__(self) -> str:
        if self.version is None:
            return self.slug
        return f"{self.slug} {self.version}{'' if self.is_one_version else '+'}"


def bots_line(bots: Mapping[int, NamedBot]) -> str:
    """The comment in which a record names its bots by seat."""
    return f"# bots: {', '.join(f'{seat} {bot}' for seat, bot in sorted(bots.items()))}\n" if bots else ""


def check(seal: Mapping[str, Any], text: str) -> Iterator[Step]:
    """Recompute the bots' actions of a record with the secret of an opened seal. Raises what reading it raises.

    A record without versions is one from before they were noted: the bots' version is that of the seal's facts. Where
    nothing names a version, or it is not today's, the record cannot be checked here.
    """
    try:
        record = Record.parse(text)
    except UnknownSetup as error:
        if error.code != "record-rules":
            raise
        yield Step(None, str(error))
        return
    setup = record.setup
    if setup.deal is not None:
        yield Step(None, "the record spells its deal out, so it doesn’t say which deal of the challenge it is")
    elif not setup.seed.startswith(f"{seal['seed']}/"):
        yield Step(False, f"{setup.seed}: no deal of this challenge")
    else:
        yield _checked(record, _bots_in(text, setup.players), seal)


def _checked(record: Record, named: Mapping[int, NamedBot], seal: Mapping[str, Any]) -> Step:
    """Return whether the secret gives every action of these bots. Raises what `Record.replay` raises."""
    record.replay()
    seed = record.setup.seed
    bots = {seat: _of_facts(bot, seal["facts"]) for seat, bot in named.items()}
    for bot in bots.values():
        if why := _why_not_here(bot, record.setup.game):
            return Step(None, f"{seed}: can’t be checked here: {why}")
    other = _first_other(record, bots, key_from_secret(seal["secret"]))
    if other is None:
        same = sum(action.seat in bots and action.text != _OF_THE_TABLE for action in record.actions)
        return Step(True, f"{seed}: all {same} actions of its bots are those that the secret gives")
    if bots[other.seat].version is None:
        return Step(None, f"{seed}: can’t be checked here: neither the record nor the proof names the bots’ version")
    return Step(False, f"{seed}: {other.recorded} is not what the {bots[other.seat]} bot draws: {other.computed}")


class _Other(NamedTuple):
    """An action that the bot of this seat does not draw."""

    seat: int
    recorded: str
    computed: str | None


def _first_other(record: Record, bots: Mapping[int, NamedBot], key: bytes) -> _Other | None:
    """The first action of a bot that its key does not give."""
    state = deal(record.setup)
    for number, action in enumerate(record.actions):
        if action.seat in bots and action.text != _OF_THE_TABLE:
            view = state.view(action.seat)
            bot = bots_of(record.setup.game)[bots[action.seat].slug]
            computed = bot.choose(view, chance(key, view, number))
            if computed != action.text:
                return _Other(action.seat, f"action {number + 1}, “{action}”", computed)
        state = state.apply(action)
    return None


def _of_facts(bot: NamedBot, facts: Sequence[str]) -> NamedBot:
    """The bot with the version of the facts, where the record names none."""
    if bot.version is None and (line := next((fact for fact in facts if fact.startswith(f"{_FACT}{bot.slug} ")), "")):
        return NamedBot(bot.slug, whole_number(line.rpartition(" ")[2]))
    return bot


def _why_not_here(bot: NamedBot, game: str) -> str:
    """Return why this program cannot compute the bot's draws; "" where it can."""
    bots = bots_of(game)
    if bot.slug not in bots:
        return f"this program has no “{bot.slug}” bot"
    if not bot.is_one_version:
        return f"several versions of the {bot.slug} bot played"
    own = bots[bot.slug].version
    return "" if bot.version in {None, own} else f"version {bot.version} of the {bot.slug} bot played, this is {own}"


def _bots_in(text: str, players: int) -> dict[int, NamedBot]:
    """Return the bots that the record names, by seat. Raises UnknownSetup for a line that names something else."""
    lines = _BOTS.findall(text)
    bots: dict[int, NamedBot] = {}
    for pair in lines[0].split(",") if lines else ():
        seat, bot = _seat_and_bot(pair.split())
        if bot is None or seat is None or seat >= players or seat in bots or len(lines) > 1:
            raise UnknownSetup("record-bots", text=pair.strip())
        bots[seat] = bot
    return bots


def _seat_and_bot(words: Sequence[str]) -> tuple[int | None, NamedBot | None]:
    """`1 careful`, `1 careful 3`, or `1 careful 3+` where the version grew within the round."""
    match words:
        case [seat, slug]:
            return whole_number(seat), NamedBot(slug)
        case [seat, slug, version] if (number := whole_number(version.removesuffix("+"))) is not None:
            return whole_number(seat), NamedBot(slug, number, not version.endswith("+"))
        case _:
            return None, None
