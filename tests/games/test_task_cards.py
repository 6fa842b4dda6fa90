"""The 96 task cards as data."""

from __future__ import annotations

from collections import Counter

import pytest

from games.crew.cards import CARDS
from games.crew.deep_sea.task_cards import TASK_CARDS
from games.crew.families import KINDS
from games.sentences import TEMPLATES


def test_there_are_96_cards_in_order() -> None:
    assert list(TASK_CARDS) == [f"T{number}" for number in range(1, 97)]
    assert all(name == card.name for name, card in TASK_CARDS.items())


def test_every_kind_is_used() -> None:
    assert {card.kind for card in TASK_CARDS.values()} == set(KINDS)


def test_difficulties_are_one_to_six() -> None:
    assert {value for card in TASK_CARDS.values() for value in card.difficulties} == set(range(1, 7))
    assert Counter(card.difficulty(4) for card in TASK_CARDS.values()) == {1: 13, 2: 21, 3: 41, 4: 19, 5: 2}


def test_two_players_use_the_numbers_of_three() -> None:
    card = TASK_CARDS["T48"]
    assert [card.difficulty(players) for players in (2, 3, 4, 5)] == [3, 3, 3, 4]
    numbers = [card.wording(players).params["number"] for players in (2, 3, 4, 5)]
    assert numbers == [23, 23, 28, 31]


def test_the_captain_may_not_take_three_of_them() -> None:
    assert [card.name for card in TASK_CARDS.values() if card.captain_may_not_take] == ["T4", "T5", "T6"]


def test_some_hands_void_the_deal() -> None:
    sets = {card.name: [sorted(cards) for cards in card.redeal] for card in TASK_CARDS.values() if card.redeal}
    assert set(sets) == {"T51", "T52", "T53", "T55", "T56", "T58", "T59"}
    assert sets["T52"] == [["S1", "S4"], ["S1", "S2", "S3"]]
    assert TASK_CARDS["T58"].redeal == (frozenset(CARDS[name] for name in ("S1", "S2", "S3", "S4", "P7")),)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_card_is_worded(players: int) -> None:
    texts = [str(card.wording(players)) for card in TASK_CARDS.values()]
    assert len(set(texts)) == 96
    assert all(text.startswith(("Win", "Never", "Secretly write", "Announce")) for text in texts)
    assert set(TASK_CARDS) <= set(TEMPLATES)


def test_a_card_describes_itself() -> None:
    described = TASK_CARDS["T12"].describe(4)
    assert (described.code, str(described)) == ("T12", "Win a 5 by playing a 7.")
    assert described.params == {
        "difficulty": 2,
        "difficulties": [1, 2, 2],
        "kind": "trick_won_with_value",
        "captain_may_not_take": False,
        "params": {"value": 7, "capture": 5},
    }
