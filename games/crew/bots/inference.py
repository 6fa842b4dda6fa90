"""Cards that a partner would hardly have kept: a wanted card that could have gone to its owner, and did not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..cards import Card, Trick
from ..families.masks import mask_of
from .preferences import Taste


class Withheld(NamedTuple):
    """By seat, the cards that it probably does not hold, as masks."""

    surely: tuple[int, ...]
    """It played last, so nothing could have gone wrong."""
    likely: tuple[int, ...]
    """Others were still to play."""


def withheld(tricks: Sequence[Trick], seats: int, asked: Sequence[Taste]) -> Withheld:
    """What the tricks so far tell about the cards that open tasks want."""
    surely, likely = [0] * seats, [0] * seats
    for trick in tricks:
        for place in range(1, len(trick.plays)):
            seat, _ = trick.plays[place]
            cards = mask_of(_offered(trick, place, asked))
            if place == seats - 1:
                surely[seat] |= cards
            else:
                likely[seat] |= cards
    return Withheld(tuple(surely), tuple(likely))


def _offered(trick: Trick, place: int, asked: Sequence[Taste]) -> Iterator[Card]:
    """The wanted cards that would have been good to play in this place, to whoever held them."""
    seat, card = trick.plays[place]
    follows = card.suit == trick.plays[0][1].suit
    before = trick.plays[:place]
    for taste in asked:
        for wanted in taste.wanted:
            may_play_it = not follows or wanted.suit == card.suit
            if may_play_it and trick._replace(plays=(*before, (seat, wanted))).winning_play[0] == taste.owner:
                yield wanted
