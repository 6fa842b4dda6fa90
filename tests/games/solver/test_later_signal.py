"""A seat of a playout that keeps its signal for the next trick."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from statistics import mean

import pytest

import games
from games.crew.bots.evaluation import ViewEvaluator
from games.crew.bots.reading import excluded_by as excluded_by_the_rules
from games.crew.bots.signal_choice import facts_of_silence
from games.crew.bots.signals import KINDS
from games.crew.cards import CARDS, COLOUR_CARDS, deck, in_deck_order
from games.crew.families.masks import mask_of
from games.crew.signals import signalable
from games.crew.solver.compiled import Numbers, zeros
from games.crew.solver.goals.from_state import puzzle_of
from games.crew.solver.playout.chances import COLOUR_CARD_COUNT, EXCLUDED, LATER, ROOM, SHOWN, WORDS, WORTH
from games.crew.solver.playout.evaluator import with_facts
from games.crew.solver.playout.network import network_of
from games.crew.solver.playout.signals import NO_CARD, excluded_by, give_best_signal, signal_of
from games.crew.solver.playout.simulation import simulate
from games.crew.solver.search.program import program_of
from games.crew.solver.search.workspace import SIZE
from tests.games.signal_choice_scenes import before_signals

HAND = "P2 P5 B7 R1"
SEAT = 3


def cards(text: str) -> int:
    return mask_of(CARDS[card] for card in text.split())


def worth(signals: Mapping[str, int]) -> Numbers:
    """A program in which seat 3 signals later, with words, and values signals so."""
    program = zeros(ROOM)
    program[LATER], program[WORDS] = SEAT + 1, 1
    for text, value in signals.items():
        card, says = text.split()
        program[WORTH + COLOUR_CARD_COUNT * KINDS.index(says) + CARDS[card].order] = value
    return program


@pytest.mark.parametrize("number", range(20))
def test_a_hand_can_signal_what_the_rules_say(number: int) -> None:
    hand = in_deck_order(Random(number).sample(deck("R"), 1 + number % 10))
    found = {
        (card, KINDS[kind])
        for colour in range(4)
        for kind in range(len(KINDS))
        if (card := signal_of(mask_of(hand), colour, kind)) != NO_CARD
    }
    assert found == {(card.order, says) for card, says in signalable(hand)}


@pytest.mark.parametrize("says", KINDS)
def test_a_signal_excludes_what_the_rules_say(says: str) -> None:
    for card in COLOUR_CARDS:
        expected = mask_of(excluded_by_the_rules(card, says, COLOUR_CARDS))
        assert excluded_by(KINDS.index(says), card.order) == expected


@pytest.mark.parametrize(
    ("signals", "shown", "excluded"),
    [
        ({"P2 lowest": 90, "P5 highest": 80, "B7 only": 70}, "P2", "P1"),
        ({"P2 lowest": 10, "P5 highest": 80, "B7 only": 70}, "P5", "P6 P7 P8 P9"),
        ({"P5 highest": 80, "B7 only": 81}, "B7", "B1 B2 B3 B4 B5 B6 B8 B9"),
        ({"P2 highest": 90, "P5 lowest": 90, "B7 lowest": 90, "G1 only": 90}, "", ""),
        ({}, "", ""),
    ],
    ids=["lowest", "highest", "only", "not of this hand", "not worth the token"],
)
def test_the_seat_gives_the_signal_that_is_worth_most(signals: dict[str, int], shown: str, excluded: str) -> None:
    program = worth(signals)
    give_best_signal(program, SEAT, cards(HAND))
    assert (program[SHOWN + SEAT], program[EXCLUDED + SEAT]) == (cards(shown), cards(excluded))
    assert not any(program[SHOWN + seat] or program[EXCLUDED + seat] for seat in range(5) if seat != SEAT)


def test_a_signal_without_words_excludes_nothing() -> None:
    program = worth({"B7 only": 1})
    program[WORDS] = 0
    give_best_signal(program, SEAT, cards(HAND))
    assert (program[SHOWN + SEAT], program[EXCLUDED + SEAT]) == (cards("B7"), 0)


def played_out(program: Numbers, count: int) -> list[int]:
    work, network = zeros(SIZE), network_of("planet-nine")
    return [simulate(program, work, network, 3, 7919 * number + 1, zeros(0)) for number in range(count)]


@pytest.mark.slow
def test_a_playout_takes_back_what_the_signal_told() -> None:
    evaluator = ViewEvaluator(before_signals(games.Setup("planet-nine", "tasks=4", 4, "later")).view(1), Random(1))
    program = with_facts(program_of(puzzle_of(evaluator.position)), facts_of_silence(evaluator))
    before = list(program)
    first = played_out(program, 30)
    assert list(program) == before
    assert played_out(program, 30) == first
    program[LATER] = 0
    assert played_out(program, 30) != first


@pytest.mark.slow
def test_a_signal_helps_later_too() -> None:
    """Sampled deals score more where the seat signals after the first trick than where it never does."""
    deals = [before_signals(games.Setup("planet-nine", "tasks=4", 4, f"later/{number}")) for number in range(8)]
    gains = []
    for evaluator in (ViewEvaluator(state.view(seat), Random(1)) for state in deals for seat in range(4)):
        kept, worlds = facts_of_silence(evaluator), evaluator.worlds(60)
        assert kept == replace(evaluator.facts, later=kept.later)
        later, never = (mean(evaluator.scores(facts, worlds, 3, Random(2))) for facts in (kept, evaluator.facts))
        gains.append(later - never)
    assert mean(gains) > 0.003
