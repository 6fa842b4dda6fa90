"""A mission as the rules read it, and the one-line text in which anybody writes their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..contract import UnknownSetup

FLAGS = ("dead-zone", "commander-decision", "commander-distribution", "five-player-rule")
NUMBERS = ("tasks", "disruption", "times")
WORDS = (
    "tasks",
    "tokens",
    "dead-zone",
    "disruption",
    "commander-decision",
    "commander-distribution",
    "five-player-rule",
    "special",
    "times",
)
"""The words of the mission file, in its order, which is the order of a custom mission's normal form."""

TOKENS = ("1", "2", "3", "4", "5", "omega", ">", ">>", ">>>", ">>>>")
MOST_TASKS = 36
MOST_TRICKS = 13


@dataclass(frozen=True, slots=True)
class Mission:
    """What a crew has to do, and under which conditions. `text` is its normal form."""

    text: str
    tasks: int = 0
    tokens: tuple[str, ...] = ()
    """The k-th token lies on the k-th task drawn."""
    dead_zone: bool = False
    disruption: int | None = None
    """The number of the first trick before which signals are allowed."""
    commander_decision: bool = False
    commander_distribution: bool = False
    five_player_rule: bool = False
    special: str | None = None
    times: int = 1
    """How many tricks the special condition asks for (only `colour-ones-win-tricks` reads it)."""

    @classmethod
    def from_words(cls, text: str, words: Mapping[str, Any]) -> Mission:
        """The mission of these words of the mission file."""
        values = {word.replace("-", "_"): value for word, value in words.items()}
        return cls(text, **{**values, "tokens": tuple(words.get("tokens", ()))})


def read_custom(text: str, specials: Mapping[str, object]) -> Mission:
    """A custom mission such as `tasks=5 tokens=1,2,omega dead-zone disruption=2`.

    A special condition may be written `special=NAME` or just `NAME`. Raises UnknownSetup for a word that
    does not exist, a value that does not fit and a combination that could never be played.
    """
    words: dict[str, Any] = {}
    for word in text.split():
        key, value = _read_word(word.replace("_", "-"), specials)
        if key in words:
            raise UnknownSetup("mission-word-twice", word=key)
        words[key] = value
    _check(words, specials)
    return Mission.from_words(_normal_form(words), words)


def _read_word(word: str, specials: Mapping[str, object]) -> tuple[str, Any]:
    key, equals, value = word.partition("=")
    if not equals and key in specials:
        return "special", key
    if key in FLAGS and not equals:
        return key, True
    if key in NUMBERS and value.isdecimal():
        return key, int(value)
    if key == "tokens" and value:
        return key, _read_tokens(value)
    if key == "special" and value in specials:
        return key, value
    raise UnknownSetup("mission-word", word=word, words=", ".join(WORDS))


def _read_tokens(value: str) -> tuple[str, ...]:
    tokens = tuple(value.split(","))
    for token in tokens:
        if token not in TOKENS:
            raise UnknownSetup("mission-token", token=token, tokens=" ".join(TOKENS))
        if tokens.count(token) > 1:
            raise UnknownSetup("mission-token-twice", token=token)
    return tokens


def _check(words: Mapping[str, Any], specials: Mapping[str, object]) -> None:
    tasks, tokens = words.get("tasks", 0), words.get("tokens", ())
    if not tasks and "special" not in words:
        raise UnknownSetup("mission-empty")
    if tasks > MOST_TASKS:
        raise UnknownSetup("mission-too-many-tasks", tasks=tasks, most=MOST_TASKS)
    if len(tokens) > tasks:
        raise UnknownSetup("mission-too-many-tokens", tokens=len(tokens), tasks=tasks)
    if not 2 <= words.get("disruption", 2) <= MOST_TRICKS:
        raise UnknownSetup("mission-disruption", number=words["disruption"], most=MOST_TRICKS)
    if "commander-decision" in words and "commander-distribution" in words:
        raise UnknownSetup("mission-two-ways-of-assigning")
    _check_order(tasks, tokens)


def _check_order(tasks: int, tokens: tuple[str, ...]) -> None:
    """Refuse numbers whose place does not exist, or is the last one while omega takes it."""
    places = tasks - ("omega" in tokens)
    for token in tokens:
        if token.isdecimal() and int(token) > places:
            raise UnknownSetup("mission-token-has-no-place", token=token, tasks=tasks)


def _normal_form(words: Mapping[str, Any]) -> str:
    return " ".join(_write_word(word, words[word]) for word in WORDS if word in words)


def _write_word(word: str, value: object) -> str:
    if value is True:
        return word
    return f"{word}={','.join(value)}" if isinstance(value, tuple) else f"{word}={value}"
