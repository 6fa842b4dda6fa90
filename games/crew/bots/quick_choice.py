"""The careful bot's choices in Planet Nine: its next card and task, without a search or sampled deals.

A choice takes less than a millisecond. This module imports the compiled solver.
"""

from __future__ import annotations

from random import Random

from ...contract import View
from ..cards import CARDS
from ..families.masks import mask_of
from ..solver.playout.world_sampling import preference
from . import heuristics
from .card_choice import first_sound, place_of, plays
from .evaluation import ViewEvaluator


def card(view: View, chance: Random) -> str:
    """The card that the policy of playouts values most; the weakest of equals."""
    cards = plays(view)
    if len(cards) == 1:
        return cards[0]
    evaluator = ViewEvaluator(view, chance)
    values = evaluator.values()
    valued = [text for text in cards if place_of(text) in values]
    ranking = sorted(valued, key=lambda text: (-values[place_of(text)], heuristics.strength(text)))
    return first_sound(evaluator, ranking or cards)


def task(view: View) -> str:
    """The task that the hand prefers (the robot's open cards on the robot's turn)."""
    takes = [text for text in view["legal"] if "take " in text]
    cards = view["robot"]["up"] if takes[0].startswith("robot") else view["hand"]
    hand = mask_of(CARDS[text] for text in cards if text)
    return str(max(takes, key=lambda text: preference(hand, place_of(text))))
