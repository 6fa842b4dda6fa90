"""The solver bot's decision in each phase. This module imports the compiled solver."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from ...contract import View
from . import solver_sharing
from .card_choice import best_card, card_to_give, plays, shares_of
from .careful import CarefulBot
from .evaluation import ViewEvaluator
from .signal_choice import chosen_signal
from .solver_reasons import reason_for

__all__ = ["decide", "propose_itself", "reason_for", "signal", "winnable_shares"]

_CAREFUL: Final = CarefulBot()

Decision = Callable[[ViewEvaluator], str]

DECISIONS: Mapping[str, Decision] = {
    "giving": card_to_give,
    "naming": solver_sharing.name,
    "roles": solver_sharing.propose_roles,
    "choosing": solver_sharing.take,
    "distributing": solver_sharing.assign,
    "selecting": solver_sharing.propose,
    "agreeing": solver_sharing.propose_all,
    "offering": solver_sharing.offer,
    "accepting": solver_sharing.accept,
    "volunteering": solver_sharing.accept,
    "splitting": solver_sharing.split,
    "predicting": solver_sharing.predict,
    "gap": best_card,
    "trick": best_card,
}
"""The decisions by phase. In all others (polls, answers to proposals) the solver bot does as the careful bot."""


def decide(view: View, chance: Random) -> str | None:
    """The best of the seat's choices."""
    decision = DECISIONS.get(view["phase"])
    return decision(ViewEvaluator(view, chance)) if decision else _CAREFUL.choose(view, chance)


def signal(view: View, chance: Random) -> str | None:
    """The signal that helps most, in a view in which the rules say that one is worth its token; None for silence."""
    return chosen_signal(ViewEvaluator(view, chance))


def propose_itself(view: View, chance: Random) -> str | None:
    """The task, or all of them, that the seat proposes for itself; None where it is not sure of one."""
    return solver_sharing.propose_itself(ViewEvaluator(view, chance))


def winnable_shares(view: View, chance: Random) -> Mapping[str, float]:
    """The share of worlds that each card keeps winnable; empty where no card may be played."""
    return shares_of(ViewEvaluator(view, chance)) if plays(view) else {}
