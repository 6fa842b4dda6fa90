"""A bot that solves: it imagines how the hidden cards may lie, and does what keeps most of these deals winnable.

Partners' choices count as information: what they signalled and what that rules out, suits they did not follow, and
which tasks they took. A choice's worth is the share of deals that it leaves winnable with all cards open, and
the share of playouts that it wins in which nobody sees the others' cards. The second counts most: the first alone is
lazy, for with open hands somebody will always manage later.
"""

from __future__ import annotations

from random import Random

from ...bot import Bot
from ...contract import Sentence, View
from .signals import best_signal


class SolverBot(Bot):
    """See the module. Its thoughts are loaded when it first thinks: most processes never ask it."""

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
        from .solver_decisions import decide

        return decide(view, chance)

    def explain(self, view: View, text: str, chance: Random) -> Sentence | None:
        """Why it did this: what it saw over the same imagined deals."""
        from .solver_decisions import reason_for

        return reason_for(view, text, chance)
