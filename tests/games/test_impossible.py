"""Which owners of Deep Sea's tasks can never be right, by public facts or by one seat's hand?"""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from games.crew.bots.possible_choices import fault_of_choice, fault_of_sharing, known_to
from games.crew.deep_sea.contradictions import Table
from games.crew.deep_sea.impossible import APART, CARDS, LEFT, TOGETHER, Fault, Known, fault_of, sure_trumps
from games.crew.deep_sea.task_cards import TASK_CARDS
from games.crew.families.masks import TRUMPS, mask_of, orders
from games.crew.state import State
from tests.games.builders import act, sea
from tests.games.plain_tasks import MET, Over
from tests.games.short_rounds import at_random, whole_deal

NO_TRICKS, FIRST, FIRST_TWO, GREEN_7, PINK_1 = "T74", "T79", "T78", "T59", "T5"
ONLY_S2, ONLY_S1, PREDICT = "T53", "T52", "T90"
FREE = "free-selection"


def public(state: State) -> Known:
    return known_to(state.view(0), own_hand=False)


def table(names: str, held: dict[int, str] | None = None, players: int = 4) -> State:
    return sea(f"tasks={names} {FREE}", held, players=players)


def test_one_seat_cannot_do_two_tasks_that_contradict_each_other() -> None:
    known = public(table(f"{NO_TRICKS},{GREEN_7}"))
    assert fault_of(known, [(NO_TRICKS, 1), (GREEN_7, 1)]) == Fault(TOGETHER, (NO_TRICKS, GREEN_7), (1,))
    assert fault_of(known, [(NO_TRICKS, 1), (GREEN_7, 2)]) is None


def test_two_seats_cannot_both_win_the_first_trick() -> None:
    known = public(table(f"{FIRST},{FIRST_TWO}"))
    assert fault_of(known, [(FIRST, 1), (FIRST_TWO, 2)]) == Fault(APART, (FIRST, FIRST_TWO), (1, 2))
    assert fault_of(known, [(FIRST, 1), (FIRST_TWO, 1)]) is None


@pytest.mark.parametrize("name", [ONLY_S2, ONLY_S1, NO_TRICKS])
def test_the_captain_wins_the_highest_trump_that_everyone_knows_of(name: str) -> None:
    known = public(table(f"{name},T16"))
    assert fault_of(known, [(name, 0)]) == Fault(CARDS, (name,), (0,))
    assert fault_of(known, [(name, 1)]) is None


def test_nothing_follows_if_the_captain_may_keep_the_highest_trump() -> None:
    state = table(f"{NO_TRICKS},T16", players=3)
    assert state.view(0)["hand_sizes"][0] > state.tricks_total
    assert fault_of(public(state), [(NO_TRICKS, 0)]) is None
    other = table(f"{NO_TRICKS},T16", {1: "S4"}, players=3)
    assert other.view(0)["hand_sizes"][1] == other.tricks_total
    assert fault_of(public(other), [(NO_TRICKS, 1)]) == Fault(CARDS, (NO_TRICKS,), (1,))


def test_a_hand_shows_where_a_trump_is() -> None:
    state = table(f"{ONLY_S2},T16", {1: "S2", 0: "S4"})
    assert [fault_of(known_to(state.view(1)), [(ONLY_S2, seat)]) is None for seat in range(4)] == [
        False, True, False, False
    ]  # fmt: skip
    assert fault_of(known_to(state.view(2)), [(ONLY_S2, 2)]) == Fault(CARDS, (ONLY_S2,), (2,))
    assert fault_of(known_to(state.view(2)), [(ONLY_S2, 3)]) is None
    assert fault_of(public(state), [(ONLY_S2, 2)]) is None


def test_a_task_must_not_be_left_without_an_owner() -> None:
    state = table(f"{ONLY_S2},{NO_TRICKS},T16", {0: "S4"})
    known = public(state)
    assert fault_of(known, [("T16", 1)], [ONLY_S2, NO_TRICKS], {0: 2}) == Fault(LEFT, (ONLY_S2,), ())
    assert fault_of(known, [("T16", 1)], [ONLY_S2, NO_TRICKS], {0: 2, 2: 1, 3: 1}) is None


def test_a_prediction_is_a_number_of_tricks() -> None:
    state = act(table(PREDICT), f"0 propose {PREDICT} 0", "1 agree", "2 agree", "3 agree")
    assert state.phase == "predicting"
    view = state.view(0)
    faults = {text: fault_of_choice(view, known_to(view), text) for text in view["legal"]}
    assert [text for text, fault in faults.items() if fault] == [f"predict {PREDICT} 0"]


def test_three_highest_trumps_predict_at_least_three_tricks() -> None:
    state = act(table(PREDICT, {0: "S4 S3 S2"}), f"0 propose {PREDICT} 0", "1 agree", "2 agree", "3 agree")
    view = state.view(0)
    wrong = [text for text in view["legal"] if fault_of_choice(view, known_to(view), text)]
    assert wrong == [f"predict {PREDICT} {number}" for number in range(3)]


def test_tasks_that_no_sharing_fulfils_are_known() -> None:
    state = table(f"{NO_TRICKS},T16")
    assert fault_of_sharing(state.view(0), public(state)) is None
    given = [(FIRST, 1), (FIRST_TWO, 2)]
    assert fault_of(public(state), given, ["T16"]) is not None


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_what_was_done_in_some_round_is_never_called_impossible(seats: int) -> None:
    """Random rounds: the tasks that each seat has in fact done, with every hand known."""
    for seed in range(12):
        chance = random.Random(f"impossible/{seats}/{seed}")
        position = at_random(whole_deal(seats, chance, []), 0, chance)
        captain = position.ledger.captain
        rounds = {owner: Over.of(list(position.tricks), owner, captain, 0) for owner in range(seats)}
        done = [
            (name, owner)
            for owner, over in rounds.items()
            for name, met in MET.items()
            if met(over) and not (TASK_CARDS[name].captain_may_not_take and owner == captain)
        ]
        for known in _known_in(position, captain, seats):
            for pair in combinations(chance.sample(done, min(len(done), 12)), 2):
                assert fault_of(known, pair) is None, (seed, pair)


def _known_in(position: object, captain: int, seats: int) -> list[Known]:
    """What the captain's trump shows, and what each seat's hand shows."""
    tricks = list(position.tricks)  # type: ignore[attr-defined]
    hands = [mask_of(card for trick in tricks for seat, card in trick.plays if seat == one) for one in range(seats)]
    at_the_table = Table(seats, len(tricks))
    highest = max(orders(TRUMPS))
    if not hands[captain] >> highest & 1:
        return []
    known = []
    for seat in (None, *range(seats)):
        certain = [hand if one == seat else (1 << highest if one == captain else 0) for one, hand in enumerate(hands)]
        winners = tuple(sure_trumps(mine) if one == captain else 0 for one, mine in enumerate(certain))
        holders = {order: one for one, mine in enumerate(certain) for order in orders(mine & TRUMPS)}
        known.append(Known(at_the_table, captain, winners, holders, seat))
    return known


def test_a_view_tells_what_was_declined_until_a_proposal_is_accepted() -> None:
    state = act(table("T16,T17"), "0 propose T16 1", "2 decline")
    assert state.view(3)["declined"] == ("propose T16 1",)
    state = act(state, "0 propose T16 2", "1 agree", "2 agree", "3 agree")
    assert state.view(3)["declined"] is None
    assert "declined" not in state.view(3).as_dict()
