"""How hard a deal is: the same every time, and an honest interval."""

from __future__ import annotations

from random import Random

import pytest

import games
from games.crew.rating import Rating, bots_win, random_share
from games.crew.solver.compiled import COMPILED
from games.crew.solver.playout.win_rate import random_wins

pytestmark = pytest.mark.slow

EASY = games.Setup("planet-nine", "1", 4, "rated")


def test_bots_play_the_same_rounds_every_time() -> None:
    state = games.deal(EASY)
    whole = bots_win(state, range(6), "random")
    assert whole == bots_win(state, range(6), "random")
    assert whole == sum(bots_win(state, range(number, number + 2), "random") for number in (0, 2, 4))


def test_careful_bots_win_more_than_chance() -> None:
    state = games.deal(EASY)
    share = random_share(state, 40, Random("chance"))
    assert 0.0 < share < 1.0
    assert share == random_share(state, 40, Random("chance"))
    assert bots_win(state, range(4)) / 4 > share
    assert random_share(state, 0, Random("chance")) == 0.0


@pytest.mark.parametrize(
    ("game", "mission", "players"),
    [
        ("planet-nine", "1", 4),
        ("planet-nine", "9", 3),
        ("planet-nine", "13", 5),
        ("planet-nine", "1", 2),
        ("deep-sea", "1", 4),
        ("deep-sea", "8", 3),
        ("deep-sea", "2", 2),
        ("deep-sea", "27", 4),
    ],
)
def test_chance_wins_as_often_in_compiled_code_as_by_the_rules(game: str, mission: str, players: int) -> None:
    state = games.deal(games.Setup(game, mission, players, "by chance"))
    share = random_wins(state, 4_000, Random("chance"))
    if share is None:
        assert not COMPILED
        return
    rounds = 150
    by_the_rules = sum(bots_win(state, [number], "random") for number in range(rounds)) / rounds
    assert abs(share - by_the_rules) <= 5 * (share * (1 - share) / rounds) ** 0.5 + 0.02


def test_what_compiled_code_does_not_know_is_played_by_the_rules() -> None:
    state = games.deal(games.Setup("planet-nine", "12", 4, "exchange"))
    assert random_wins(state, 10, Random(1)) is None
    assert random_share(state, 10, Random(1)) <= 1.0


@pytest.mark.parametrize(
    ("wins", "rounds", "low", "high"),
    [(0, 0, 0.0, 1.0), (0, 20, 0.0, 0.161), (20, 20, 0.839, 1.0), (10, 20, 0.299, 0.701), (1, 1, 0.207, 1.0)],
)
def test_the_interval_is_wilsons(wins: int, rounds: int, low: float, high: float) -> None:
    assert Rating(wins, rounds).interval == pytest.approx((low, high), abs=0.001)
