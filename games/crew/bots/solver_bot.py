"""A bot that samples worlds and chooses what keeps most of them winnable.

Partners' choices are evidence: their signals and what these exclude, suits they did not follow, tasks they took, and
how likely their cards were. A choice is worth the share of worlds that it keeps winnable with all cards open, and the
share of playouts under hidden information that it wins. The second counts more, because with open hands a partner can
nearly always help later.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ...bot import Bot
from ...contract import Sentence, View
from .signals import asks, best_signal


class SolverBot(Bot):
    """The solver is imported at the first decision, because most processes never need it."""

    slug = "solver"
    title = "Solver"
    explains = True
    version = 6

    def choose(self, view: View, chance: Random) -> str | None:
        """The best signal as soon as one is worth it, asked for during a trick; else the solver's decision."""
        legal = view["legal"]
        if not legal:
            return None
        if view["phase"] in ("gap", "window"):
            signal = best_signal(view)
            if signal or view["seat"] not in view["waiting_on"]:
                return signal
        elif asks(view):
            return "ask"
        if view["seat"] not in view["waiting_on"]:
            return None
        if len(legal) == 1:
            return str(legal[0])
        from .solver_decisions import decide

        return decide(view, chance)

    def explain(self, view: View, text: str, chance: Random) -> Sentence | None:
        """Why the bot chose this action, from the same sampled worlds."""
        from .solver_decisions import reason_for

        return reason_for(view, text, chance)

    def outlook(self, view: View, chance: Random) -> Mapping[str, float]:
        """The share of sampled worlds that each card keeps winnable, over the same worlds for all of them."""
        from .solver_decisions import winnable_shares

        return winnable_shares(view, chance)
