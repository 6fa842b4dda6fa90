"""A bot of sensible habits: it imagines how the hidden cards may lie and looks one trick ahead.

It wins the cards of its tasks, keeps out of the way of others' tasks, signals where that helps somebody,
takes tasks that suit its hand, and trusts the people it plays with. In Deep Sea, whose tasks are of many kinds, it
plays the imagined rounds out to their ends.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ...bot import Bot
from ...contract import Action, View
from . import habits, sea_habits
from .reading import Reading, read
from .trick_sense import play_out_trick, worth
from .worlds import imagine, sample

_WORLDS = 10

Habit = Callable[[View, Random], str]


class CarefulBot(Bot):
    """See the module."""

    slug = "careful"
    title = "Careful"

    def choose(self, view: View, chance: Random) -> str | None:
        """What its habits say for the view's phase."""
        legal = view["legal"]
        if not legal:
            return None
        if view["seat"] not in view["waiting_on"]:
            return habits.signal(view) if view["phase"] == "gap" else None
        if len(legal) == 1:
            return str(legal[0])
        habit = _HABITS[view["game"]][view["phase"]]
        return str(habit(view, chance))


def _signal_or(play: Habit) -> Habit:
    """Signal first if that helps, then play."""
    return lambda view, chance: habits.signal(view) or play(view, chance)


def _say_or_refrain(view: View, chance: Random) -> str:
    return habits.signal(view) or "refrain"


def _play(view: View, chance: Random) -> str:
    """The card after which the trick looks best, over several imagined deals."""
    cards = [text for text in view["legal"] if text.removeprefix("robot ").startswith("play ")]
    if len(cards) == 1:
        return str(cards[0])
    reading = _reading(view)
    totals = dict.fromkeys(cards, 0.0)
    for _ in range(_WORLDS):
        world = imagine(view, reading, sample(reading, chance))
        for text in cards:
            totals[text] += worth(play_out_trick(world.apply(Action(view["seat"], text))))
    return str(max(cards, key=lambda text: (totals[text], -habits.strength(text))))


def _reading(view: View) -> Reading:
    return read(view, hands_were_mixed=habits.exchanges_hands(view))


_TOGETHER: dict[str, Habit] = {"proposal": habits.agree, "giving": habits.give, "window": _say_or_refrain}

_HABITS: dict[str, dict[str, Habit]] = {
    "planet-nine": {
        **_TOGETHER,
        "poll": habits.answer,
        "naming": habits.name,
        "roles": habits.propose_roles,
        "choosing": habits.take,
        "deciding": habits.assign_all,
        "distributing": habits.assign,
        "gap": _signal_or(_play),
        "trick": _play,
    },
    "deep-sea": {
        **_TOGETHER,
        "choosing": sea_habits.take,
        "selecting": sea_habits.propose,
        "agreeing": sea_habits.propose,
        "offering": sea_habits.offer,
        "accepting": sea_habits.answer,
        "volunteering": sea_habits.answer,
        "splitting": sea_habits.split,
        "predicting": sea_habits.predict,
        "gap": _signal_or(sea_habits.play_card),
        "trick": sea_habits.play_card,
    },
}
"""By game and phase."""
