"""Infers from tricks which cards a partner is unlikely to hold: wanted cards that the partner did not give to their
owner.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..cards import Card, Trick
from ..families.masks import mask_of
from .preferences import Preference


class UnlikelyCards(NamedTuple):
    """By seat, the cards that it probably does not hold, as masks."""

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
