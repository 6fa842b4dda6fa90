"""Card choice: which card to play, and which one to give in distress."""

from __future__ import annotations

from collections.abc import Sequence

from ...contract import View
from ..cards import CARDS
from ..solver.playout.evaluator import Effort, Worlds
from . import heuristics
from .evaluation import Evaluation, ViewEvaluator, loses_at_once

FIRST_PASS = Effort(worlds=80, nodes=500, playouts=5, noise=6)
SECOND_PASS = Effort(worlds=200, nodes=2_000, playouts=5, noise=6)
"""For the cards within `_IN_QUESTION` of the best after the first pass, over other worlds."""
_IN_QUESTION = 0.1
"""How far behind the best a card may be after the first pass."""
_MOST_IN_QUESTION = 4
_OUTLOOK = Effort(worlds=200, nodes=2_000, playouts=0, noise=0)
_GIVING_EFFORT = Effort(worlds=24, nodes=300, playouts=1, noise=25)


def best_card(evaluator: ViewEvaluator) -> str:
    """The card that keeps most worlds winnable; the weakest of equals."""
    cards = plays(evaluator.view)
    if len(cards) == 1:
        return cards[0]
    evaluations = evaluate_cards(evaluator)
    # Even if no sampled world can be won, the real deal may be, except with a card that loses at once.
    sound = [text for text in evaluations if not loses_at_once(evaluator.position, _place(text))] or evaluations
    return str(max(sound, key=lambda text: (evaluations[text].worth, -heuristics.strength(text))))


def evaluate_cards(evaluator: ViewEvaluator) -> dict[str, Evaluation]:
    """The evaluation of every card that may be played; the first pass alone decides on clearly worse cards."""
    cards = plays(evaluator.view)
    first = _evaluate(evaluator, cards, FIRST_PASS)
    best = max(evaluation.worth for evaluation in first.values())
    ranked = sorted(cards, key=lambda text: -first[text].worth)
    in_question = [text for text in ranked if first[text].worth >= best - _IN_QUESTION][:_MOST_IN_QUESTION]
    if len(in_question) == 1:
        return first
    second = _evaluate(evaluator, in_question, SECOND_PASS)
    return {text: _merge(first[text], second[text]) for text in in_question}


def shares_of(evaluator: ViewEvaluator) -> dict[str, float]:
    """The share of worlds that each card keeps winnable, without playouts and over the same worlds for all cards."""
    evaluations = _evaluate(evaluator, plays(evaluator.view), _OUTLOOK)
    return {text: evaluation.winnable for text, evaluation in evaluations.items()}


def _evaluate(evaluator: ViewEvaluator, cards: Sequence[str], effort: Effort) -> dict[str, Evaluation]:
    options = [_place(text) for text in cards]
    worlds = evaluator.worlds(effort.worlds)
    return dict(zip(cards, evaluator.evaluate(evaluator.position, worlds, options, effort), strict=True))


def _merge(first: Evaluation, second: Evaluation) -> Evaluation:
    """The mean of both passes, weighted by their numbers of worlds."""
    share = FIRST_PASS.worlds / (FIRST_PASS.worlds + SECOND_PASS.worlds)
    mixed = [one * share + other * (1 - share) for one, other in zip(first, second, strict=True)]
    return Evaluation(*mixed)


def _place(text: str) -> int:
    """The place in the deck of the card that an action is about."""
    return CARDS[text.rsplit(maxsplit=1)[-1]].order


def plays(view: View) -> list[str]:
    """The cards that may be played, as actions."""
    return [text for text in view["legal"] if text.removeprefix("robot ").startswith("play ")]


def card_to_give(evaluator: ViewEvaluator) -> str:
    """The card after whose pass most worlds can be won. The card received may be any colour card of the giver's."""
    view = evaluator.view
    worlds = evaluator.worlds(_GIVING_EFFORT.worlds)
    evaluations = {text: _evaluate_pass(evaluator, worlds, _place(text)) for text in view["legal"]}
    return str(max(evaluations, key=lambda text: (evaluations[text].worth, -heuristics.strength(text))))


def _evaluate_pass(evaluator: ViewEvaluator, worlds: Worlds, card: int) -> Evaluation:
    view = evaluator.view
    step = 1 if view["distress"]["direction"] == "left" else -1
    worlds_after = worlds.after_giving(view["seat"], card, step, view["players"], evaluator.chance)
    return evaluator.evaluate_position(evaluator.position, worlds_after, _GIVING_EFFORT)
