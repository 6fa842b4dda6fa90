"""Payments with cards and bonus tokens (rulebook, "Recruit a crew member", "Bonus tokens").

A payment is written as in an action: card ids sorted, then `token` once for each token spent. A player may pay more
than the price; the surplus is lost (ruling 11).
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from itertools import combinations

from .components import TOKEN

Worth = tuple[tuple[str, int], ...]
"""Cards of a hand, sorted by id, each with its money value."""


@lru_cache(maxsize=4096)
def payments(worth: Worth, tokens: int, price: int) -> tuple[str, ...]:
    """All payments that reach a price with these cards and at most this many tokens, sorted."""
    return tuple(sorted([text for text, money in _spendings(worth, tokens) if money >= price]))


@lru_cache(maxsize=4096)
def _spendings(worth: Worth, tokens: int) -> tuple[tuple[str, int], ...]:
    """Every choice of cards and tokens but the empty one, with its value."""
    choices = {
        " ".join([card for card, _ in cards]): sum([money for _, money in cards])
        for size in range(len(worth) + 1)
        for cards in combinations(worth, size)
    }
    spendings = {
        " ".join([*([cards] if cards else ()), *(TOKEN,) * spent]): money + spent
        for cards, money in choices.items()
        for spent in range(tokens + 1)
    }
    return tuple((text, money) for text, money in spendings.items() if text)


def needs_all(values: Collection[int], price: int) -> bool:
    """Return whether a payment of these values reaches the price, and would not without any one of its pieces."""
    surplus = sum(values) - price
    return 0 <= surplus < min(values, default=1)
