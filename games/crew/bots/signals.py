"""Values of signals: one may locate a task's card, a card that can capture it, or one that blocks it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum
from typing import Final, NamedTuple

from ...contract import View
from ..cards import CARDS, COLOUR_CARDS, Card, in_deck_order
from ..signals import HIGHEST, LOWEST, ONLY, signalable
from .conditions import Condition, conditions_of, value_for
from .heuristics import exchanges_hands
from .preferences import Preference, preferences_at_start, preferences_of
from .reading import excluded_by

KINDS: Final = (HIGHEST, LOWEST, ONLY)
"""The kinds of signals, in the order of their values."""
ABOUT_CARDS: Final = "cards"
"""Signals are about the cards of Planet Nine's tasks."""
ABOUT_HANDS: Final[Mapping[str, str]] = {"planet-nine": "conditions", "deep-sea": "hands"}
"""Signals are about whole hands: in Planet Nine's missions without tasks, and in Deep Sea."""
TOKEN_VALUE: Final[Mapping[str, float]] = {"cards": 0.8, "conditions": 0.0, "hands": 0.0}
"""The least value of a signal on which a bot spends its token, by the subject of signals.

Deep Sea's tasks, and the conditions of missions without tasks, are about whole hands (numbers of tricks, colours,
values), so every signal helps there, and the one that says most is the best where none is about a task's card.
"""
MARGIN: Final[Mapping[str, float]] = {"cards": 1.0, "conditions": 0.6, "hands": 0.6}
"""The distance from its best signal within which the strongest bot may give another, by the subject of signals."""
_EXCLUDED = 0.3
"""The value of each card that a signal excludes."""
_ITS_PLACE, _CATCHES, _OUT_OF_THE_WAY, _IN_THE_WAY = 4.0, 2.6, 1.0, 1.5


def best_signal(view: View) -> str | None:
    """The most helpful signal that the seat may give now, if one is worth the token."""
    return _best_of(view, [text for text in view["legal"] if text.startswith("signal ")])


def asks(view: View) -> bool:
    """Return whether a seat in turn asks the table to wait after this trick: a signal will be worth its token then.

    The signal must be worth it after each card that the seat may play. Before an exchange of hands it does not ask.
    """
    if "ask" not in view["legal"] or (exchanges_hands(view) and len(view["played"]) < len(view["hand_sizes"])):
        return False
    cards = _cards_to_play(view)
    return bool(cards) and all(_best_of(view, _signals_after(view, card)) for card in cards)


def best_signal_after_play(view: View) -> str | None:
    """The signal that is best whichever card the seat plays now; None where that depends on the card."""
    best = {_best_of(view, _signals_after(view, card)) for card in _cards_to_play(view)}
    return best.pop() if len(best) == 1 else None


def _cards_to_play(view: View) -> list[str]:
    return [text.split()[1] for text in view["legal"] if text.startswith("play ")]


def _signals_after(view: View, played: str) -> list[str]:
    """The signals of the seat's hand, once it has played this card."""
    told = {signal["card"] for signal in view["signals"] if signal["seat"] == view["seat"]}
    hand = in_deck_order(CARDS[text] for text in view["hand"] if text != played)
    return [f"signal {card} {says}" for card, says in signalable(hand) if card not in told]


def _best_of(view: View, signals: Sequence[str]) -> str | None:
    """The most helpful of these signals, if one is worth the token."""
    if not signals:
        return None
    values = values_of(view, signals)
    best = max(values, key=values.__getitem__)
    return best if values[best] >= TOKEN_VALUE[subject_of(view)] else None


def values_of(view: View, signals: Sequence[str]) -> dict[str, float]:
    """The value of each of these signals to the partners."""
    values = values_now(view)
    return {text: signal_value(view, values, text) for text in signals}


def signal_value(view: View, values: SignalValues, text: str) -> float:
    """The value of the signal to the partners."""
    return values.value_of(view["seat"], CARDS[text.split()[1]], signal_meaning(view, text))


def signal_meaning(view: View, text: str) -> str:
    """Return whether the signal shows the highest, the lowest or the only card of its suit."""
    _, name, *words = text.split()
    return words[0] if words else _meaning(view, CARDS[name])


def subject_of(view: View) -> str:
    """Return the subject of signals in this view: tasks' cards, whole hands, or hands for a mission's conditions."""
    if view["game"] == "planet-nine" and view["tasks"]:
        return ABOUT_CARDS
    return ABOUT_HANDS[view["game"]]


class SignalValues(NamedTuple):
    """The sources of a signal's value: its subject, the tasks, and the mission's conditions."""

    subject: str
    preferences: tuple[Preference, ...]
    conditions: tuple[Condition, ...]

    def value_of(self, seat: int, card: Card, says: str) -> float:
        """The value of this seat's signal; where hands count, with what else of the suit the signal excludes."""
        about_tasks = fsum(_worth(seat, preference, card, says) for preference in self.preferences)
        about_conditions = fsum(value_for(condition, seat, card, says) for condition in self.conditions)
        excluded = 0 if self.subject == ABOUT_CARDS else len(excluded_by(card, says, COLOUR_CARDS))
        return about_tasks + about_conditions + _EXCLUDED * excluded

    def by_card(self, seat: int) -> tuple[int, ...]:
        """For each kind of signal the value of this seat's signal of each colour card, in hundredths."""
        return tuple(round(100 * self.value_of(seat, card, says)) for says in KINDS for card in COLOUR_CARDS)


def values_now(view: View) -> SignalValues:
    """Return the sources of a signal's value now."""
    return _values(view, preferences_of(view))


def values_at_start(view: View) -> SignalValues:
    """Return the sources of a signal's value before the first card."""
    return _values(view, preferences_at_start(view))


def _values(view: View, preferences: Sequence[Preference]) -> SignalValues:
    wanting = tuple(preference for preference in preferences if preference.wanted)
    return SignalValues(subject_of(view), wanting, conditions_of(view))


def _worth(seat: int, preference: Preference, card: Card, says: str) -> float:
    """The value for one task."""
    worth = 0.0
    mine = preference.owner == seat
    for wanted in preference.wanted:
        if wanted.suit != card.suit:
            continue
        if wanted == card:
            worth += _ITS_PLACE + 0.6 * (says == ONLY) + (0.5 if mine else 0.3 * (says == HIGHEST))
        elif mine and card.rank > wanted.rank and says in (HIGHEST, ONLY):
            worth += _CATCHES * (card.rank - 4) / 5
        elif not mine and card.rank < wanted.rank and says in (HIGHEST, ONLY):
            worth += _OUT_OF_THE_WAY
        elif not mine and card.rank > wanted.rank and says in (LOWEST, ONLY):
            worth += _IN_THE_WAY
    return worth


def _meaning(view: View, card: Card) -> str:
    """Return the meaning of a signal without words to its sender."""
    ranks = [CARDS[text].rank for text in view["hand"] if CARDS[text].suit == card.suit]
    if len(ranks) == 1:
        return ONLY
    return HIGHEST if card.rank == max(ranks) else LOWEST
