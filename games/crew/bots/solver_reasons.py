"""The solver bot's reasons, given after its action."""

from __future__ import annotations

from random import Random

from ...contract import Sentence, View
from .card_choice import evaluate_cards, plays
from .evaluation import Evaluation, ViewEvaluator

_HUNDRED = 100


def reason_for(view: View, text: str, chance: Random) -> Sentence | None:
    """The reason for an action in this view; None where there is none."""
    parts = text.removeprefix("robot ").split()
    match parts:
        case ["play", card]:
            return _for_card(view, text, card, chance)
        case ["signal", card, *_]:
            return Sentence("bot-why-signal", {"card": card})
        case ["take", task]:
            return Sentence("bot-why-take", {"task": task})
        case _:
            return None


def _for_card(view: View, text: str, card: str, chance: Random) -> Sentence:
    cards = plays(view)
    if len(cards) == 1:
        return Sentence("bot-why-only", {"card": card})
    evaluations = evaluate_cards(ViewEvaluator(view, chance))
    others = {other: evaluation for other, evaluation in evaluations.items() if other != text}
    mine = evaluations.get(text, Evaluation(0.0, 0.0))
    if not others:
        return Sentence("bot-why-card", {"card": card, **_shares(mine)})
    next_best = max(others, key=lambda other: others[other].worth)
    if not any(round(evaluation.winnable * _HUNDRED) for evaluation in evaluations.values()):
        return Sentence("bot-why-lost", {"card": card})
    facts = {"card": card, "other": next_best.split()[-1], **_shares(mine)}
    if abs(others[next_best].winnable - mine.winnable) * _HUNDRED >= 1:
        return Sentence("bot-why-winnable", {**facts, "other_number": round(others[next_best].winnable * _HUNDRED)})
    return Sentence("bot-why-easier", {**facts, "other_number": round(others[next_best].won * _HUNDRED)})


def _shares(evaluation: Evaluation) -> dict[str, int]:
    return {"number": round(evaluation.winnable * _HUNDRED), "won": round(evaluation.won * _HUNDRED)}
