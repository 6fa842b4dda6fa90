"""Equal positions of one deal: the same cards played by the same seats, and the same tasks with the same owners.

The order of finished tricks counts only where a task or a condition asks for it. Signals and proposals change no
position: what a player knows is not part of it.
"""

from __future__ import annotations

from collections.abc import Hashable
from hashlib import blake2b
from typing import TYPE_CHECKING

from .cards import Hand

if TYPE_CHECKING:
    from .state import State

_BYTES = 8
_PLAY = frozenset({"gap", "window", "trick"})
"""Between them only signals change, beside the cards."""


def position_of(state: State) -> int:
    """A number of 64 bits (signed) that equal positions of a deal share."""
    digest = blake2b(repr(_content(state)).encode(), digest_size=_BYTES).digest()
    return int.from_bytes(digest, signed=True)


def _content(state: State) -> Hashable:
    """Everything that decides what may still happen, in plain values."""
    return (
        None if state.phase in _PLAY else state.phase,
        state.outcome and state.outcome.success,
        tuple(map(_mask, state.hands)),
        state.robot and (tuple(map(str, state.robot.up)), tuple(map(str, state.robot.down))),
        state.trick and (state.trick.leader, tuple((seat, card.order) for seat, card in state.trick.plays)),
        tuple(state.tasks),
        (state.named, state.roles, state.collector, state.volunteers, state.passed, state.predictions),
        len(state.agenda),
        state.distress.direction,
        _past(state),
    )


def _past(state: State) -> Hashable:
    """Return the facts that the finished tricks decide beyond the cards that are gone."""
    if state.book.order_counts(state):
        cards = (sum(1 << card.order for _, card in trick.plays) for trick in state.tricks)
        return tuple(zip(state.winners, cards, strict=True))
    return state.ledger and (state.ledger.won, state.ledger.counts, state.ledger.led)


def _mask(hand: Hand) -> int:
    return sum(1 << card.order for card in hand)
