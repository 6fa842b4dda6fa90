"""Cards that a partner would hardly have kept: a wanted card that could have gone to its owner, and did not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..cards import Card, Trick
from ..families.masks import mask_of
from .preferences import Preference


class UnlikelyCards(NamedTuple):
    """By seat, the cards that it probably does not hold, as masks."""

    very_unlikely: tuple[int, ...]
    """It played last, so nothing could have gone wrong."""
    unlikely: tuple[int, ...]
    """Others were still to play."""


def unlikely_cards(tricks: Sequence[Trick], seats: int, asked: Sequence[Preference]) -> UnlikelyCards:
    """What the tricks so far tell about the cards that open tasks want."""
    very_unlikely, unlikely = [0] * seats, [0] * seats
    for trick in tricks:
        for place in range(1, len(trick.plays)):
            seat, _ = trick.plays[place]
            cards = mask_of(_missed_chances(trick, place, asked))
            if place == seats - 1:
                very_unlikely[seat] |= cards
            else:
                unlikely[seat] |= cards
    return UnlikelyCards(tuple(very_unlikely), tuple(unlikely))


def _missed_chances(trick: Trick, place: int, asked: Sequence[Preference]) -> Iterator[Card]:
    """The wanted cards that would have been good to play in this place, to whoever held them."""
    seat, card = trick.plays[place]
    follows = card.suit == trick.plays[0][1].suit
    before = trick.plays[:place]
    for preference in asked:
        for wanted in preference.wanted:
            may_play_it = not follows or wanted.suit == card.suit
            if may_play_it and trick._replace(plays=(*before, (seat, wanted))).winning_play[0] == preference.owner:
                yield wanted
