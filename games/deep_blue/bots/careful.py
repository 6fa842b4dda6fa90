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
from .heuristics import Weights, best_plan
from .position import Position, position_of

WEIGHTS = Weights(hidden=1.0, protection=2.5, propeller=0.5, money=0.4, new_protection=8.0, near_busy=0.3, rush=1.0)
"""These weights build up a crew before a dive; the default weights prefer early dives."""


class CarefulBot(Bot):
    """See the module."""

    slug = "careful"
    version = 2
    title = "Careful"

    def choose(self, view: View, chance: Random) -> str | None:
        """The choice of the heuristics for the view's phase."""
        if view["seat"] not in view["waiting_on"]:
            return None
        legal = view["legal"]
        return str(legal[0]) if len(legal) == 1 else decide_by_heuristics(view, WEIGHTS)


def decide_by_heuristics(view: View, weights: Weights) -> str:
    """The action of a player with these preferences."""
    return _DECISIONS[view["phase"]](view, position_of(view), weights)


def _take_turn(view: View, position: Position, weights: Weights) -> str:
    return decisions.action_text(best_plan(position, view["seat"], weights), position)


def _go_or_stop(view: View, position: Position, weights: Weights) -> str:
    return decisions.go_or_stop(view, 0.0)


_DECISIONS: Mapping[str, Callable[[View, Position, Weights], str]] = {
    "turn": _take_turn,
    "hiring": decisions.hire,
    "sailing": decisions.sail_on,
    "arriving": decisions.arrive,
    "rushing": decisions.rush,
    "hazard": decisions.answer,
    "cards": decisions.play_cards,
    "onward": _go_or_stop,
}
"""The decisions by phase."""
