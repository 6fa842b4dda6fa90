"""The strongest bot's signals in Planet Nine: with which one do playouts score best?

The rules of `signals` decide whether one is worth the token now, and which ones are worth a closer look. Sampled
deals are then played out with each of these. The seats of a playout know what the signal shows and excludes, so a
difference is what the signal changes in their choices.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import Random
from statistics import fmean
from typing import Final

from ..cards import CARDS, COLOUR_CARDS
from ..families.masks import mask_of
from ..solver.playout.evaluator import Facts
from .evaluation import ViewEvaluator
from .heuristics import exchanges_hands
from .race import is_behind
from .reading import excluded_by
from .signals import MARGIN, values_of

_SILENCE: Final = ""
"""In place of a signal."""
_BY_THE_RULES: Final = 0.01
"""A point of a signal's value by the rules counts as much as this share of the playouts.

Partners infer by the rules what the hand does not hold, and playouts do not.
"""
_ROUNDS: Final = (16, 24, 40)
"""The worlds of each round of the race."""
_PLAYOUTS: Final = 3
_EXPLAINED: Final = 100
"""The worlds over which a reason compares."""


def chosen_signal(evaluator: ViewEvaluator) -> str:
    """The signal with the best score in playouts, its value by the rules added. The seat may signal."""
    rules = _nearly_best(evaluator)
    racing: dict[str, list[float]] = {text: [] for text in rules}
    for count in _ROUNDS:
        if len(racing) > 1:
            scores = _scores(evaluator, racing, count)
            racing = {text: [*mine, *_worths(scores[text], rules[text])] for text, mine in racing.items()}
            best = max(racing.values(), key=sum)
            racing = {text: mine for text, mine in racing.items() if mine is best or not is_behind(best, mine)}
    return max(racing, key=lambda text: sum(racing[text]))


def _worths(scores: Iterable[float], value: float) -> list[float]:
    return [score + _BY_THE_RULES * value for score in scores]


def scores_with_and_without(evaluator: ViewEvaluator, text: str) -> tuple[float, float]:
    """The mean score of playouts with this signal and without one, between 0 and 1."""
    scores = _scores(evaluator, (text, _SILENCE), _EXPLAINED)
    return fmean(scores[text]), fmean(scores[_SILENCE])


def _nearly_best(evaluator: ViewEvaluator) -> Mapping[str, float]:
    """The signals that the rules value most or nearly so: from a signal, partners infer that there is none far better.

    Before an exchange of hands a playout cannot tell what a signal changes, so the best is the only one.
    """
    view = evaluator.view
    values = values_of(view, [text for text in view["legal"] if text.startswith("signal ")])
    best = max(values, key=values.__getitem__)
    if exchanges_hands(view):
        return {best: values[best]}
    return {text: value for text, value in values.items() if value >= values[best] - MARGIN}


def _scores(evaluator: ViewEvaluator, texts: Iterable[str], count: int) -> dict[str, list[float]]:
    """By signal, the score of playouts in each of so many sampled worlds, the same for all."""
    worlds, seed = evaluator.worlds(count), evaluator.chance.getrandbits(60)
    return {text: evaluator.scores(facts_after(evaluator, text), worlds, _PLAYOUTS, Random(seed)) for text in texts}


def facts_after(evaluator: ViewEvaluator, text: str) -> Facts:
    """What all seats know after this signal."""
    facts, seat = evaluator.facts, evaluator.view["seat"]
    if text == _SILENCE:
        return facts
    _, name, *words = text.split()
    excluded = mask_of(excluded_by(CARDS[name], words[0] if words else None, COLOUR_CARDS))
    shown = _with(facts.shown, seat, 1 << CARDS[name].order)
    return replace(facts, shown=shown, excluded=_with(facts.excluded, seat, excluded))


def _with(sets: tuple[int, ...], seat: int, cards: int) -> tuple[int, ...]:
    return (*sets[:seat], sets[seat] | cards, *sets[seat + 1 :])
