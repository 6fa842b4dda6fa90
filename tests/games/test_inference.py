"""What signals and silence tell about the rest of a hand: a player gives the signal that is worth most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import games
from games.crew.bots.evaluation import ViewEvaluator
from games.crew.bots.inference import values_given
from games.crew.cards import CARDS, Card
from games.crew.families.masks import CARDS_IN_ORDER, mask_of
from games.crew.signals import signalable
from games.crew.solver.compiled import numbers
from games.crew.solver.playout.evaluator import WorldEvaluator
from games.crew.solver.playout.world_evaluation import WORLD
from games.crew.solver.playout.world_sampling import GIVEN, KNOWN, VALUES, belief
from games.crew.state import State
from games.crew.training.positions import ready
from tests.games.builders import act, dealt, sea, table

HANDS = {0: "R4 P9 P8 R3 R2 R1", 1: "B9 B2 P2 P3 P4", 2: "Y9 Y8 P1", 3: "P5 G9 G8"}
KINDS = ("highest", "lowest", "only")


@pytest.fixture
def taken() -> State:
    """Seat 0 has the task pink 1, and seat 2 holds its card. There was no signal yet."""
    return act(table("1", HANDS, tasks="P1"), "0 take P1")


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("2 signal P1 lowest", 500),
        ("3 signal P5 lowest", 250),
        ("2 signal Y9 highest", 0),  # No bot would give it: a person follows other rules.
    ],
)
def test_no_signal_of_the_hand_is_a_point_better_than_the_given_one(line: str, value: int, taken: State) -> None:
    given = [0] * 4
    given[int(line[0])] = value
    assert values_given(act(taken, line).view(0)) == tuple(given)


def test_nothing_follows_from_silence_or_the_own_signal(taken: State) -> None:
    assert values_given(taken.view(0)) == (0,) * 4
    assert values_given(act(taken, "2 signal P1 lowest").view(2)) == (0,) * 4


def test_a_silent_player_would_have_signalled_the_card_of_a_task(taken: State) -> None:
    after = act(taken, "2 signal P1 lowest", "0 play R4")
    assert values_given(after.view(0)) == (0, 399, 500, 399)


def test_a_signal_without_a_word_is_no_evidence() -> None:
    dead_zone = act(table("6", {0: "R4", 1: "P1"}, tasks="P1 P2 P3"), "0 take P1", "1 take P2", "2 take P3")
    assert values_given(act(dead_zone, "1 signal P1", "0 play R4").view(0)) == (0, 0, 399, 399)


def test_nothing_follows_where_signals_come_later_or_are_shared() -> None:
    later = ready(dealt(games.Setup("planet-nine", "19", 4, "later")))
    shared = ready(dealt(games.Setup("deep-sea", "20", 4, "shared")))
    for state in (later, shared):
        assert values_given(play_one(state).view(0)) == (0,) * 4


def test_a_spectator_may_ask_and_the_robot_says_nothing(taken: State) -> None:
    assert values_given(act(taken, "2 signal P1 lowest").view(None)) == (0, 0, 500, 0)
    two = play_one(ready(dealt(games.Setup("planet-nine", "tasks=2", 2, "two"))))
    assert len(values_given(two.view(0))) == 3
    assert values_given(two.view(0))[2] == 0


def test_a_signal_in_deep_sea_that_says_little_is_no_evidence() -> None:
    """Blue 2 as the lowest excludes blue 1 only; a bot would seldom give it."""
    state = sea("tasks=T61", {0: "B1", 1: "B2 B5 P9"})
    for seat in state.waiting_on:
        state = act(state, f"{seat} take T61")
    assert values_given(act(state, "1 signal B2 lowest").view(0)) == (0,) * 4


@pytest.mark.parametrize(
    ("hand", "better"),
    [("P3 P9", 1), ("P3 P4", 2), ("P3", 1), ("B3 P4 P5 P6", 0), ("", 0)],
)
def test_each_better_signal_makes_a_hand_less_likely(hand: str, better: int) -> None:
    """Seat 1 gave a signal worth 200; pink 3 is worth 300 as the only, 250 as the lowest, pink 4 210 as the highest."""
    facts = [0] * KNOWN
    facts[GIVEN + 1] = 200
    for kind, card, value in ((2, "P3", 300), (1, "P3", 250), (0, "P4", 210)):
        facts[VALUES + 108 + 36 * kind + CARDS[card].order] = value
    cards = mask_of(CARDS[card] for card in hand.split())
    assert belief(numbers(facts), numbers([]), 1, cards) == -300 * better
    for other in (0, 2):
        assert belief(numbers(facts), numbers([]), other, cards) == 0


def test_a_signal_that_bots_avoid_leaves_a_better_one_possible() -> None:
    """Green 7 is no help with pink 9, which seat 1 holds too."""
    state = act(table("tasks=1", {0: "R4", 1: "P9 G7 G3"}, tasks="P9"), "0 take P9", "1 signal G7 highest")
    hands = ViewEvaluator(state.view(2), Random(1)).worlds(400).numbers[1::WORLD]
    assert sum(int(hand) >> CARDS["P9"].order & 1 for hand in hands) > 100


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
    assert untold > 250
    assert told < untold / 3, (told, untold)


def test_a_choice_of_task_tells_nothing_of_a_hand_passed_on_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = act(table("tasks=2", {0: "R4"}, tasks="P1 B9"), "0 take P1", "1 take B9")
    assert picks_seen(state, monkeypatch) == [0], "seat 0 chose; the last task had to be taken"
    state = act(state, "1 propose distress left", "0 agree", "2 agree", "3 agree")
    assert picks_seen(state, monkeypatch) == []


def picks_seen(state: State, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seats whose choices of tasks count where seat 2 samples worlds."""
    seen: list[int] = []

    def sample(_: WorldEvaluator, *given: Any) -> None:
        seen.extend(pick.seat for pick in given[2])

    monkeypatch.setattr(WorldEvaluator, "sample", sample)
    ViewEvaluator(state.view(2), Random(1)).worlds(1)
    return seen


def play_one(state: State) -> State:
    """The round after its first card."""
    (seat,) = state.waiting_on
    card = next(action for action in state.legal_actions(seat) if "play " in action.text)
    return act(state, f"{seat} {card.text}")


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
