"""Infers which cards a partner is unlikely to hold.

In tricks it did not give wanted cards to their owner, and it preferred its signal (or none) to all others of its hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from ...contract import View
from ..cards import CARDS, COLOUR_CARDS, Card, Trick
from ..families.masks import mask_of
from .heuristics import exchanges_hands
from .preferences import Preference
from .signals import KINDS, MARGIN, TOKEN_VALUE, SignalValues, subject_of, values_at_start

_KEPT: Final = 399
"""The most that a player keeps to itself before the first trick, in hundredths: less than the place of a task's card.

Bots seldom keep as much, and people seldom more.
"""
_LEAST: Final[Mapping[str, float]] = {**TOKEN_VALUE, "conditions": 1.2, "hands": 1.2}
"""The least value of a signal that follows these rules, by the subject of signals: bots seldom give one worth less."""


class UnlikelyCards(NamedTuple):
    """The cards that each seat probably does not hold, as masks."""

    very_unlikely: tuple[int, ...]
    """The seat played last, so giving the card was safe."""
    unlikely: tuple[int, ...]
    """Later players could still have won the trick."""


def unlikely_cards(tricks: Sequence[Trick], seats: int, preferences: Sequence[Preference]) -> UnlikelyCards:
    """The inference from all tricks so far about the cards that open tasks want."""
    very_unlikely, unlikely = [0] * seats, [0] * seats
    for trick in tricks:
        for place in range(1, len(trick.plays)):
            seat, _ = trick.plays[place]
            cards = mask_of(_missed_chances(trick, place, preferences))
            if place == seats - 1:
                very_unlikely[seat] |= cards
            else:
                unlikely[seat] |= cards
    return UnlikelyCards(tuple(very_unlikely), tuple(unlikely))


def _missed_chances(trick: Trick, place: int, preferences: Sequence[Preference]) -> Iterator[Card]:
    """The wanted cards that a holder in this place would have done well to play."""
    seat, card = trick.plays[place]
    follows = card.suit == trick.plays[0][1].suit
    before = trick.plays[:place]
    for preference in preferences:
        for wanted in preference.wanted:
            may_play_it = not follows or wanted.suit == card.suit
            if may_play_it and trick._replace(plays=(*before, (seat, wanted))).winning_play[0] == preference.owner:
                yield wanted


def values_given(view: View) -> tuple[int, ...]:
    """Return the most that a signal of each seat's hand can be worth, in hundredths, by the signal given or kept.

    A view does not tell when a signal was given, so it counts as given before the first trick, as most are. It is 0
    where nothing follows: for the own seat, a signal that bots would not give or that has no word, shared tokens,
    signals that are allowed later only, and hands that change.
    """
    values = [0] * len(view["hand_sizes"])
    tokens = view["tokens_left"]
    if exchanges_hands(view) or view["communication_from"] or isinstance(tokens, Mapping):
        return tuple(values)
    if view["played"]:
        values[: view["players"]] = [_KEPT if left else 0 for left in tokens[: view["players"]]]
    table = signal_values(view)
    for signal in view["signals"]:
        values[signal["seat"]] = _value_given(subject_of(view), signal, table)
    if view["seat"] is not None:
        values[view["seat"]] = 0
    return tuple(values)


def _value_given(subject: str, signal: Mapping[str, Any], table: Sequence[int]) -> int:
    if not signal["says"]:
        return 0
    kind = len(KINDS) * signal["seat"] + KINDS.index(signal["says"])
    value = table[len(COLOUR_CARDS) * kind + CARDS[signal["card"]].order]
    return value + round(100 * MARGIN[subject]) if value >= 100 * _LEAST[subject] else 0


def signal_values(view: View) -> tuple[int, ...]:
    """For each seat and kind of signal the value of a signal of each colour card before play, in hundredths."""
    return _values_of_all(values_at_start(view), len(view["hand_sizes"]))


@lru_cache(maxsize=64)
def _values_of_all(values: SignalValues, seats: int) -> tuple[int, ...]:
    """Seats decide several times in a round, and the table stays the same."""
    return tuple(value for seat in range(seats) for value in values.by_card(seat))
