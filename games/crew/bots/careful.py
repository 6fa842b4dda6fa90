"""A quick bot, without a search.

It gives the signals that the rules value most, but asks for none. In Planet Nine it plays as a seat of a playout does.
In Deep Sea, with its many kinds of tasks, it samples worlds, the ways in which the hidden cards may lie, and plays them
out with open hands.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ...bot import Bot
from ...contract import View
from . import answers, deep_sea_heuristics, heuristics
from .possible_choices import without_impossible
from .signals import best_signal

Heuristic = Callable[[View, Random], str]


class CarefulBot(Bot):
    """See the module. The solver is imported at the first card or task, because most processes never need it."""

    slug = "careful"
    title = "Careful"
    version = 3

    def choose(self, view: View, chance: Random) -> str | None:
        """The best signal where one is worth it, else the choice for the view's phase."""
        if not view["legal"]:
            return None
        view = without_impossible(view)
        legal = view["legal"]
        if view["seat"] not in view["waiting_on"]:
            return best_signal(view) if view["phase"] == "gap" else None
        if len(legal) == 1:
            return str(legal[0])
        heuristic = _HEURISTICS[view["game"]][view["phase"]]
        return str(heuristic(view, chance))


def _signal_or(play: Heuristic) -> Heuristic:
    """Signal first if that helps, then play."""
    return lambda view, chance: best_signal(view) or play(view, chance)


def _say_or_refrain(view: View, chance: Random) -> str:
    return best_signal(view) or "refrain"


def _play(view: View, chance: Random) -> str:
    from .quick_choice import card

    return card(view, chance)


def _take(view: View, chance: Random) -> str:
    from .quick_choice import task

    return task(view)


_TOGETHER: dict[str, Heuristic] = {"proposal": answers.answer, "giving": heuristics.give, "window": _say_or_refrain}

_HEURISTICS: dict[str, dict[str, Heuristic]] = {
    "planet-nine": {
        **_TOGETHER,
        "poll": heuristics.answer,
        "naming": heuristics.name,
        "roles": heuristics.propose_roles,
        "choosing": _take,
        "deciding": heuristics.assign_all,
        "distributing": heuristics.assign,
        "gap": _signal_or(_play),
        "trick": _play,
    },
    "deep-sea": {
        **_TOGETHER,
        "choosing": deep_sea_heuristics.take,
        "selecting": deep_sea_heuristics.propose,
        "agreeing": deep_sea_heuristics.propose,
        "offering": deep_sea_heuristics.offer,
        "accepting": deep_sea_heuristics.answer,
        "volunteering": deep_sea_heuristics.answer,
        "splitting": deep_sea_heuristics.split,
        "predicting": deep_sea_heuristics.predict,
        "gap": _signal_or(deep_sea_heuristics.play_card),
        "trick": deep_sea_heuristics.play_card,
    },
}
"""The heuristics by game and phase."""
