"""A bot with heuristics: it samples worlds, the ways in which the hidden cards may lie, and looks one trick ahead.

It wins the cards of its tasks, avoids the cards of others' tasks, signals where a partner can use the signal, takes
tasks that suit its hand, and trusts its partners. In Deep Sea, with its many kinds of tasks, it plays the worlds out to
the end.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ...bot import Bot
from ...contract import Action, View
from . import deep_sea_heuristics, heuristics
from .determinization import sample, sampled_round
from .reading import Reading, read
from .trick_heuristics import play_out_trick, worth

_WORLDS = 10

Heuristic = Callable[[View, Random], str]


class CarefulBot(Bot):
    """See the module."""

    slug = "careful"
    title = "Careful"

    def choose(self, view: View, chance: Random) -> str | None:
        """The choice of the heuristics for the view's phase."""
        legal = view["legal"]
        if not legal:
            return None
        if view["seat"] not in view["waiting_on"]:
            return heuristics.signal(view) if view["phase"] == "gap" else None
        if len(legal) == 1:
            return str(legal[0])
        heuristic = _HEURISTICS[view["game"]][view["phase"]]
        return str(heuristic(view, chance))


def _signal_or(play: Heuristic) -> Heuristic:
    """Signal first if that helps, then play."""
    return lambda view, chance: heuristics.signal(view) or play(view, chance)


def _say_or_refrain(view: View, chance: Random) -> str:
    return heuristics.signal(view) or "refrain"


def _play(view: View, chance: Random) -> str:
    """The card with the best trick over several worlds."""
    cards = [text for text in view["legal"] if text.removeprefix("robot ").startswith("play ")]
    if len(cards) == 1:
        return str(cards[0])
    reading = _reading(view)
    totals = dict.fromkeys(cards, 0.0)
    for _ in range(_WORLDS):
        world = sampled_round(view, reading, sample(reading, chance))
        for text in cards:
            totals[text] += worth(play_out_trick(world.apply(Action(view["seat"], text))))
    return str(max(cards, key=lambda text: (totals[text], -heuristics.strength(text))))


def _reading(view: View) -> Reading:
    return read(view, hands_were_mixed=heuristics.exchanges_hands(view))


_TOGETHER: dict[str, Heuristic] = {"proposal": heuristics.agree, "giving": heuristics.give, "window": _say_or_refrain}

_HEURISTICS: dict[str, dict[str, Heuristic]] = {
    "planet-nine": {
        **_TOGETHER,
        "poll": heuristics.answer,
        "naming": heuristics.name,
        "roles": heuristics.propose_roles,
        "choosing": heuristics.take,
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
"""By game and phase."""
