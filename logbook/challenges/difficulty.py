"""The difficulty of a deal, by the win rate of rating bots, and the difficulty that organizers choose."""

from __future__ import annotations

from typing import Final, Literal

from games.crew.rating import Rating

Label = Literal["easy", "medium", "hard"]
Fault = Literal["", "too-easy", "too-hard"]

BANDS: Final[dict[str, tuple[float, float]]] = {
    "any": (0.0, 1.01),
    "very-easy": (0.875, 1.01),
    "easy": (0.70, 1.01),
    "medium": (0.30, 0.70),
    "hard": (0.0, 0.30),
}
"""The accepted win rates, from (included) to (excluded)."""

MOST_EVER: Final = 400
"""Most candidates tried for a deal, over all retries by its organizers."""
FIRST_LOOK: Final = 5
"""Rounds played before a deal is judged at all."""


def label_of(rating: Rating) -> Label | None:
    """Return the difficulty label of a rating; None where no round was played."""
    if not rating.rounds:
        return None
    return next(label for label in ("easy", "medium", "hard") if BANDS[label][0] <= rating.share < BANDS[label][1])


def fault_of(rating: Rating, wanted_difficulty: str, rounds: int) -> Fault:
    """Return why the deal misses the chosen difficulty, as soon as that is certain, at the latest after `rounds`.

    It is certain earlier once the whole interval lies outside.
    """
    low, high = BANDS[wanted_difficulty]
    if rating.rounds < min(FIRST_LOOK, rounds) or not rating.rounds:
        return ""
    least, most = (rating.share,) * 2 if rating.rounds >= rounds else rating.interval
    if least < high and most >= low:
        return ""
    return "too-easy" if least >= high else "too-hard"


def distance(rating: Rating, wanted_difficulty: str) -> float:
    """Return how far a deal is from the chosen difficulty; 0 for a deal that matches it."""
    low, high = BANDS[wanted_difficulty]
    return max(low - rating.share, rating.share - high, 0.0)
