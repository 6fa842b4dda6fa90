"""Heuristics of the careful bot before the first trick, from its own hand."""

from __future__ import annotations

from collections.abc import Iterable
from math import fsum
from random import Random

from ...contract import View
from ..cards import CARDS, Card, Hand
from .books import book_of
from .preferences import Preference, preferences_of

_STRONG_HAND = 6.2


def strength(text: str) -> int:
    """Return the strength of the card at the end of an action."""
    return CARDS[text.rsplit(maxsplit=1)[-1]].strength


def exchanges_hands(view: View) -> bool:
    """Return whether cards changed hands after trick 1 (mission 12)."""
    return "random-card-from-right-after-trick-1" in book_of(view).mission(view["mission"]).special


def suits(hand: Hand, task: str) -> float:
    """Return how well a task suits a hand, 0 to 1.

    A task card in the hand must win by itself. A card elsewhere must be captured by a higher one of its colour or,
    without that colour, by a trump.
    """
    card = CARDS[task]
    if card in hand:
        above = [c for c in hand if c.suit == card.suit and c.rank > card.rank]
        return max(0.02, 1.0 - 0.25 * (9 - card.rank - len(above)))
    same = [c.rank for c in hand if c.suit == card.suit]
    trumps = sum(c.is_trump for c in hand)
    if any(rank > card.rank for rank in same):
        return min(0.95, 0.35 + 0.06 * max(same) + 0.05 * trumps)
    return min(0.8, 0.1 + 0.2 * trumps + 0.15 * (not same))


def answer(view: View, chance: Random) -> str:
    """An honest answer to the captain."""
    question = view["poll"]["question"]
    hand = _hand(view["hand"])
    average = fsum(card.strength for card in hand) / len(hand)
    if question == "health":
        return "answer good" if average > _STRONG_HAND - 1 else "answer bad"
    if question == "role":
        return f"answer {'first' if average > _STRONG_HAND else 'last' if average > _STRONG_HAND - 1 else 'middle'}"
    if question == "next-task":
        return "answer yes" if suits(hand, _turned_up(view)) > 0.55 else "answer no"
    if question == "volunteer":
        return "answer yes" if not any(card.is_trump for card in hand) else "answer no"
    return "answer yes" if average > _STRONG_HAND - 0.5 else "answer no"


def name(view: View, chance: Random) -> str:
    """A player who feels ill or volunteered, else any player but the captain."""
    answers = dict(view["poll"]["answers"]) if view["poll"] else {}
    wanted = [seat for seat, word in answers.items() if word in ("bad", "yes")]
    return _first_legal(view, (f"name {seat}" for seat in wanted))


def assign_all(view: View, chance: Random) -> str:
    """All tasks to the first player who answered yes."""
    willing = [seat for seat, word in view["poll"]["answers"] if word == "yes"]
    return _first_legal(view, (f"assign all {seat}" for seat in willing))


def assign(view: View, chance: Random) -> str:
    """The task to a player who answered yes; to this seat if it suits; else to any seat that may have it."""
    task, seat = _turned_up(view), view["seat"]
    willing = [other for other, word in view["poll"]["answers"] if word == "yes"]
    if suits(_hand(view["hand"]), task) > 0.7 or not willing:
        willing = [seat, *willing]
    return _first_legal(view, (f"assign {task} {owner}" for owner in willing))


def propose_roles(view: View, chance: Random) -> str:
    """Roles close to the players' answers, varied at random because a proposal may be declined."""
    wishes = dict(view["poll"]["answers"])
    offers = [text for text in view["legal"] if text.startswith("propose roles")]
    return str(max(offers, key=lambda text: _suits_wishes(text, wishes, view["captain"]) + chance.random()))


def _suits_wishes(text: str, wishes: dict[int, str], captain: int) -> float:
    """The captain leads the first trick, so without answers the first role is easiest for the captain."""
    *_, first, last = text.split()
    first_wish, last_wish = wishes.get(int(first)), wishes.get(int(last))
    return (
        (first_wish == "first") + (last_wish == "last") + 0.5 * (int(first) == captain) - 0.5 * (last_wish == "first")
    )


def give(view: View, chance: Random) -> str:
    """The card that helps the neighbour most and this seat least."""
    step = 1 if view["distress"]["direction"] == "left" else -1
    neighbour = (view["seat"] + step) % view["players"]
    preferences = preferences_of(view)
    own = [preference for preference in preferences if preference.owner == view["seat"]]
    theirs = [preference for preference in preferences if preference.owner == neighbour]
    return str(max(view["legal"], key=lambda text: _good_to_give(CARDS[text.split()[-1]], own, theirs)))


def _good_to_give(card: Card, own: list[Preference], theirs: list[Preference]) -> float:
    mine, yours = _wanted_cards(own), _wanted_cards(theirs)
    score = 0.1 * card.rank if any(wanted.suit == card.suit for wanted in yours) else -0.05 * card.rank
    if card in yours:
        score += 2.0 if card.rank >= 7 else -1.0
    if card in mine:
        score += 2.5 if card.rank <= 6 else -2.0
    if any(wanted.suit == card.suit and wanted.rank < card.rank for wanted in mine):
        score -= 0.2 * card.rank
    return score + 0.05 * (card.rank - 5) * (fsum(t.eagerness for t in theirs) - fsum(t.eagerness for t in own))


def _wanted_cards(preferences: list[Preference]) -> list[Card]:
    return [card for preference in preferences for card in preference.wanted]


def _turned_up(view: View) -> str:
    return next(str(task["task"]) for task in view["tasks"] if task["owner"] is None and task["task"])


def _hand(texts: Iterable[str | None]) -> Hand:
    return tuple(CARDS[text] for text in texts if text)


def _first_legal(view: View, wanted: Iterable[str]) -> str:
    legal = view["legal"]
    return next((text for text in wanted if text in legal), str(legal[0]))
