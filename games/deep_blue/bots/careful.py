"""A bot with heuristics, which relies on public facts only.

It sails to wrecks with good free spots, recruits cards that are useful with the bag, rests when its hand has become
small, leads dives that pay it more than others, rushes to those that pay, protects itself where staying is worth the
card, plays cards as soon as they score, and stops by the bag's exact odds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from ...bot import Bot
from ...contract import View
from . import decisions
from .habits import Taste, best_plan
from .sketch import Sketch, sketch_of

TASTE = Taste(hidden=1.0, protection=2.5, propeller=0.5, money=0.4, new_protection=8.0, near_busy=0.3, rush=1.0)
"""It builds up a crew before it dives; the plain taste is more in a hurry."""


class CarefulBot(Bot):
    """See the module."""

    slug = "careful"
    title = "Careful"

    def choose(self, view: View, chance: Random) -> str | None:
        """The choice of the heuristics for the view's phase."""
        if view["seat"] not in view["waiting_on"]:
            return None
        legal = view["legal"]
        return str(legal[0]) if len(legal) == 1 else habit(view, TASTE)


def habit(view: View, taste: Taste) -> str:
    """The action of a player with these preferences."""
    return _HABITS[view["phase"]](view, sketch_of(view), taste)


def _take_turn(view: View, sketch: Sketch, taste: Taste) -> str:
    return decisions.text_of(best_plan(sketch, view["seat"], taste), sketch)


def _go_or_stop(view: View, sketch: Sketch, taste: Taste) -> str:
    return decisions.go_or_stop(view, 0.0)


_HABITS: Mapping[str, Callable[[View, Sketch, Taste], str]] = {
    "turn": _take_turn,
    "hiring": decisions.hire,
    "sailing": decisions.sail_on,
    "arriving": decisions.settle,
    "rushing": decisions.rush,
    "hazard": decisions.answer,
    "cards": decisions.play_cards,
    "onward": _go_or_stop,
}
"""By phase."""
