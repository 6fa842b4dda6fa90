"""The fit that the strongest bot's promises are made of."""

from __future__ import annotations

from dataclasses import replace
from math import exp
from random import Random

import pytest

import games
from benchmarks.calibration import PARTS, Promise, fit, promised_by_others
from tests.games.solver.training_scenes import needs_numba

pytestmark = needs_numba

CONSTANT, WINS, LOST = 1.5, 1.1, -2.0


def chance_of(wins_logit: float, few: bool) -> float:
    return 1 / (1 + exp(-(CONSTANT + WINS * wins_logit + LOST * few)))


def promises() -> list[Promise]:
    """Promises of many rounds that were won as often as these weights say."""
    chance, found = Random(1), list[Promise]()
    for number in range(6_000):
        wins_logit, few = chance.uniform(-2.4, 2.4), chance.random() < 0.2
        won = chance.random() < chance_of(wins_logit, few)
        setup = games.Setup("deep-sea", "1", 4, f"fit/1/{number}")
        found.append(Promise(setup, number, 0.5, wins_logit, few, won))
    return found


def test_a_fit_finds_the_weights_that_rounds_were_won_by() -> None:
    assert fit(promises()) == pytest.approx([CONSTANT, WINS, LOST], abs=0.15)


def test_each_part_of_the_deals_is_promised_by_a_fit_to_the_others() -> None:
    wrong = [replace(one, won=not one.won) if one.number % PARTS == 0 else one for one in promises()]
    found = [one for one in promised_by_others(wrong) if one.number % PARTS == 0]
    assert len(found) == len(wrong) / PARTS
    for one in found:
        assert one.promised == pytest.approx(chance_of(one.wins_logit, one.few), abs=0.05)
