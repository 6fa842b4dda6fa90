"""The common base of all Crew missions, and the one-line text of custom missions."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from ..contract import UnknownSetup
from ..notation import whole_number


@dataclass(frozen=True, slots=True)
class Mission:
    """A crew's tasks and the conditions on them. `text` is the normal form; each book adds its words."""

    text: str
    special: tuple[str, ...] = ()
    """The names of its special conditions."""


def mission_rows(package: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The missions of a book's `missions.toml`: number and words."""
    text = files(package).joinpath("missions.toml").read_text(encoding="utf-8")
    for fields in tomllib.loads(text)["mission"]:
        yield str(fields.pop("number")), fields


Reader = Callable[[str], Any]
"""Parse the value behind a word's `=`; None if it is invalid."""


def flag(value: str) -> bool | None:
    """A word without a value."""
    return None if value else True


def number(value: str) -> int | None:
    """A word with a whole number."""
    return whole_number(value)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of a mission file, in its order, which is the order of a custom mission's normal form."""

    readers: Mapping[str, Reader]
    names: Mapping[str, str]
    """Words that may be written alone as well, with the list that they go to (`NAME` for `special=NAME`)."""

    def read(self, text: str) -> dict[str, Any]:
        """The words of a custom mission with their values. Raises UnknownSetup for one that does not exist."""
        fields: dict[str, Any] = {}
        for word in text.split():
            key, value = self._read_word(word.replace("_", "-"))
            if key in self.names.values():
                value = fields.pop(key, ()) + value
            if key in fields:
                raise UnknownSetup("mission-word-twice", word=key)
            fields[key] = value
        return fields

    def _read_word(self, word: str) -> tuple[str, Any]:
        key, equals, value = word.partition("=")
        if not equals and key in self.names:
            return self.names[key], (key,)
        read = self.readers.get(key)
        value_read = None if read is None or bool(equals) != bool(value) else read(value)
        if value_read is None:
            raise UnknownSetup("mission-word", word=word, words=", ".join(self.readers))
        return key, value_read

    def in_order(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """The words that say something, in their order."""
        return {word: fields[word] for word in self.readers if fields.get(word)}

    def write(self, fields: Mapping[str, Any]) -> str:
        """The normal form: `read` reads it back."""
        return " ".join(_write_word(word, value) for word, value in self.in_order(fields).items())


def _write_word(word: str, value: object) -> str:
    if value is True:
        return word
    return f"{word}={','.join(value)}" if isinstance(value, tuple) else f"{word}={value}"
