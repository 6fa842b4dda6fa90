"""Cards: which to play, and which to give away in distress."""

from __future__ import annotations

from collections.abc import Sequence

from ...contract import View
from ..cards import CARDS
from ..solver.playout.evaluator import Effort, Worlds
from . import heuristics
from .evaluation import Outlook, Thinking, loses_at_once

FIRST_LOOK = Effort(worlds=80, nodes=500, playouts=5, noise=6)
SECOND_LOOK = Effort(worlds=200, nodes=2_000, playouts=5, noise=6)
"""For the cards that the first look leaves in question, over other deals."""
_IN_QUESTION = 0.1
"""How far behind the best a card may be after the first look."""
_MOST_IN_QUESTION = 4
_GIVING_LOOK = Effort(worlds=24, nodes=300, playouts=1, noise=25)


def best_card(thinking: Thinking) -> str:
    """The card that keeps most imagined deals winnable; the weakest of equals."""
    cards = plays(thinking.view)
    if len(cards) == 1:
        return cards[0]
    looks = card_outlooks(thinking)
    # Where no imagined deal can be won, the true one still may be: not by a card that loses at once.
    sound = [text for text in looks if not loses_at_once(thinking.position, _place(text))] or looks
    return str(max(sound, key=lambda text: (looks[text].worth, -heuristics.strength(text))))


def card_outlooks(thinking: Thinking) -> dict[str, Outlook]:
    """Every card that may be played, with its outlook; the hopeless ones were looked at less."""
    cards = plays(thinking.view)
    first = _looked_at(thinking, cards, FIRST_LOOK)
    best = max(look.worth for look in first.values())
    ranked = sorted(cards, key=lambda text: -first[text].worth)
    left = [text for text in ranked if first[text].worth >= best - _IN_QUESTION][:_MOST_IN_QUESTION]
    if len(left) == 1:
        return first
    second = _looked_at(thinking, left, SECOND_LOOK)
    return {text: _together(first[text], second[text]) for text in left}


def _looked_at(thinking: Thinking, cards: Sequence[str], effort: Effort) -> dict[str, Outlook]:
    options = [_place(text) for text in cards]
    worlds = thinking.worlds(effort.worlds)
    return dict(zip(cards, thinking.look(thinking.position, worlds, options, effort), strict=True))


def _together(first: Outlook, second: Outlook) -> Outlook:
    """Both looks, by their numbers of deals."""
    share = FIRST_LOOK.worlds / (FIRST_LOOK.worlds + SECOND_LOOK.worlds)
    mixed = [one * share + other * (1 - share) for one, other in zip(first, second, strict=True)]
    return Outlook(*mixed)


def _place(text: str) -> int:
    """The place in the deck of the card that an action is about."""
    return CARDS[text.rsplit(maxsplit=1)[-1]].order


def plays(view: View) -> list[str]:
    """The cards that may be played, as actions."""
    return [text for text in view["legal"] if text.removeprefix("robot ").startswith("play ")]


def card_to_give(thinking: Thinking) -> str:
    """The card after whose passing most imagined deals can be won; what one gets is any card of the other's."""
    view = thinking.view
    worlds = thinking.worlds(_GIVING_LOOK.worlds)
    looks = {text: _after_giving(thinking, worlds, _place(text)) for text in view["legal"]}
    return str(max(looks, key=lambda text: (looks[text].worth, -heuristics.strength(text))))


def _after_giving(thinking: Thinking, worlds: Worlds, card: int) -> Outlook:
    view = thinking.view
    step = 1 if view["distress"]["direction"] == "left" else -1
    passed = worlds.after_giving(view["seat"], card, step, view["players"], thinking.chance)
    return thinking.look_at(thinking.position, passed, _GIVING_LOOK)
