"""What signals and silence tell about the rest of a hand: a player gives the signal that is worth most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest

import games
from games.crew.bots.evaluation import ViewEvaluator
from games.crew.bots.inference import values_given
from games.crew.cards import Card
from games.crew.families.masks import CARDS_IN_ORDER
from games.crew.signals import signalable
from games.crew.state import State
from games.crew.training.positions import ready
from tests.games.builders import act, dealt, table

HANDS = {0: "R4 P9 P8 R3 R2 R1", 1: "B9 B2 P2 P3 P4", 2: "Y9 Y8 P1", 3: "P5 G9 G8"}
KINDS = ("highest", "lowest", "only")


@pytest.fixture
def taken() -> State:
    """Seat 0 has taken pink 1, which seat 2 holds; nobody has signalled."""
    return act(table("1", HANDS, tasks="P1"), "0 take P1")


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("2 signal P1 lowest", 400),
        ("3 signal P5 lowest", 150),
        ("2 signal Y9 highest", 0),  # No bot would give it: a person follows other rules.
    ],
)
def test_the_value_of_a_signal(line: str, value: int, taken: State) -> None:
    given = [0] * 4
    given[int(line[0])] = value
    assert values_given(act(taken, line).view(0)) == tuple(given)


def test_nothing_follows_from_silence_before_play_nor_from_the_own_signal(taken: State) -> None:
    assert values_given(taken.view(0)) == (0,) * 4
    assert values_given(act(taken, "2 signal P1 lowest").view(2)) == (0,) * 4


def test_a_player_who_was_silent_before_the_first_trick_would_have_signalled_the_card_of_a_task(taken: State) -> None:
    after = act(taken, "2 signal P1 lowest", "0 play R4")
    assert values_given(after.view(0)) == (0, 399, 400, 399)


def test_a_signal_without_a_word_is_no_evidence() -> None:
    dead_zone = act(table("6", {0: "R4", 1: "P1"}, tasks="P1 P2 P3"), "0 take P1", "1 take P2", "2 take P3")
    assert values_given(act(dead_zone, "1 signal P1").view(0)) == (0,) * 4


@pytest.mark.parametrize(("game", "mission"), [("planet-nine", "tasks=5"), ("deep-sea", "8")])
def test_sampled_hands_seldom_have_a_better_signal_than_was_given(game: str, mission: str) -> None:
    told = untold = 0
    for number in range(6):
        state = ready(dealt(games.Setup(game, mission, 4, f"inference/{number}")))
        evaluator = ViewEvaluator(state.view(0), Random(number))
        assert not list(better(evaluator, [hand_of(state, seat) for seat in range(4)])), "these bots' hands have none"
        told += len(list(better_in_worlds(evaluator)))
        evaluator.facts = replace(evaluator.facts, given=())
        untold += len(list(better_in_worlds(evaluator)))
    assert untold > 400
    assert told < untold * 0.6, (told, untold)


def hand_of(state: State, seat: int) -> int:
    return sum(1 << card.order for card in state.hands[seat])


def better_in_worlds(evaluator: ViewEvaluator) -> Iterator[int]:
    """A seat for each sampled hand with a better signal."""
    worlds = evaluator.worlds(100).numbers
    for start in range(0, len(worlds), 12):
        yield from better(evaluator, worlds[start : start + 4])


def better(evaluator: ViewEvaluator, hands: Sequence[int]) -> Iterator[int]:
    """The seats of these hands that had a signal worth more than the one that they gave."""
    given, values = values_given(evaluator.view), evaluator.facts.signal_values
    for seat, hand in enumerate(hands):
        cards = tuple(card for card in CARDS_IN_ORDER if hand >> card.order & 1)

        def worth(card: Card, says: str, seat: int = seat) -> int:
            return values[(3 * seat + KINDS.index(says)) * 36 + card.order]

        if given[seat] and any(worth(*signal) > given[seat] for signal in signalable(cards)):
            yield seat
