"""The seeding contract's vectors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import games
from games.crew.cards import ROCKETS, SUBMARINES
from games.crew.dealing import deal_from_seed
from games.shuffle import Stream

VECTORS = json.loads((Path(__file__).parent / "seeding_vectors.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("vector", VECTORS["stream"], ids=lambda vector: repr(vector["seed"]))
def test_a_stream_yields_the_words_of_the_vectors(vector: dict[str, Any]) -> None:
    stream = Stream(vector["label"], vector["seed"])
    assert [str(stream.word()) for _ in vector["u64"]] == vector["u64"]


@pytest.mark.parametrize("vector", VECTORS["shuffle"], ids=lambda vector: repr(vector["seed"]))
def test_a_shuffle_has_the_order_of_the_vectors(vector: dict[str, Any]) -> None:
    assert Stream(vector["label"], vector["seed"]).shuffle(range(vector["n"])) == vector["order"]


@pytest.mark.parametrize("vector", VECTORS["deals"], ids=lambda vector: f"{vector['players']}{vector['trump']}")
def test_a_seed_deals_the_hands_of_the_vectors(vector: dict[str, Any]) -> None:
    assert vector["trump"] in ROCKETS + SUBMARINES
    options = ("three-player-challenge",) if vector.get("three_player_challenge") else ()
    deal = deal_from_seed(games.Setup("", "", vector["players"], vector["seed"], options), vector["trump"], ())
    assert [sorted(hand) for hand in deal.hands] == [sorted(hand) for hand in vector["hands"]]
    assert list(deal.robot_up) == vector.get("robot_up", [])
    assert list(deal.robot_down) == vector.get("robot_down", [])


def test_words_past_the_last_multiple_are_drawn_again() -> None:
    stream = Stream("x", "a")
    words = iter([2**64 - 1, 7])
    stream.word = lambda: next(words)  # type: ignore[method-assign]
    assert stream.below(3) == 1, "2^64 - 1 is past the last multiple of 3"


def test_all_numbers_below_come_equally_often() -> None:
    stream = Stream("even", "seed")
    counts = [0] * 5
    for _ in range(5000):
        counts[stream.below(5)] += 1
    assert min(counts) > 900
