"""The strongest bot's signals: with which one do playouts score best?

The rules of `signals` decide whether one is worth the token, and which ones are worth a closer look. Sampled
deals are then played out with each of these, and with the token kept for the next trick. The seats of a playout know
what the signal shows and excludes, so a difference is what the signal changes in their choices.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import fsum
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

from ...contract import View
from ..cards import CARDS, COLOUR_CARDS
from ..families.masks import mask_of
from ..signals import WORDLESS, Communication
from ..solver.playout.evaluator import Facts, LaterSignal
from .evaluation import ViewEvaluator
from .heuristics import exchanges_hands
from .race import is_behind
from .reading import excluded_by
from .signals import MARGIN, TOKEN_VALUE, best_signal, subject_of, values_now, values_of

_SILENCE: Final = ""
"""In place of a signal: the seat keeps its token."""
_BY_THE_RULES: Final[Mapping[str, float]] = {"cards": 0.01, "conditions": 0.03, "hands": 0.03}
"""The share of the playouts that a point of a signal's value by the rules is worth, by the subject of signals.

Partners infer by the rules what the hand does not hold, and playouts do not.
"""
_DELAY: Final = 0.005
"""A signal kept for later counts so much less than the same one now, so that nearly equal ones come now."""
_ROUNDS: Final[Mapping[str, tuple[int, ...]]] = {"planet-nine": (16, 24, 40), "deep-sea": (16, 24)}
"""The worlds of each round of the race, by game: Deep Sea's seats give more signals, and its playouts take longer."""
_PLAYOUTS: Final[Mapping[str, int]] = {"planet-nine": 3, "deep-sea": 2}
_CONSIDERED: Final[Mapping[str, int | None]] = {"cards": None, "conditions": 4, "hands": 3}
"""The most signals in the race, by the subject of signals."""
_EXPLAINED: Final = 100
"""The worlds over which a reason compares."""


def chosen_signal(evaluator: ViewEvaluator) -> str | None:
    """The signal with the best score in playouts, its value by the rules added; None where silence is better.

    The rules say that one is worth its token. Silence keeps the token, where the seat may signal later: after the first
    trick of a playout it gives the best signal of the hand that it then has, by what tasks want now. Where hands are
    exchanged (mission 12) a playout cannot tell what a signal changes, so the rules decide alone.
    """
    if exchanges_hands(evaluator.view):
        return best_signal(evaluator.view)
    values = _nearly_best(evaluator.view)
    choices = {text: facts_after(evaluator, text) for text in values} | {_SILENCE: facts_of_silence(evaluator)}
    values |= {_SILENCE: max(values.values()) - _DELAY if choices[_SILENCE].later else 0}
    racing: dict[str, list[float]] = {text: [] for text in choices}
    for count in _ROUNDS[evaluator.view["game"]]:
        scores = _scores(evaluator, {text: choices[text] for text in racing}, count)
        racing = {text: [*mine, *(score + values[text] for score in scores[text])] for text, mine in racing.items()}
        best = max(racing.values(), key=fsum)
        racing = {text: mine for text, mine in racing.items() if mine is best or not is_behind(best, mine)}
        if len(racing) == 1:
            break
    signals = [text for text in racing if text]
    return max(signals, key=lambda text: fsum(racing[text]), default=None)


class Scores(NamedTuple):
    """The mean scores of playouts, between 0 and 1."""

    now: float
    """With the signal."""
    later: float | None
    """With the token kept for the next trick; None where the seat may not signal then."""
    without: float
    """With no signal of this seat from now on."""


def scores_of(evaluator: ViewEvaluator, text: str) -> Scores:
    """The scores with this signal, with one after the next trick and with none, in the same sampled worlds."""
    choices = {"now": facts_after(evaluator, text), "without": evaluator.facts}
    if may_signal_later(evaluator.view):
        choices["later"] = facts_of_silence(evaluator)
    scores = {name: fmean(mine) for name, mine in _scores(evaluator, choices, _EXPLAINED).items()}
    return Scores(scores["now"], scores.get("later"), scores["without"])


def _nearly_best(view: View) -> dict[str, float]:
    """The signals that the rules value most or nearly so, with what this adds to their score in playouts.

    From a signal, partners infer that there is none far better.
    """
    subject, values = subject_of(view), values_of(view, [text for text in view["legal"] if text.startswith("signal ")])
    ranking = sorted(values, key=values.__getitem__, reverse=True)[: _CONSIDERED[subject]]
    least = values[ranking[0]] - MARGIN[subject]
    return {text: _BY_THE_RULES[subject] * values[text] for text in ranking if values[text] >= least}


def _scores(evaluator: ViewEvaluator, choices: Mapping[str, Facts], count: int) -> dict[str, list[float]]:
    """Return the score of playouts of each choice in so many sampled worlds, the same for all choices.

    The seats of the playouts know the facts of the choice.
    """
    worlds, seed = evaluator.worlds(count), evaluator.chance.getrandbits(60)
    playouts = _PLAYOUTS[evaluator.view["game"]]
    return {text: evaluator.scores(facts, worlds, playouts, Random(seed)) for text, facts in choices.items()}


def facts_after(evaluator: ViewEvaluator, text: str) -> Facts:
    """Return the facts that all seats know after this signal."""
    facts, seat = evaluator.facts, evaluator.view["seat"]
    _, name, *words = text.split()
    excluded = mask_of(excluded_by(CARDS[name], words[0] if words else None, COLOUR_CARDS))
    shown = _with(facts.shown, seat, 1 << CARDS[name].order)
    return replace(facts, shown=shown, excluded=_with(facts.excluded, seat, excluded))


def facts_of_silence(evaluator: ViewEvaluator) -> Facts:
    """Return the facts that all seats know now, and the signal that the seat keeps for the next trick, if it may."""
    view = evaluator.view
    if not may_signal_later(view):
        return evaluator.facts
    later = LaterSignal(view["seat"], view["communication"] not in WORDLESS, _worth_later(view))
    return replace(evaluator.facts, later=later)


def may_signal_later(view: View) -> bool:
    """Return whether the seat may signal after the next trick, too; a token that all share (rapture) may be gone."""
    if isinstance(view["tokens_left"], Mapping):
        return False
    communication = Communication(view["communication"], view["communication_from"], view["communication_until"])
    next_trick = len(view["played"]) // len(view["hand_sizes"]) + 1
    return communication.allowed(next_trick + 1, view["tricks_total"])


def _worth_later(view: View) -> tuple[int, ...]:
    """For each kind of signal and each colour card the worth of that signal: more than 0 if it is worth its token."""
    least = round(100 * TOKEN_VALUE[subject_of(view)])
    values = values_now(view).by_card(view["seat"])
    return tuple(value + 1 if value >= least else 0 for value in values)


def _with(sets: tuple[int, ...], seat: int, cards: int) -> tuple[int, ...]:
    return (*sets[:seat], sets[seat] | cards, *sets[seat + 1 :])
