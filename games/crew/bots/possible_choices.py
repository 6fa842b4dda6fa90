"""Choices of a seat before the first card that can be right, by public facts and by its own hand.

Only Deep Sea's tasks exclude each other. Bots choose among what is left, so that no plan, proposal, assignment or
answer shares out what cannot be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from ...contract import View
from ..deep_sea.contradictions import Table
from ..deep_sea.impossible import LEFT, Fault, Known, Owned, fault_of, sure_trumps
from ..deep_sea.mission import ONE_AGREED, SKIPPED
from ..deep_sea.mission import Mission as SeaMission
from ..families.masks import TRUMPS, mask_of, orders
from ..robot import ROBOT_SEAT
from .books import book_of
from .reading import read

SHARING: Final = frozenset(
    {"choosing", "selecting", "agreeing", "offering", "accepting", "volunteering", "splitting", "predicting"}
)
"""The phases in which Deep Sea's tasks find their owners, and predictions are made."""


def without_impossible(view: View) -> View:
    """The view with the choices that can be right; with all that it has where none can.

    Proposals that the crew has declined come last: they are left out where another one can be right.
    """
    if view["game"] != "deep-sea" or view["phase"] not in SHARING or not view["legal"]:
        return view
    return _with_legal(view, possible_choices(view, known_to(view)))


def possible_choices(view: View, known: Known) -> Sequence[str]:
    """Return the view's choices without a fault; where none is left, those that are wrong only for tasks to come."""
    faults = {text: fault_of_choice(view, known, text) for text in view["legal"]}
    fine = [text for text, fault in faults.items() if fault is None]
    fine = fine or [text for text, fault in faults.items() if fault is not None and fault.kind == LEFT]
    new = [text for text in fine if text not in (view["declined"] or ())]
    return new or fine or list(view["legal"])


def known_to(view: View, *, own_hand: bool = True) -> Known:
    """Return the facts that this view shows; without the own hand, those that all players know."""
    reading = read(view)
    seat = view["seat"] if own_hand else None
    cards = [mask_of(cards) for cards in (reading.certain if own_hand else reading.public)]
    captain = view["captain"]
    return Known(
        Table(len(view["hand_sizes"]), view["tricks_total"]),
        captain,
        tuple(sure_trumps(mine) if other == captain else 0 for other, mine in enumerate(cards)),
        {order: other for other, mine in enumerate(cards) for order in orders(mine & TRUMPS)},
        seat,
        view["hand_sizes"][captain] == view["tricks_total"],
        {task: number for _, task, number in view["predictions"] if number is not None},
    )


def fault_of_choice(view: View, known: Known, text: str) -> Fault | None:
    """Return why this choice, or this proposal, cannot be right; None where nothing is known against it."""
    pairs = _given_by(view, text)
    if pairs is None:
        return None
    owned, left = _owned(view), _left(view)
    told = [name for name, _ in pairs]
    if "predict" in text.split():
        number = int(text.rsplit(maxsplit=1)[-1])
        return fault_of(replace(known, predictions={**(known.predictions or {}), told[0]: number}), owned)
    rest = [name for name in left if name not in told]
    return fault_of(known, [*owned, *pairs], rest, _room(view, text))


def fault_of_sharing(view: View, known: Known) -> Fault | None:
    """Return why no owners of the tasks that are left can be right, whoever takes them."""
    return fault_of(known, _owned(view), _left(view))


def may_share_out_singly(view: View) -> bool:
    """Return whether the crew proposes an owner for each task, and not one for all of them."""
    return _mission(view).way != ONE_AGREED


def _given_by(view: View, text: str) -> Sequence[Owned] | None:
    """The tasks that a choice gives, with their owners; None where it gives none and leaves none to others."""
    left, pairs = _left(view), None
    match text.removeprefix("robot ").split():
        case ["take", task]:
            pairs = [(task, _chooser(view))]
        case ["pass"]:
            pairs = []
        case ["propose" | "assign", "all", seat]:
            pairs = [(task, int(seat)) for task in left]
        case ["propose", task, seat] if task in left:
            pairs = [(task, int(seat))]
        case ["answer", "yes"] if view["phase"] == "accepting" or _volunteers(view) == 1:
            pairs = [(task, view["seat"]) for task in left]
        case ["predict", task, _]:
            pairs = [pair for pair in _owned(view) if pair[0] == task]
    return pairs


def _room(view: View, text: str) -> Mapping[int, int] | None:
    """Return how many other tasks each seat may still take after this choice; None where the crew is free."""
    if view["phase"] == "choosing":
        return Counter(_turns_to_come(view))
    if _volunteers(view) > 1:
        seats = {*view["waiting_on"], view["seat"]}
        proposal: Mapping[str, Any] = view["proposal"] or {}
        if proposal:
            seats = {proposal["seat"], int(proposal["text"].rsplit(maxsplit=1)[-1])}
        return dict.fromkeys(seats, len(view["tasks"]))
    return None


def _turns_to_come(view: View) -> Sequence[int]:
    """The seats that choose after this one: the rest of the round, or as many turns as there are other tasks."""
    seats, captain = len(view["hand_sizes"]), view["captain"]
    order = [(captain + step) % seats for step in range(seats)]
    if _mission(view).way == SKIPPED:
        order = order[1:]
    place, left = order.index(_chooser(view)), len(_left(view)) - 1
    later = order[place + 1 :]
    if len(view["tasks"]) < len(order):
        return later
    return [*later, *order * (left // len(order) + 1)][:left]


def _chooser(view: View) -> int:
    """The seat whose turn it is to take a task: the robot's where the captain chooses for it."""
    return ROBOT_SEAT if view["legal"] and view["legal"][0].startswith("robot ") else int(view["seat"])


def _volunteers(view: View) -> int:
    return _mission(view).volunteers


def _mission(view: View) -> SeaMission:
    mission = book_of(view).mission(view["mission"])
    assert isinstance(mission, SeaMission)
    return mission


def _owned(view: View) -> list[Owned]:
    return [(task["task"], task["owner"]) for task in view["tasks"] if task["owner"] is not None]


def _left(view: View) -> list[str]:
    return [task["task"] for task in view["tasks"] if task["owner"] is None]


def _with_legal(view: View, legal: Sequence[str]) -> View:
    changes: dict[str, Any] = {"legal": tuple(legal)}
    return replace(view, **changes)
