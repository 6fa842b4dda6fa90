"""A mission as the rules read it, and the one-line text in which anybody writes their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..contract import UnknownSetup
from ..notation import whole_number

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
    special: tuple[str, ...] = ()
    """The names of its special conditions."""
    times: int = 1
    """How many tricks the special condition asks for (only `colour-ones-win-tricks` reads it)."""

    @classmethod
    def from_words(cls, text: str, words: Mapping[str, Any]) -> Mission:
        """The mission of these words of the mission file."""
        values = {word.replace("-", "_"): value for word, value in words.items()}
        special = words.get("special", ())
        names = (special,) if isinstance(special, str) else tuple(special)
        return cls(text, **{**values, "tokens": tuple(words.get("tokens", ())), "special": names})


def read_custom(text: str, specials: Mapping[str, object]) -> Mission:
    """A custom mission such as `tasks=5 tokens=1,2,omega dead-zone disruption=2`.

    Special conditions may be written `special=NAME,NAME` or just `NAME`. Raises UnknownSetup for a word that
    does not exist, a value that does not fit and a combination that could never be played.
    """
    words: dict[str, Any] = {}
    for word in text.split():
        key, value = _read_word(word.replace("_", "-"), specials)
        if key == "special":
            value = words.pop(key, ()) + value
        if key in words:
            raise UnknownSetup("mission-word-twice", word=key)
        words[key] = value
    _check(words)
    said = _in_order(words, tuple(specials))
    return Mission.from_words(" ".join(_write_word(word, value) for word, value in said.items()), said)


def _read_word(word: str, specials: Mapping[str, object]) -> tuple[str, Any]:
    key, equals, value = word.partition("=")
    if not equals and key in specials:
        return "special", (key,)
    if key in FLAGS and not equals:
        return key, True
    if key in NUMBERS and (number := whole_number(value)) is not None:
        return key, number
    if key == "tokens" and value:
        return key, _read_tokens(value)
    if key == "special" and value and all(name in specials for name in value.split(",")):
        return key, tuple(value.split(","))
    raise UnknownSetup("mission-word", word=word, words=", ".join(WORDS))


def _read_tokens(value: str) -> tuple[str, ...]:
    tokens = tuple(value.split(","))
    for token in tokens:
        if token not in TOKENS:
            raise UnknownSetup("mission-token", token=token, tokens=" ".join(TOKENS))
        if tokens.count(token) > 1:
            raise UnknownSetup("mission-token-twice", token=token)
    return tokens


def _check(words: Mapping[str, Any]) -> None:
    tasks, tokens, special = words.get("tasks", 0), words.get("tokens", ()), words.get("special", ())
    for name in special:
        if special.count(name) > 1:
            raise UnknownSetup("mission-word-twice", word=name)
    if not tasks and not special:
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


def _in_order(words: Mapping[str, Any], specials: tuple[str, ...]) -> dict[str, Any]:
    """The words in their order, and special conditions in theirs, without those that say nothing."""
    ordered = {**words, "special": tuple(name for name in specials if name in words.get("special", ()))}
    said = {word: value for word, value in ordered.items() if value and (word, value) != ("times", 1)}
    return {word: said[word] for word in WORDS if word in said}


def _write_word(word: str, value: object) -> str:
    if value is True:
        return word
    return f"{word}={','.join(value)}" if isinstance(value, tuple) else f"{word}={value}"
