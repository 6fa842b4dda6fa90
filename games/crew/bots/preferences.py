"""The cards that the open tasks prefer, in either game, as far as a view shows."""

from __future__ import annotations

from typing import NamedTuple

from ...contract import View
from ..cards import CARDS, Card
from ..families import Ledger
from ..families.masks import CARDS_IN_ORDER, orders
from ..tasks import OPEN
from .reading import rebuild
from .task_preferences import task_preference

_FEW = 4
"""Of a larger set of cards no single one matters much."""


class Preference(NamedTuple):
    """An owner's preference: few wanted cards, cards to avoid, and whether to win tricks at all (not: below 0)."""

    owner: int
    wanted: frozenset[Card]
    avoided: frozenset[Card] = frozenset()
    eagerness: float = 0.0


def preferences_of(view: View) -> list[Preference]:
    """One preference for each open face-up task with an owner."""
    tasks = [(task["task"], task["owner"]) for task in view["tasks"] if task["status"] == OPEN and task["task"]]
    owned = [(name, owner) for name, owner in tasks if owner is not None]
    if view["game"] == "planet-nine":
        return [Preference(owner, frozenset([CARDS[name]])) for name, owner in owned]
    ledger = ledger_of(view)
    predictions = {task: tricks for _, task, tricks in view["predictions"]}
    return [_preference(name, ledger, owner, predictions.get(name)) for name, owner in owned]


def ledger_of(view: View) -> Ledger:
    """The public facts of the tricks so far."""
    seats, total = len(view["hand_sizes"]), view["tricks_total"]
    unplayed = len(CARDS_IN_ORDER) - seats * total
    ledger = Ledger.opening(seats, view["captain"], total, unplayed, 2 if view["robot"] else None)
    for trick in rebuild(view):
        if len(trick.plays) == seats:
            ledger = ledger.after(trick)
    return ledger


def _preference(name: str, ledger: Ledger, owner: int, prediction: int | None) -> Preference:
    preference = task_preference(name, ledger, owner, prediction)
    eagerness = preference.winner_values[owner] if preference.winner_values else 0.0
    return Preference(owner, _few(preference.wanted & ledger.left), _cards(preference.avoided & ledger.left), eagerness)


def _few(mask: int) -> frozenset[Card]:
    return _cards(mask) if mask.bit_count() <= _FEW else frozenset()


def _cards(mask: int) -> frozenset[Card]:
    """The cards of a mask. Trumps are Deep Sea's, because only its tasks use masks."""
    return frozenset(CARDS_IN_ORDER[order] for order in orders(mask))
