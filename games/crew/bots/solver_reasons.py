"""What the solver's bot says afterwards about what it did."""

from __future__ import annotations

from random import Random

from ...contract import Sentence, View
from .card_choice import card_outlooks, plays
from .evaluation import Outlook, Thinking

_HUNDRED = 100


def reason_for(view: View, text: str, chance: Random) -> Sentence | None:
    """Why it did this in this view; None where there is nothing to tell."""
    words = text.removeprefix("robot ").split()
    match words:
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
    looks = card_outlooks(Thinking(view, chance))
    others = {other: look for other, look in looks.items() if other != text}
    mine = looks.get(text, Outlook(0.0, 0.0))
    if not others:
        return Sentence("bot-why-card", {"card": card, **_shares(mine)})
    next_best = max(others, key=lambda other: others[other].worth)
    if not any(round(look.winnable * _HUNDRED) for look in looks.values()):
        return Sentence("bot-why-lost", {"card": card})
    facts = {"card": card, "other": next_best.split()[-1], **_shares(mine)}
    if abs(others[next_best].winnable - mine.winnable) * _HUNDRED >= 1:
        return Sentence("bot-why-winnable", {**facts, "other_number": round(others[next_best].winnable * _HUNDRED)})
    return Sentence("bot-why-easier", {**facts, "other_number": round(others[next_best].won * _HUNDRED)})


def _shares(look: Outlook) -> dict[str, int]:
    return {"number": round(look.winnable * _HUNDRED), "won": round(look.won * _HUNDRED)}
