"""Custom missions: the text format, its parser, and the refusal of missions that could never be played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...contract import UnknownSetup
from ..mission import Vocabulary, flag, number
from .mission import Mission
from .specials import COUNTED, NEEDS_TASKS, SPECIALS
from .token_changes import MAY_MOVE, MAY_SWAP
from .tokens import OMEGA

TOKENS = ("1", "2", "3", "4", "5", "omega", ">", ">>", ">>>", ">>>>")
MOST_TASKS = 36
MOST_TRICKS = 13


def read_custom(text: str) -> Mission:
    """A custom mission such as `tasks=5 tokens=1,2,omega dead-zone disruption=2`.

    Special conditions may be written `special=NAME,NAME` or just `NAME`. Raises UnknownSetup for a word that
    does not exist, a value that does not fit and a combination that could never be played.
    """
    fields = VOCABULARY.read(text)
    _check(fields)
    values = _in_order(fields)
    return _checked(Mission.from_words(VOCABULARY.write(values), values))


def _read_tokens(value: str) -> tuple[str, ...] | None:
    if not value:
        return None
    tokens = tuple(value.split(","))
    for token in tokens:
        if token not in TOKENS:
            raise UnknownSetup("mission-token", token=token, tokens=" ".join(TOKENS))
        if tokens.count(token) > 1:
            raise UnknownSetup("mission-token-twice", token=token)
    return tokens


def _read_specials(value: str) -> tuple[str, ...] | None:
    names = tuple(value.split(","))
    return names if value and all(name in SPECIALS for name in names) else None


VOCABULARY = Vocabulary(
    {
        "tasks": number,
        "tokens": _read_tokens,
        "dead-zone": flag,
        "disruption": number,
        "commander-decision": flag,
        "commander-distribution": flag,
        "five-player-rule": flag,
        "special": _read_specials,
        "times": number,
    },
    dict.fromkeys(SPECIALS, "special"),
)


def _check(fields: Mapping[str, Any]) -> None:
    tasks, tokens, special = fields.get("tasks", 0), fields.get("tokens", ()), fields.get("special", ())
    for name in special:
        if special.count(name) > 1:
            raise UnknownSetup("mission-word-twice", word=name)
    if not tasks and not special:
        raise UnknownSetup("mission-empty")
    if tasks > MOST_TASKS:
        raise UnknownSetup("mission-too-many-tasks", tasks=tasks, most=MOST_TASKS)
    if len(tokens) > tasks:
        raise UnknownSetup("mission-too-many-tokens", tokens=len(tokens), tasks=tasks)
    if not 2 <= fields.get("disruption", 2) <= MOST_TRICKS:
        raise UnknownSetup("mission-disruption", number=fields["disruption"], most=MOST_TRICKS)
    if "commander-decision" in fields and "commander-distribution" in fields:
        raise UnknownSetup("mission-two-ways-of-assigning")
    _check_order(tasks, tokens)


def _check_order(tasks: int, tokens: tuple[str, ...]) -> None:
    """Refuse numbers whose place does not exist, or is the last one while omega takes it."""
    places = tasks - ("omega" in tokens)
    for token in tokens:
        if token.isdecimal() and int(token) > places:
            raise UnknownSetup("mission-token-has-no-place", token=token, tasks=tasks)


def _in_order(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The words and the special conditions in their normal order, without default values."""
    special = tuple(name for name in SPECIALS if name in fields.get("special", ()))
    values = VOCABULARY.in_order({**fields, "special": special})
    return {word: value for word, value in values.items() if (word, value) != ("times", 1)}


def _checked(mission: Mission) -> Mission:
    """The mission, if each of its conditions has the tasks or tokens that it refers to."""
    for name in mission.special:
        _check_special(mission, name)
    if sum(SPECIALS[name].names for name in mission.special) > 1:
        raise UnknownSetup("mission-two-named")
    if mission.times != 1 and not (COUNTED in mission.special and 1 <= mission.times <= 3):
        raise UnknownSetup("mission-times", number=mission.times)
    if _is_assigned_by_the_captain(mission) and not mission.tasks:
        raise UnknownSetup("mission-nothing-to-assign")
    return mission


def _check_special(mission: Mission, name: str) -> None:
    if name in NEEDS_TASKS and not mission.tasks:
        raise UnknownSetup("mission-special-needs-tasks", special=name)
    if name == "omega-in-the-last-trick" and OMEGA not in mission.tokens:
        raise UnknownSetup("mission-special-needs-omega", special=name)
    if name in (MAY_SWAP, MAY_MOVE) and _is_assigned_by_the_captain(mission):
        raise UnknownSetup("mission-tokens-without-choosing", special=name)
    if name == MAY_SWAP and len(mission.tokens) < 2:
        raise UnknownSetup("mission-swap-needs-tokens")
    if name == MAY_MOVE and not 0 < len(mission.tokens) < mission.tasks:
        raise UnknownSetup("mission-move-needs-a-token")


def _is_assigned_by_the_captain(mission: Mission) -> bool:
    return mission.commander_decision or mission.commander_distribution
