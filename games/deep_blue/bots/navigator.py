"""A bot that looks ahead: it samples the hidden information and plays each of its plans on to the end of the game.

On the way all players follow fast heuristics, and dives pay their average (`position.py`). In a dive the bot weighs the
bag exactly: its own points, cards that gems may unlock, all protections, and others' points.
"""

from __future__ import annotations

from random import Random

from ...bot import Bot
from ...contract import Sentence, View
from . import decisions
from .careful import decide_by_heuristics
from .lookahead import ANCHOR, RIVALS, WEIGHTS, prospects
from .position import position_of
from .reasons import reason_for


class NavigatorBot(Bot):
    """See the module."""

    slug = "navigator"
    version = 2
    title = "Navigator"
    explains = True

    def choose(self, view: View, chance: Random) -> str | None:
        """The plan with the best results where there is something to plan; in a dive, the best action by the odds."""
        if view["seat"] not in view["waiting_on"]:
            return None
        legal = view["legal"]
        if len(legal) == 1:
            return str(legal[0])
        if view["phase"] in ("turn", "sailing"):
            return _plan(view, chance)
        return decisions.go_or_stop(view, RIVALS) if view["phase"] == "onward" else decide_by_heuristics(view, WEIGHTS)

    def explain(self, view: View, text: str, chance: Random) -> Sentence | None:
        """Return the bot's reason: the results in the same sampled games, or the odds."""
        return reason_for(view, text, chance)


def _plan(view: View, chance: Random) -> str:
    position = position_of(view)
    best = prospects(view, position, chance)[0].plan
    return "anchor" if best == ANCHOR else decisions.action_text(best, position)
