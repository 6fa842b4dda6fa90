"""Another way to go on from a moment of a finished round: what the address of such a page says, and nothing kept.

A line begins with so many actions of the record and goes on with moves of its own. It lives in the address alone:
whoever plays on from a replay leaves no table, no attempt and no result behind.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

import games

MOST_MOVES: Final = 250
_BETWEEN: Final = "~"


class Unreadable(ValueError):
    """The address is none that a page of ours leads to."""


@dataclass(frozen=True, slots=True)
class Line:
    """So many actions of the record, then these moves; with a `seat` of one's own, the `bot` plays the others."""

    start: int
    moves: tuple[games.Action, ...] = ()
    seat: int | None = None
    bot: str = ""

    @classmethod
    def read(cls, fields: Mapping[str, str]) -> Line:
        """The line that `fields` wrote. Raises Unreadable."""
        texts = [text for text in fields.get("moves", "").split(_BETWEEN) if text]
        if len(texts) > MOST_MOVES:
            raise Unreadable
        seat = _number(fields["seat"]) if fields.get("seat") else None
        moves = tuple(map(_action, texts))
        return cls(_number(fields.get("from", "")), moves, seat, fields.get("bot", "") if seat is not None else "")

    @classmethod
    def after(cls, asked: Mapping[str, str], answer: Mapping[str, str]) -> Line:
        """The line that was asked about, with what bots have done since."""
        return cls.read({**asked, "moves": answer.get("moves", asked["moves"])})

    @property
    def fields(self) -> dict[str, str]:
        """What its address, or a form that leads on from it, says."""
        said = {"from": str(self.start), "moves": _BETWEEN.join(map(str, self.moves))}
        return said if self.seat is None else said | {"seat": str(self.seat), "bot": self.bot}

    @property
    def length(self) -> int:
        """How many actions there are, with those of the record."""
        return self.start + len(self.moves)

    def mark(self, *about: object) -> str:
        """A hash of this line, and of what is asked about its end: the same question has the same."""
        said = json.dumps([*about, self.start, [str(move) for move in self.moves], self.seat, self.bot])
        return sha256(said.encode()).hexdigest()

    def actor(self, waiting_on: Collection[int]) -> int:
        """Whose actions the person chooses: those of their own seat, or of whoever is to act."""
        return self.seat if self.seat is not None else min(waiting_on, default=0)

    def until(self, step: int) -> Line:
        """The line as it was after so many actions."""
        return replace(self, moves=self.moves[: max(0, step - self.start)])

    def then(self, action: games.Action) -> Line:
        """The line with one move more."""
        return replace(self, moves=(*self.moves, action))


def _action(text: str) -> games.Action:
    seat, _space, words = text.partition(" ")
    return games.Action(_number(seat), words)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise Unreadable
    return int(text)
