"""Difficulty: the label of a deal, and the moment when it certainly misses the chosen difficulty."""

from __future__ import annotations

import pytest

from games.crew.rating import Rating
from logbook.challenges.difficulty import BANDS, distance, fault_of, label_of


@pytest.mark.parametrize(
    ("wins", "label"), [(0, "hard"), (5, "hard"), (6, "medium"), (13, "medium"), (14, "easy"), (17, "easy")]
)
def test_every_deal_has_one_label(wins: int, label: str) -> None:
    rating = Rating(wins, 20)
    assert label_of(rating) == label
    assert [wish for wish in BANDS if not fault_of(rating, wish, 20)] == ["any", label]
    assert [wish for wish in BANDS if distance(rating, wish) == 0][:2] == ["any", label] or wins == 14


def test_a_very_easy_deal_is_an_easy_one_too() -> None:
    assert [wish for wish in BANDS if not fault_of(Rating(7, 8), wish, 8)] == ["any", "very-easy", "easy"]
    assert fault_of(Rating(6, 8), "very-easy", 8) == "too-hard"
    assert label_of(Rating(8, 8)) == "easy"


def test_what_nobody_tried_is_neither() -> None:
    assert label_of(Rating(0, 0)) is None
    assert not [wish for wish in BANDS if fault_of(Rating(0, 0), wish, 0)]


@pytest.mark.parametrize(
    ("wins", "rounds", "wish", "fault"),
    [
        (0, 4, "easy", ""),
        (0, 6, "easy", "too-hard"),
        (3, 6, "easy", ""),
        (8, 8, "medium", ""),
        (10, 10, "medium", "too-easy"),
        (5, 6, "hard", "too-easy"),
        (4, 20, "medium", "too-hard"),
        (0, 2, "easy", ""),
        (20, 20, "any", ""),
    ],
)
def test_it_is_judged_as_soon_as_it_is_clear(wins: int, rounds: int, wish: str, fault: str) -> None:
    assert fault_of(Rating(wins, rounds), wish, 20) == fault


def test_few_rounds_are_judged_at_their_end() -> None:
    assert fault_of(Rating(0, 2), "easy", 2) == "too-hard"
    assert fault_of(Rating(2, 2), "easy", 2) == ""
