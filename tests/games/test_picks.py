"""What players' choices of tasks tell about their hands."""

from __future__ import annotations

from random import Random

import pytest

import games
from games.crew.bots.evaluation import ViewEvaluator
from games.crew.bots.picks import picks_of, wishes_of
from games.crew.cards import CARDS, COLOUR_CARDS
from games.crew.deep_sea.task_cards import TASK_CARDS
from games.crew.families.masks import mask_of
from games.crew.robot import ROBOT_SEAT
from games.crew.solver.compiled import numbers
from games.crew.solver.playout.evaluator import Pick
from games.crew.solver.playout.task_wishes import CARDS as NUMBER_OF_CARDS
from games.crew.solver.playout.task_wishes import task_wishes
from games.crew.solver.playout.world_evaluation import WORLD
from games.crew.solver.playout.world_sampling import KNOWN, belief
from games.crew.state import State
from tests.games.builders import act, dealt, sea, table

THREE = "tasks=T10,T17,T76"


def picks(state: State, seat: int | None) -> tuple[Pick, ...]:
    return picks_of(state.view(seat), state.mission, state.clockwise_from(state.captain))


def test_a_choice_is_one_of_the_tasks_that_were_open_and_of_passing() -> None:
    state = act(sea(THREE, {0: "S4"}), "0 take T17", "1 pass", "2 take T10")
    assert picks(state, 3) == (Pick(0, 1, 0b1101), Pick(1, 3, 0b101), Pick(2, 0, 0b100))
    assert picks(state, 0) == (Pick(1, 3, 0b101), Pick(2, 0, 0b100)), "the own choice tells nothing"
    assert picks(state, None) == picks(state, 3)


def test_a_seat_whose_turn_has_not_come_has_not_passed() -> None:
    state = sea(THREE, {0: "S4"})
    assert picks(state, 2) == ()
    assert [pick.seat for pick in picks(act(state, "0 pass"), 2)] == [0]


def test_passing_is_no_choice_where_all_must_take() -> None:
    state = act(sea("tasks=T10,T17,T76,T18", {0: "S4"}), "0 take T10", "1 take T17", "2 take T76")
    assert picks(state, 3) == (Pick(0, 0, 0b1110), Pick(1, 1, 0b1100), Pick(2, 2, 0b1000))


def test_nobody_can_tell_which_of_a_seats_tasks_came_first() -> None:
    state = act(sea("tasks=T10,T17,T76,T18,T19", {0: "S4"}), "0 take T10", "1 take T17", "2 take T76", "3 take T18")
    state = act(state, "0 take T19")
    assert [pick.seat for pick in picks(state, None)] == [1, 2]


def test_later_seats_have_not_passed_once_all_tasks_are_taken() -> None:
    state = act(sea("tasks=T10,T17", {0: "S4"}), "0 take T10", "1 take T17")
    assert picks(state, None) == (Pick(0, 0, 0b110), Pick(1, 1, 0b100))


def test_the_captain_who_is_skipped_has_not_passed() -> None:
    state = act(sea("tasks=T10,T17 captain-skipped", {0: "S4"}), "1 pass", "2 take T10", "3 take T17")
    assert [(pick.seat, pick.task) for pick in picks(state, None)] == [(1, 2), (2, 0)]


def test_the_robot_chooses_nothing() -> None:
    state = dealt(games.Setup("planet-nine", "tasks=5", 2, "robot"))
    while state.phase == "choosing":
        (seat,) = state.waiting_on
        state = act(state, f"{seat} {state.view(seat)['legal'][0]}")
    owners = [task.owner for task in state.tasks]
    assert ROBOT_SEAT in owners
    assert [pick.seat for pick in picks(state, None)], "the players chose"
    assert ROBOT_SEAT not in {pick.seat for pick in picks(state, None)}


@pytest.mark.parametrize("mission", [f"{THREE} free-selection", f"{THREE} one-agreed"])
def test_tasks_that_the_crew_shares_out_tell_nothing(mission: str) -> None:
    state = sea(mission, {0: "S4"})
    assert picks(state, 1) == ()
    assert wishes_of(state.view(1), state.mission) == ()


def test_the_captain_is_not_asked_about_its_own_tricks() -> None:
    barred = next(name for name, card in TASK_CARDS.items() if card.captain_may_not_take)
    state = act(sea(f"tasks=T10,{barred},T17", {0: "S4"}), "0 take T10")
    assert picks(state, 2)[0].others == 0b1100


def test_the_captain_chose_among_the_hardest_tasks_alone() -> None:
    """With four players T10 and T76 have a difficulty of 3, T17 and T18 of 1."""
    state = act(sea("tasks=T10,T17,T18,T76 captain-takes-hardest", {0: "S4"}), "0 take T10", "1 take T17")
    assert picks(state, 3) == (Pick(0, 0, 0b1000), Pick(1, 1, 0b1100))
    alone = act(sea("tasks=T10,T17 captain-takes-hardest", {0: "S4"}), "0 take T10", "1 take T17")
    assert [pick.seat for pick in picks(alone, 3)] == [1], "the captain had no choice, and could not pass"


def test_what_must_be_left_for_the_captain_was_no_choice() -> None:
    """T4 is measured against the captain's tricks, so it is the only task that seat 3 may take."""
    state = act(sea("tasks=T10,T17,T18,T76,T4", {0: "S4"}), "0 take T10", "1 take T17", "2 take T18", "3 take T4")
    assert picks(state, 1) == (Pick(0, 0, 0b01110), Pick(2, 2, 0b11000))


def test_what_the_captain_took_later_was_open_before() -> None:
    """The captain's second task, T76, had to be left, but seat 2 could have taken T18."""
    state = act(sea("tasks=T10,T17,T18,T76,T4", {0: "S4"}), "0 take T10", "1 take T17", "2 take T4", "3 take T18")
    assert picks(state, 1)[1] == Pick(2, 4, 0b01100)
    assert picks(act(state, "0 take T76"), 1) == (Pick(2, 4, 0b00100),)


def test_nobody_passes_in_planet_nine() -> None:
    state = act(table("tasks=3", {0: "R4"}, tasks="P1 B9 Y4"), "0 take P1", "1 take B9")
    pink, blue, yellow = (CARDS[card].order for card in ("P1", "B9", "Y4"))
    assert picks(state, 3) == (Pick(0, pink, 1 << blue | 1 << yellow), Pick(1, blue, 1 << yellow))


def test_a_hand_explains_a_choice_by_the_cards_that_speak_for_it() -> None:
    """Task 0 wants card 3, task 1 card 5; the seat took task 0."""
    wishes = [0] * 80
    wishes[3], wishes[40 + 5] = 110, 220
    facts, picked = numbers([*[0] * KNOWN, *wishes]), numbers([1, 0, 0b10])
    assert belief(facts, picked, 1, 1 << 3) == 0
    assert belief(facts, picked, 1, 1 << 3 | 1 << 5) == -10
    assert belief(facts, picked, 1, 1 << 5) == -20
    assert belief(facts, picked, 2, 1 << 5) == 0, "another seat's hand"


def test_every_task_has_what_its_cards_add_to_it() -> None:
    assert list(task_wishes()) == list(TASK_CARDS)
    assert all(len(row) == NUMBER_OF_CARDS for row in task_wishes().values())
    assert all(abs(sum(row)) <= NUMBER_OF_CARDS for row in task_wishes().values()), "the mean is 0, rounding aside"


def test_sampled_hands_hold_the_cards_that_speak_for_the_task_taken() -> None:
    """T1 asks for more tricks than each other player wins, T3 for fewer."""
    high = mask_of(card for card in COLOUR_CARDS if card.rank >= 7)
    held = {}
    for name in ("T1", "T3"):
        state = act(sea("tasks=T1,T3,T10", {0: "S4"}), "0 pass", f"1 take {name}")
        worlds = ViewEvaluator(state.view(2), Random(1)).worlds(200)
        held[name] = sum((int(hand) & high).bit_count() for hand in worlds.numbers[1::WORLD]) / 200
    assert held["T1"] > held["T3"] + 0.3


def test_a_task_taken_against_the_hand_stays_possible() -> None:
    """People choose less alike than bots: T1 asks for more tricks than each other player wins, and this hand is low."""
    high = mask_of(card for card in COLOUR_CARDS if card.rank >= 7)
    state = act(sea("tasks=T1,T3,T10", {0: "S4", 1: "P1 P2 P3 B1 B2 B3 G1 G2 Y1 Y2"}), "0 pass", "1 take T1")
    hands = ViewEvaluator(state.view(2), Random(1)).worlds(400).numbers[1::WORLD]
    low = [hand for hand in hands if (int(hand) & high).bit_count() <= 1]
    assert 0 < len(low) < 40


def test_partners_cards_are_evidence_in_deep_sea() -> None:
    state = dealt(games.Setup("deep-sea", "tasks=T10", 4, "evidence"))
    while not state.tricks:
        seat = min(state.waiting_on)
        state = act(state, f"{seat} {state.view(seat)['legal'][0]}")
    evaluator = ViewEvaluator(state.view(min(state.waiting_on)), Random(1))
    evaluator.worlds(16)
    weights = evaluator._weights
    assert len(weights) == 64
    assert len(set(weights)) > 1
