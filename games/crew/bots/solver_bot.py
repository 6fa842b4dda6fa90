"""A bot that solves: it imagines how the hidden cards may lie, and does what keeps most of these deals winnable.

Partners' choices count as information: what they signalled and what that rules out, suits they did not follow, and
which tasks they took. A choice's worth is the share of deals that it leaves winnable with all cards open, and
the share of playouts that it wins in which nobody sees the others' cards. The second counts most: the first alone is
lazy, for with open hands somebody will always manage later.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from ...bot import Bot
from ...contract import Sentence, View
from . import solver_sharing
from .careful import CarefulBot
from .saying import best_signal
from .solver_reasons import reason_for
from .solver_sense import best_card, card_to_give
from .thinking import Thinking

_CAREFUL: Final = CarefulBot()

Decision = Callable[[Thinking], str]

_DECISIONS: Mapping[str, Decision] = {
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
"""By phase; in all others (polls, answers to proposals) it does as the careful bot."""


class SolverBot(Bot):
    """See the module."""

    slug = "solver"
    title = "Solver"
    explains = True

    def choose(self, view: View, chance: Random) -> str | None:
        """The best signal as soon as there is one; else what the solver says for the view's phase."""
        legal = view["legal"]
        if not legal:
            return None
        if view["phase"] in ("gap", "window"):
            said = best_signal(view)
            if said or view["seat"] not in view["waiting_on"]:
                return said
        if view["seat"] not in view["waiting_on"]:
            return None
        if len(legal) == 1:
            return str(legal[0])
        decision = _DECISIONS.get(view["phase"])
        return decision(Thinking(view, chance)) if decision else _CAREFUL.choose(view, chance)

    def explain(self, view: View, text: str, chance: Random) -> Sentence | None:
        """Why it did this: what it saw over the same imagined deals."""
        return reason_for(view, text, chance)
