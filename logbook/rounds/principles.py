"""Principles of play, each with its why: a learner reads them, and a bot's reason names the one that it followed.

Their words are in `principles.toml`, in English; the catalogues translate them.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from logbook.lib.translation import gettext as _

PATH: Final = Path(__file__).with_name("principles.toml")


@dataclass(frozen=True, slots=True)
class Principle:
    """A principle. Sentences are messages of the catalogues, in English."""

    slug: str
    says: str
    why: str
    reasons: frozenset[str]
    """The codes of bots' reasons that follow the principle."""


@dataclass(frozen=True, slots=True)
class PrincipleText:
    """A principle in the reader's language."""

    slug: str
    says: str
    why: str


@cache
def principles() -> tuple[Principle, ...]:
    """Return all principles, in the order of their file."""
    read = tomllib.loads(PATH.read_text("utf-8"))["principle"]
    return tuple(Principle(one["slug"], one["says"], one["why"], frozenset(one.get("reasons", ()))) for one in read)


def principle_texts() -> list[PrincipleText]:
    """Return all principles in the reader's language."""
    return [_text(principle) for principle in principles()]


def principle_behind(code: str) -> PrincipleText | None:
    """Return the principle that a bot's reason follows; None where none fits."""
    return next((_text(principle) for principle in principles() if code in principle.reasons), None)


def sentences_of(text: str) -> tuple[str, ...]:
    """Return every sentence of the file of principles, for the catalogues."""
    return tuple(sentence for one in tomllib.loads(text)["principle"] for sentence in (one["says"], one["why"]))


def _text(principle: Principle) -> PrincipleText:
    return PrincipleText(principle.slug, _(principle.says), _(principle.why))
