"""The cards that the open tasks prefer, in either game, as far as a view shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ...contract import View
from ..cards import CARDS, Card, Trick
from ..families import Ledger
from ..families.masks import CARDS_IN_ORDER, orders
from ..tasks import OPEN
from .reading import rebuild
from .task_preferences import task_preference

_FEW = 4
"""The most cards of a set in which a single one matters."""


class Preference(NamedTuple):
    """An owner's preference: few wanted cards, cards to avoid, and whether to win tricks at all (not: below 0)."""

    owner: int
    wanted: frozenset[Card]
    avoided: frozenset[Card] = frozenset()
    eagerness: float = 0.0


def preferences_of(view: View) -> list[Preference]:
    """One preference for each open face-up task with an owner."""
    tasks = [task for task in view["tasks"] if task["status"] == OPEN]
    return _preferences(view, tasks, rebuild(view) if view["game"] == "deep-sea" else ())


def preferences_at_start(view: View) -> list[Preference]:
    """One preference for each task with an owner, as it was before the first card."""
    return _preferences(view, view["tasks"], ())


def _preferences(view: View, tasks: Iterable[Mapping[str, Any]], tricks: Iterable[Trick]) -> list[Preference]:
    owned = [(task["task"], task["owner"]) for task in tasks if task["task"] and task["owner"] is not None]
    if view["game"] == "planet-nine":
        return [Preference(owner, frozenset([CARDS[name]])) for name, owner in owned]
    ledger = _ledger_after(view, tricks)
    predictions = {task: number for _, task, number in view["predictions"]}
    return [_preference(name, ledger, owner, predictions.get(name)) for name, owner in owned]


def _ledger_after(view: View, tricks: Iterable[Trick]) -> Ledger:
    seats, total = len(view["hand_sizes"]), view["tricks_total"]
    unplayed = len(CARDS_IN_ORDER) - seats * total
    ledger = Ledger.opening(seats, view["captain"], total, unplayed, 2 if view["robot"] else None)
    for trick in tricks:
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
