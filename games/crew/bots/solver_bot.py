"""A bot that samples worlds and chooses what keeps most of them winnable.

Partners' choices are evidence: their signals, what these exclude, much better ones that they did not give, suits that
they did not follow, tasks they took, and how likely their cards were. A choice is worth the share of worlds that it
keeps winnable with all cards open, and the score of playouts under hidden information. The second counts more, because
with open hands a partner can nearly always help later.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from ...bot import Bot
from ...contract import Sentence, View
from .possible_choices import without_impossible
from .signals import asks, best_signal

_SHARED_FREELY: Final = ("selecting", "agreeing")
"""The phases in which every player may propose who takes which task."""


class SolverBot(Bot):
    """The solver is imported at the first decision, because most processes never need it."""

    slug = "solver"
    title = "Solver"
    explains = True
    version = 16

    def choose(self, view: View, chance: Random) -> str | None:
        """A signal where one is worth it, asked for with its turn, now or kept for later; else the solver's decision.

        Where the crew shares out tasks freely, a seat proposes itself for one that suits its hand.
        """
        view = without_impossible(view)
        spoken = _spoken(view, chance)
        if spoken or view["seat"] not in view["waiting_on"]:
            return spoken
        legal = view["legal"]
        if len(legal) == 1:
            return str(legal[0])
        from .solver_decisions import decide

        return decide(view, chance)

    def explain(self, view: View, text: str, chance: Random) -> Sentence | None:
        """Return the bot's reason: for a card from the same sampled worlds as then, for a signal from others."""
        from .solver_decisions import reason_for

        return reason_for(view, text, chance)

    def outlook(self, view: View, chance: Random) -> Mapping[str, float]:
        """The share of sampled worlds that each card keeps winnable, over the same worlds for all of them."""
        from .solver_decisions import winnable_shares

        return winnable_shares(view, chance)


def _spoken(view: View, chance: Random) -> str | None:
    """Return the seat's action when it is not asked: before a trick or in it, or while the crew shares out tasks.

    A seat that has asked and was heard may not ask again before this trick: what it has kept waits for the next one.
    """
    if view["phase"] in _SHARED_FREELY and view["seat"] not in view["waiting_on"]:
        from .solver_decisions import propose_itself

        return propose_itself(view, chance)
    if view["phase"] == "window":
        return (_signal(view, chance) or "refrain") if view["legal"] else None
    if view["phase"] == "gap":
        return _signal(view, chance) if "ask" in view["legal"] else None
    return "ask" if asks(view) else None


def _signal(view: View, chance: Random) -> str | None:
    """The signal to give now, if one is worth the token."""
    if best_signal(view) is None:
        return None
    from .solver_decisions import signal

    return signal(view, chance)
