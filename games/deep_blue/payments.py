"""What cards and bonus tokens buy (rulebook, "Recruit a crew member", "Bonus tokens").

A payment is written as it stands in an action: card ids sorted, then `token` as often as one is spent. What is
paid too much is lost, so no payment holds a piece that it could do without.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from .components import TOKEN

Worth = tuple[tuple[str, int], ...]
"""Cards of a hand, sorted by id, each with the money it is worth."""


@lru_cache(maxsize=4096)
def payments(worth: Worth, tokens: int, price: int) -> tuple[str, ...]:
    """All payments of a price from these cards and so many tokens, sorted."""
    found = {
        " ".join((*(card for card, _ in cards), *(TOKEN,) * spent))
        for spent in range(min(tokens, price) + 1)
        for cards in _choices(worth, price - spent)
        if _needs_all(cards, spent, price)
    }
    return tuple(sorted(found))


def _choices(worth: Worth, price: int) -> Iterator[Worth]:
    """Choices of cards that reach the price, none going on once it is reached."""
    if price <= 0:
        yield ()
        return
    for place, card in enumerate(worth):
        for others in _choices(worth[place + 1 :], price - card[1]):
            yield (card, *others)


def _needs_all(cards: Worth, spent: int, price: int) -> bool:
    surplus = sum(value for _, value in cards) + spent - price
    return surplus < min([value for _, value in cards] + ([1] if spent else []))
