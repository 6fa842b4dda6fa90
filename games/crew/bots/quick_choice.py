"""The careful bot's choices in Planet Nine: its next card and task, without a search.

A choice takes about half a millisecond, and a few without compiled code. This module imports the solver.
"""

from __future__ import annotations

from math import log
from random import Random
from typing import Final

from ...contract import View
from ..cards import CARDS
from ..families.masks import mask_of
from ..solver.playout.simulation import TEMPERATURE
from ..solver.playout.world_sampling import preference
from .card_choice import first_sound, place_of, plays
from .evaluation import ViewEvaluator
from .needed_trumps import spares_trumps

_HARDLY: Final = 2 * TEMPERATURE
"""A card that is drawn so little behind a lead that strips a partner of a trump is preferred to it."""


def card(view: View, chance: Random) -> str:
    """A card drawn by the values that the policy of playouts gives to the hand, as a seat of a playout draws it.

    Always playing the card of the highest value would win hardly more, and a deal would be won in all rounds of its
    rating or in none.
    """
    cards = plays(view)
    if len(cards) == 1:
        return cards[0]
    evaluator = ViewEvaluator(view, chance)
    values = evaluator.values()
    draws = {text: values[place_of(text)] + _noise(chance) for text in cards if place_of(text) in values}
    ranking = sorted(draws, key=draws.__getitem__, reverse=True) or cards
    chosen = spares_trumps(view, ranking[0], draws, _HARDLY) if draws else ranking[0]
    return first_sound(evaluator, [chosen, *(text for text in ranking if text != chosen)])


def _noise(chance: Random) -> float:
    """A Gumbel distribution: the card with the highest sum of value and this is a draw by the values."""
    return -TEMPERATURE * log(-log(chance.random() or 1e-9))


def task(view: View) -> str:
    """The task that the hand prefers (the robot's open cards on the robot's turn)."""
    takes = [text for text in view["legal"] if "take " in text]
    cards = view["robot"]["up"] if takes[0].startswith("robot") else view["hand"]
    hand = mask_of(CARDS[text] for text in cards if text)
    return str(max(takes, key=lambda text: preference(hand, place_of(text))))
