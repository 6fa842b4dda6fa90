"""Variations of a finished round: the fields of a page's URL, nothing stored.

A variation begins with actions of the record and continues with other moves. The URL holds that of one reader, and a
room that of all its readers (`logbook/rooms/`): playing on from a replay creates no table, no attempt and no result.
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


class UnreadableVariation(ValueError):
    """The URL is none that our pages link to."""


class TooManyMoves(UnreadableVariation):
    """The URL has more moves than a round can have."""


@dataclass(frozen=True, slots=True)
class Variation:
    """The first `start` actions of the record, then these moves; with the reader's own `seat`, the `bot` plays the
    others. With a `swap`, two cards were exchanged between hands when the cards were dealt: it is not the real deal.
    """

    start: int
    moves: tuple[games.Action, ...] = ()
    seat: int | None = None
    bot: str = ""
    swap: tuple[str, str] | None = None

    @classmethod
    def stored(cls, fields: Mapping[str, str]) -> Variation:
        """Return the variation from the fields of a question or a room; pages have no `swap`."""
        first, _between, second = fields.get("swap", "").partition(_BETWEEN)
        return replace(cls.read(fields), swap=(first, second) if second else None)

    @classmethod
    def read(cls, fields: Mapping[str, str]) -> Variation:
        """Return the variation from its `fields`. Raises UnreadableVariation, TooManyMoves."""
        texts = [text for text in fields.get("moves", "").split(_BETWEEN) if text]
        if len(texts) > MOST_MOVES:
            raise TooManyMoves
        seat = _number(fields["seat"]) if fields.get("seat") else None
        moves = tuple(map(_action, texts))
        return cls(_number(fields.get("from", "")), moves, seat, fields.get("bot", "") if seat is not None else "")

    @classmethod
    def after(cls, fields: Mapping[str, str], answer: Mapping[str, str]) -> Variation:
        """Return the variation of a question, with the bots' moves since."""
        return cls.stored({**fields, "moves": answer.get("moves", fields["moves"])})

    @property
    def fields(self) -> dict[str, str]:
        """The fields of its URL, or of a form that continues it."""
        form_fields = {"from": str(self.start), "moves": _BETWEEN.join(map(str, self.moves))}
        if self.swap is not None:
            form_fields["swap"] = _BETWEEN.join(self.swap)
        return form_fields if self.seat is None else form_fields | {"seat": str(self.seat), "bot": self.bot}

    @property
    def length(self) -> int:
        """The number of actions, with those of the record."""
        return self.start + len(self.moves)

    def mark(self, *about: object) -> str:
        """Return a hash of the variation and of the question about its end: equal questions have equal hashes."""
        whole = [*about, self.start, [str(move) for move in self.moves], self.seat, self.bot]
        text = json.dumps(whole if self.swap is None else [*whole, *self.swap])
        return sha256(text.encode()).hexdigest()

    def actor(self, waiting_on: Collection[int]) -> int:
        """Return the seat for which the person acts: their own, or the seat whose turn it is."""
        return self.seat if self.seat is not None else min(waiting_on, default=0)

    @property
    def start_again(self) -> Variation:
        """The variation without its moves."""
        return replace(self, moves=())

    def until(self, step: int) -> Variation:
        """Return the variation up to this step."""
        return replace(self, moves=self.moves[: max(0, step - self.start)])

    def then(self, action: games.Action) -> Variation:
        """Return the variation with one more move."""
        return replace(self, moves=(*self.moves, action))


def _action(text: str) -> games.Action:
    seat, _space, action_text = text.partition(" ")
    return games.Action(_number(seat), action_text)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise UnreadableVariation
    return int(text)
