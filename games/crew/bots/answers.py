"""A bot's answer to a proposal: it declines owners that cannot be right, and can say why."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from ...contract import View
from ..deep_sea.impossible import Fault, Known
from .possible_choices import fault_of_choice, fault_of_sharing, known_to, may_share_out_singly


class Objection(NamedTuple):
    """An objection to a proposal."""

    fault: Fault
    by_own_hand: bool
    """Whether only the seat's own hand shows it."""


def answer(view: View, chance: Random) -> str:
    """Agree, unless the proposal cannot be right and another one can."""
    return "decline" if objection_to(view) else "agree"


def objection_to(view: View) -> Objection | None:
    """Return why the open proposal is declined; None where the bot agrees.

    What only its own hand shows, it says once: a crew that proposes the same again may have nothing better.
    """
    text = view["proposal"]["text"]
    if view["game"] != "deep-sea" or not text.startswith("propose ") or "distress" in text:
        return None
    for own_hand in (False, True):
        known = known_to(view, own_hand=own_hand)
        fault = fault_of_choice(view, known, text)
        if fault is None or (own_hand and text in (view["declined"] or ())):
            continue
        if _another_can_be_right(view, known):
            return Objection(fault, own_hand)
    return None


def _another_can_be_right(view: View, known: Known) -> bool:
    """Return whether some other proposal has no fault; where one player takes all tasks, only such proposals count."""
    if may_share_out_singly(view):
        return fault_of_sharing(view, known) is None
    seats = range(len(view["hand_sizes"]))
    return any(fault_of_choice(view, known, f"propose all {seat}") is None for seat in seats)
