"""The seeding contract `crew-deal/1`: the same seed gives the same deal on every machine, for ever.

Frozen. Nothing here may change after the first deal was played. Thirty lines in another language can check a deal.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from struct import Struct
from typing import TypeVar

Item = TypeVar("Item")

_FOUR_WORDS = Struct(">4Q")
_TWO_TO_64 = 1 << 64


class Stream:
    """An endless stream of random numbers, named by a label (its purpose) and a seed."""

    def __init__(self, label: str, seed: str) -> None:
        self._name = f"crew-deal/1\n{label}\n{seed}\n"
        self._block = 0
        self._words: list[int] = []

    def word(self) -> int:
        """The next unsigned 64-bit integer."""
        if not self._words:
            digest = sha256(f"{self._name}{self._block}".encode()).digest()
            self._block += 1
            self._words = list(reversed(_FOUR_WORDS.unpack(digest)))
        return self._words.pop()

    def below(self, n: int) -> int:
        """A number in 0 … n-1, all equally likely (words past the last whole multiple of n are drawn again)."""
        limit = _TWO_TO_64 - _TWO_TO_64 % n
        while (word := self.word()) >= limit:
            pass
        return word % n

    def shuffle(self, items: Iterable[Item]) -> list[Item]:
        """A shuffled copy (Fisher–Yates from the last index down)."""
        shuffled = list(items)
        for i in range(len(shuffled) - 1, 0, -1):
            j = self.below(i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return shuffled
