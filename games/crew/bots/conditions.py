"""Values of signals by a mission's conditions: a nine that may win no trick, a seat that has to win the last one …

A condition is a reason to signal and to ask, as a task is. The values are those of `signals`: 0.8 is worth a token.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from ...contract import View
from ..cards import CARDS, Card
from ..deep_sea.mission import Mission as SeaMission
from ..planet_nine.specials import COUNTED
from ..planet_nine.tokens import OMEGA
from ..signals import HIGHEST, LOWEST, ONLY
from .books import book_of

_HIGH, _LOW = 8, 5
"""A card that wins often, and one that seldom does."""


class Condition(NamedTuple):
    """A condition of the mission, as far as signals are about it."""

    kind: str
    seat: int | None = None
    """The seat that it is about; None if it is about all."""
    value: int = 0
    """The value of its cards, or the place of its card in the deck."""


def conditions_of(view: View) -> tuple[Condition, ...]:
    """The conditions of the view's mission that signals can help with."""
    return tuple(_in_the_sea(view) if view["game"] == "deep-sea" else _in_space(view))


def value_for(condition: Condition, seat: int, card: Card, says: str) -> float:
    """The value of this seat's signal for the condition."""
    if condition.seat is not None and seat != condition.seat:
        return 0.0
    return _VALUES[condition.kind](condition, card, says)


def _in_space(view: View) -> Iterator[Condition]:
    special, captain = book_of(view).mission(view["mission"]).special, view["captain"]
    named, roles = view["named"], view["roles"]
    if "nines-win-no-trick" in special:
        yield Condition("nines")
    if COUNTED in special:
        yield Condition("ones")
    if any(name.startswith("each-rocket-wins") for name in special):
        yield Condition("rockets")
    if "left-of-pink-nine-wins-all-pink" in special:
        yield Condition("pink")
    if named is not None and any(name.startswith("chosen-player-wins") for name in special):
        yield Condition("few", named)
    last = [captain] if "balanced-tricks-commander-first-and-last" in special else []
    last += [named] if named is not None and "chosen-player-wins-only-first-and-last-without-rocket" in special else []
    last += [task["owner"] for task in view["tasks"] if task["token"] == OMEGA and "omega-in-the-last-trick" in special]
    yield from (Condition("last", seat) for seat in [*last, *(roles or ())[1:]] if seat is not None)
    if roles:
        yield Condition("first", roles[0])


def _in_the_sea(view: View) -> Iterator[Condition]:
    mission = book_of(view).mission(view["mission"])
    assert isinstance(mission, SeaMission)
    if mission.value_gap:
        yield Condition("equal", value=mission.value_gap)
    if mission.last_card:
        yield Condition("last-card", value=CARDS[mission.last_card].order)


def _nines(_condition: Condition, card: Card, says: str) -> float:
    """A nine that is its owner's only card of the colour has to be thrown before the colour is led."""
    return (2.0 if says == ONLY else 1.0) * (card.rank == 9)


def _ones(_condition: Condition, card: Card, says: str) -> float:
    """A one wins if it is led when no other seat has the colour."""
    return (2.0 if says == ONLY else 1.0) * (card.rank == 1)


def _rockets(_condition: Condition, _card: Card, says: str) -> float:
    """Without the colour the seat can win with a rocket as soon as it is led."""
    return 1.0 * (says == ONLY)


def _pink(_condition: Condition, card: Card, says: str) -> float:
    return (1.5 + 0.5 * (says == ONLY)) * (card.suit == "P")


def _few(_condition: Condition, card: Card, says: str) -> float:
    """The named player shows which colour is safe to lead, or dangerous."""
    safe = says in (HIGHEST, ONLY) and card.rank <= _LOW
    dangerous = says in (LOWEST, ONLY) and card.rank >= _HIGH
    return 1.5 * safe + 1.5 * dangerous


def _last(_condition: Condition, card: Card, says: str) -> float:
    """A card that the seat may keep to win the last trick, or the first ones."""
    return 1.0 * (says in (HIGHEST, ONLY) and card.rank >= _HIGH)


def _equal(condition: Condition, card: Card, _says: str) -> float:
    return 1.0 * (card.rank == condition.value)


def _last_card(condition: Condition, card: Card, _says: str) -> float:
    return 4.0 * (card.order == condition.value)


_VALUES: Final[Mapping[str, Callable[[Condition, Card, str], float]]] = {
    "nines": _nines,
    "ones": _ones,
    "rockets": _rockets,
    "pink": _pink,
    "few": _few,
    "last": _last,
    "first": _last,
    "equal": _equal,
    "last-card": _last_card,
}
