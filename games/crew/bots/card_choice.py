"""Card choice: which card to play, and which one to give in distress."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from ...contract import View
from ..cards import CARDS
from ..solver.playout.evaluator import Effort, Worlds
from . import heuristics
from .evaluation import Evaluation, ViewEvaluator, loses_at_once, mean_of
from .needed_trumps import spares_trumps
from .race import is_behind

ROUNDS: Final = (
    Effort(worlds=16, nodes=300, playouts=3),
    Effort(worlds=18, nodes=400, playouts=3),
    Effort(worlds=28, nodes=600, playouts=3),
    Effort(worlds=48, nodes=1_000, playouts=3),
    Effort(worlds=48, nodes=1_000, playouts=3),
    Effort(worlds=60, nodes=1_000, playouts=3),
)
"""The rounds of an evaluation, each over worlds drawn anew, for the cards that are still in question."""
_A_CARD: Final = 3.0
"""The nodes of a search that take as long as a card of a playout."""
_MOST_NODES: Final = 105_000
"""The work, in nodes, after which no further round begins."""
_OUTLOOK = Effort(worlds=200, nodes=2_000, playouts=0)
_HARDLY: Final = 0.08
"""A card worth at most so much less than a lead that strips a partner of a trump is preferred to it."""
_GIVING_EFFORT = Effort(worlds=24, nodes=300, playouts=1)


def best_card(evaluator: ViewEvaluator) -> str:
    """The card that keeps most worlds winnable; the weakest of equals."""
    cards = plays(evaluator.view)
    if len(cards) == 1:
        return cards[0]
    return first_sound(evaluator, with_needed_trumps(evaluator.view, rank_cards(evaluator)))


def with_needed_trumps(view: View, ranking: Mapping[str, Sequence[Evaluation]]) -> list[str]:
    """The cards in order. A lead that strips a partner of a needed trump stands behind one that is hardly worse."""
    best, mine = next(iter(ranking.items()))
    # A card that was soon out has seen fewer worlds, so both are compared over those.
    behind = {text: _worth(theirs) - _worth(mine[: len(theirs)]) for text, theirs in ranking.items()}
    chosen = spares_trumps(view, best, behind, _HARDLY)
    return [chosen, *(text for text in ranking if text != chosen)]


def first_sound(evaluator: ViewEvaluator, ranking: Iterable[str]) -> str:
    """The first card that does not lose at once: even if no sampled world can be won, the real deal may be."""
    cards = list(ranking)
    return next((text for text in cards if not loses_at_once(evaluator.position, place_of(text))), cards[0])


def rank_cards(evaluator: ViewEvaluator) -> dict[str, list[Evaluation]]:
    """Every card that may be played, the best first, with its evaluation in each world.

    The worlds are the same for all cards, but a card that is clearly worse has seen only the first of them.
    """
    racing: dict[str, list[Evaluation]] = {text: [] for text in plays(evaluator.view)}
    out: dict[str, list[Evaluation]] = {}
    spent, cards_left = 0.0, sum(evaluator.view["hand_sizes"])
    for effort in ROUNDS:
        options = [place_of(text) for text in racing]
        worlds = evaluator.worlds(effort.worlds)
        by_card, nodes = evaluator.evaluate_by_world(evaluator.position, worlds, options, effort)
        racing = {text: racing[text] + by_card[option] for text, option in zip(racing, options, strict=True)}
        racing = dict(sorted(racing.items(), key=lambda item: (-_worth(item[1]), heuristics.strength(item[0]))))
        slower = _left_behind(racing)
        out = {**slower, **out}
        racing = {text: evaluations for text, evaluations in racing.items() if text not in slower}
        spent += nodes + _A_CARD * cards_left * effort.playouts * len(worlds) * len(options)
        if len(racing) == 1 or spent > _MOST_NODES:
            break
    return {**racing, **out}


def _left_behind(racing: Mapping[str, Sequence[Evaluation]]) -> dict[str, list[Evaluation]]:
    """The cards that are worse than the first one, or no better, as far as the worlds so far can tell."""
    (_, best), *others = racing.items()
    return {text: list(mine) for text, mine in others if is_behind(_worths(best), _worths(mine))}


def _worths(evaluations: Sequence[Evaluation]) -> list[float]:
    return [evaluation.worth for evaluation in evaluations]


def _worth(evaluations: Sequence[Evaluation]) -> float:
    return mean_of(evaluations).worth


def shares_of(evaluator: ViewEvaluator) -> dict[str, float]:
    """The share of worlds that each card keeps winnable, without playouts and over the same worlds for all cards."""
    evaluations = _evaluate(evaluator, plays(evaluator.view), _OUTLOOK)
    return {text: evaluation.winnable for text, evaluation in evaluations.items()}


def _evaluate(evaluator: ViewEvaluator, cards: Sequence[str], effort: Effort) -> dict[str, Evaluation]:
    options = [place_of(text) for text in cards]
    worlds = evaluator.worlds(effort.worlds)
    return dict(zip(cards, evaluator.evaluate(evaluator.position, worlds, options, effort), strict=True))


def place_of(text: str) -> int:
    """The place in the deck of the card that an action is about."""
    return CARDS[text.rsplit(maxsplit=1)[-1]].order


def plays(view: View) -> list[str]:
    """The cards that may be played, as actions."""
    return [text for text in view["legal"] if text.removeprefix("robot ").startswith("play ")]


def card_to_give(evaluator: ViewEvaluator) -> str:
    """The card after whose pass most worlds can be won. The card received may be any colour card of the giver's."""
    view = evaluator.view
    worlds = evaluator.worlds(_GIVING_EFFORT.worlds)
    evaluations = {text: _evaluate_pass(evaluator, worlds, place_of(text)) for text in view["legal"]}
    return str(max(evaluations, key=lambda text: (evaluations[text].worth, -heuristics.strength(text))))


def _evaluate_pass(evaluator: ViewEvaluator, worlds: Worlds, card: int) -> Evaluation:
    view = evaluator.view
    step = 1 if view["distress"]["direction"] == "left" else -1
    worlds_after = worlds.after_giving(view["seat"], card, step, view["players"], evaluator.chance)
    return evaluator.evaluate_position(evaluator.position, worlds_after, _GIVING_EFFORT)
