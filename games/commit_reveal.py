"""Commit and reveal, `crewsite-seal/1`: every player can check that the deals of a challenge were fixed in advance.

1. When a challenge is announced, the site draws a secret and publishes its `commitment`: the SHA-256 of what was
   announced (the `facts`) and the secret, so neither can be changed any more.
2. Until a moment named in the facts, members of the club add words of their own in public.
3. The seed of all deals is then derived from both: `base_seed`. The site could not know the words before it committed
   to its secret, and a member who adds words does not know the secret. Only the site could try several words by
   adding the last ones under a name of its own; a member who adds words in the last moments prevents that.
4. Of the candidates that the seed gives for a deal, in order, the first that is proven winnable and as hard as was
   announced is dealt (or the nearest to it). The facts bound the number of candidates, and the fate of each
   is published, so a site cannot search for one that favours a player.
   Races need no proof: race k of stage s is dealt from `base/s/k`, the first seed.
5. Once the challenge is over the secret is published, and every player can compute all of this again: `check`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from . import seal_shape, sentences
from .contract import Action, GameError, Setup, UnknownSetup
from .notation import whole_number
from .registry import GAMES, deal, describe

NAME: Final = "crewsite-seal/1"
DEALT: Final = "dealt"
"""The outcome of the candidate that was dealt; other candidates have their reasons."""

RACE_TABLE: Final = ("first", "market")
"""The public facts of a race before its first turn that depend on the seed alone."""

Contribution = tuple[str, str]
"""A member, and the words that the member added."""


def _digest(*lines: str) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def commitment(facts: Sequence[str], secret: str) -> str:
    """The published commitment of a challenge, in hexadecimal. `facts` are lines such as `players: 4`."""
    return _digest(NAME, *facts, secret)


def base_seed(secret: str, contributions: Sequence[Contribution]) -> str:
    """The seed of all deals, in hexadecimal; `words` in the order in which they were added."""
    return _digest(f"{NAME} base", secret, *(json.dumps(pair, separators=(",", ":")) for pair in contributions))


def race_seed(base: str, stage: int, attempt: int) -> str:
    """The seed of a race of a challenge."""
    return f"{base}/{stage}/{attempt}"


def race_table(setup: Setup) -> dict[str, Any]:
    """The start of a race: its first player, and the market. Raises UnknownSetup."""
    view = deal(setup).view(None).as_dict()
    return {key: view[key] for key in RACE_TABLE}


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was checked. `holds` is None where it cannot be checked here, which speaks against nobody."""

    holds: bool | None
    says: str
    """In English, for the terminal."""
    code: str = ""
    """The code of the sentence (`games.sentences`), "" for a step that no page shows."""
    params: Mapping[str, Any] = field(default_factory=dict)


def _step(holds: bool, code: str, **params: Any) -> Step:
    return Step(holds, sentences.say(code, params), code, params)


def parse(text: str) -> Mapping[str, Any]:
    """Read an opened seal, as the site hands it out. Raises UnknownSetup."""
    seal = seal_shape.read(text)
    if seal["seal"] != NAME:
        raise UnknownSetup("seal-name", text=seal["seal"])
    seal_shape.ensure_readable(seal)
    return seal


def check(seal: Mapping[str, Any]) -> Iterator[Step]:
    """Compute everything again: the commitment, the seed, every deal, and the line that wins it; of races the deal.

    Raises UnknownSetup for facts that announce no deals.
    """
    computed = commitment(seal["facts"], seal["secret"])
    yield _step(computed == seal["commitment"], "seal-commitment", computed=computed)
    contributions = [(who, what) for who, what in seal["words"]]
    computed = base_seed(seal["secret"], contributions)
    yield _step(computed == seal["seed"], "seal-seed", number=len(contributions), computed=computed)
    announced = Announced.of(seal["facts"])
    yield _complete(announced, seal)
    for one in seal["deals"]:
        yield _checked(announced, computed, one)


def _complete(announced: Announced, seal: Mapping[str, Any]) -> Step:
    """Every deal that was announced is there, and none twice."""
    wanted = {
        (stage, attempt)
        for stage in range(1, len(announced.stages) + 1)
        for attempt in range(1, announced.attempts + 1)
    }
    deals = [(one["stage"], one["attempt"]) for one in seal["deals"]]
    if len(set(deals)) != len(deals):
        return _step(False, "seal-deal-twice")
    missing_deals = sorted(wanted - set(deals))
    if not missing_deals:
        return _step(True, "seal-complete", number=len(wanted))
    if seal.get("cancelled") is True:
        return _step(True, "seal-cancelled", number=len(wanted) - len(missing_deals), most=len(wanted))
    return _step(False, "seal-missing", places=", ".join(f"{stage}/{attempt}" for stage, attempt in missing_deals))


@dataclass(frozen=True, slots=True)
class Announced:
    """The part of the facts that is about the deals."""

    players: int
    options: tuple[str, ...]
    stages: tuple[tuple[str, str], ...]
    """The game and the mission of each stage."""
    attempts: int
    candidates: int | None
    """The largest number of candidates for a deal; None where it was not announced."""

    @classmethod
    def of(cls, facts: Sequence[str]) -> Announced:
        """Read the facts. Raises UnknownSetup, too, for a mission that does not exist for so many players."""
        pairs = [fact.partition(": ") for fact in facts]
        named = {name: value for name, _, value in pairs}
        stages = [value.partition(" ") for name, _, value in pairs if name.startswith("stage ")]
        players = _number(named, "players")
        for game, _, text in stages:
            describe(Setup(game, text, players))
        return cls(
            players,
            tuple(named.get("options", "").split()),
            tuple((game, text) for game, _, text in stages),
            _number(named, "attempts"),
            _number(named, "candidates") if "candidates" in named else None,
        )


def _number(named: Mapping[str, str], key: str) -> int:
    """The number with which this fact ends."""
    number = whole_number(named.get(key, "").rpartition(" ")[2])
    if number is None:
        raise UnknownSetup("seal-key", key=key)
    return number


def _fault_of_choice(announced: Announced, one: Mapping[str, Any]) -> tuple[str, Mapping[str, int]] | None:
    """The fault in the choice of the candidate, as a code and its params; None if there is none."""
    most, tried, candidate = announced.candidates, one.get("tried", ()), one["candidate"]
    if most is None:
        return None
    if not 1 <= candidate <= len(tried):
        return "seal-not-listed", {"candidate": candidate}
    if len(tried) > most:
        return "seal-too-many", {"number": len(tried), "most": most}
    if [place for place, end in enumerate(tried, start=1) if end == DEALT] != [candidate] or not all(tried):
        return "seal-not-dealt", {"candidate": candidate}
    return None


def _checked(announced: Announced, seed: str, one: Mapping[str, Any]) -> Step:
    """One deal of a stage that was announced."""
    place = {"stage": one["stage"], "attempt": one["attempt"]}
    if one["stage"] > len(announced.stages):
        return _step(False, "seal-no-stage", **place)
    game, _mission = announced.stages[one["stage"] - 1]
    if GAMES[game].is_race != ("table" in one):
        return _step(False, "seal-no-race" if GAMES[game].is_race else "seal-a-race", **place)
    try:
        return _checked_by_kind(announced, seed, one, place)
    except GameError as error:
        return _step(False, "seal-refused", figures={"code": error.code, "params": error.params}, **place)


def _checked_by_kind(announced: Announced, seed: str, one: Mapping[str, Any], place: Mapping[str, int]) -> Step:
    """A race that begins as its seed says, or hands that come from the seed and a recorded line that wins.

    Raises GameError for what the rules refuse.
    """
    if "table" in one:
        return _race_checked(announced, seed, one, place)
    if fault := _fault_of_choice(announced, one):
        code, params = fault
        return _step(False, code, **place, **params)
    place = {**place, "candidate": one["candidate"]}
    game, mission = announced.stages[one["stage"] - 1]
    own = f"{seed}/{one['stage']}/{one['attempt']}/{one['candidate']}"
    options = tuple(option for option in announced.options if option in GAMES[game].options)
    state = deal(Setup(game, mission, announced.players, own, options))
    hands = [list(state.view(seat)["hand"]) for seat in range(announced.players)]
    if hands != one["hands"]:
        return _step(False, "seal-other-hands", **place)
    for text in one["line"]:
        seat, _, action = text.partition(" ")
        state = state.apply(Action(int(seat), action))
    won = state.outcome is not None and bool(state.outcome.success)
    return _step(won, "seal-winnable" if won else "seal-not-won", **place)


def _race_checked(announced: Announced, seed: str, one: Mapping[str, Any], place: Mapping[str, int]) -> Step:
    """One race: it begins as its seed says. Raises GameError."""
    game, mission = announced.stages[one["stage"] - 1]
    own = race_seed(seed, one["stage"], one["attempt"])
    computed = race_table(Setup(game, mission, announced.players, own))
    if computed != one["table"]:
        return _step(False, "seal-other-race", **place)
    return _step(True, "seal-race", computed=own, **place)
