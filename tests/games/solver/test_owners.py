"""The network of task owners: what it sees, whom it prefers, and how it learns."""

from __future__ import annotations

from random import Random

import pytest

from games.crew.bots import BOTS
from games.crew.bots.evaluation import ViewEvaluator
from games.crew.cards import CARDS, deck
from games.crew.families.masks import orders
from games.crew.solver.compiled import numbers, zeros
from games.crew.solver.playout import owner_features as feature
from games.crew.solver.playout.evaluator import chances_of_owner
from games.crew.solver.playout.owner_chances import MOST_TASKS, WHOLE, owner_weights, take_in_turn, task_numbers
from games.crew.solver.playout.world_evaluation import WORLD
from tests.games.builders import act, table
from tests.games.solver.engines_scenes import in_plain_python
from tests.games.solver.owners_scenes import HANDS, chances, hands_of
from tests.games.solver.training_scenes import needs_numba

pytestmark = pytest.mark.slow


def seen_of(card: str, owner: int, *others: tuple[str, int], token: str | None = None) -> list[int]:
    """What the network sees of this task with this owner, beside these tasks."""
    state = table("1", HANDS)
    tasks = task_numbers(
        [(CARDS[card].order, owner, token), *((CARDS[name].order, seat, None) for name, seat in others)]
    )
    seen = zeros(feature.FEATURES)
    feature.see_task(numbers(hands_of(state)), 4, 0, tasks, 0, seen)
    return [int(number) for number in seen]


def test_it_sees_how_a_card_in_the_owners_hand_can_win() -> None:
    seen = seen_of("P9", 0)
    assert (seen[feature.HELD + 8], seen[feature.NOT_HELD + 8], seen[feature.HIGHEST]) == (1, 0, 1)
    seen = seen_of("P2", 0)
    assert (seen[feature.OWN_ABOVE], seen[feature.OWN_BELOW], seen[feature.LENGTH]) == (1, 0, 2)
    assert (seen[feature.ABOVE_CARD], seen[feature.ABOVE_HELD], seen[feature.VOID_SEATS]) == (6, 6, 1)


def test_it_sees_who_holds_a_card_that_the_owner_does_not() -> None:
    caught = seen_of("P4", 0)
    assert (caught[feature.CAN_CATCH], caught[feature.CATCHES], caught[feature.HOPELESS]) == (1, 1, 0)
    assert (caught[feature.HOLDER_BELOW], caught[feature.HOLDER_ABOVE], caught[feature.DISTANCE]) == (2, 1, 1)
    assert caught[feature.FORCED_SEATS] == 0
    assert seen_of("P4", 2)[feature.RUFFS] == 1
    assert seen_of("B9", 0)[feature.MUST_SHORTEN] == 1
    assert seen_of("B9", 1)[feature.HOPELESS] == 1
    assert seen_of("P2", 1)[feature.OF_CAPTAIN] == 1


def test_it_sees_where_a_holder_can_discard_on_the_owners_nine() -> None:
    seen = seen_of("B9", 1)
    assert (seen[feature.NINES], seen[feature.SHORT_SUITS], seen[feature.DISCARDS]) == (1, 1, 0)
    assert seen_of("B9", 0)[feature.DISCARDS] == 1


def test_it_sees_the_other_tasks_and_the_token() -> None:
    seen = seen_of("P9", 0, ("P1", 0), ("P3", 1), ("B8", 2), token="omega")
    assert (seen[feature.OWN_SAME_SUIT], seen[feature.SAME_SUIT]) == (1, 1)
    assert (seen[feature.OWN_TASKS], seen[feature.GIVES]) == (1, 1)
    assert seen[feature.OF_TOKEN + 6] == 1
    assert seen_of("P9", 0)[feature.OF_TOKEN] == 1


def test_the_others_take_in_turn_what_suits_them() -> None:
    tasks = task_numbers([(CARDS["G9"].order, None, None), (CARDS["P9"].order, None, None)])
    take_in_turn(numbers(hands_of(table("1", HANDS))), 4, 0, tasks)
    assert [int(owner) for owner in tasks[1 :: feature.TASK]] == [1, 0]


def test_a_crew_has_a_better_chance_if_its_nines_take_themselves() -> None:
    of_captain = chances("P9 G9", 0)
    assert of_captain["P9"] > of_captain["G9"] + 0.1
    assert all(0.05 < chance < 1 for chance in of_captain.values())


def test_it_knows_rounds_with_more_tasks_than_it_learned_from() -> None:
    assert len(owner_weights()) == WHOLE
    names = "P9 G9 Y9 B9 P1 P3 G2 B8 B1"
    found = chances(names, 0)
    assert len(found) == len(names.split()) > MOST_TASKS
    assert all(0 < chance < 1 for chance in found.values())
    assert found["P9"] > found["B9"]


PLAIN = """
import json
from games.crew.solver.compiled import COMPILED
from tests.games.solver.owners_scenes import chances
print(json.dumps([COMPILED, [chances("P9 G9 Y1 B8", seat) for seat in range(4)]]))
"""


def test_plain_python_has_the_same_chances() -> None:
    compiled, found = in_plain_python(PLAIN)
    assert not compiled
    assert found == [chances("P9 G9 Y1 B8", seat) for seat in range(4)]


@needs_numba
def test_it_knows_what_playouts_with_signals_win() -> None:
    """The captain leaves its own nine to the next seat, because its pink 6 can catch the pink 1."""
    from games.crew.training.owners import share_won
    from games.crew.training.positions import program_at, ready

    deals = 400
    evaluator = ViewEvaluator(table("2", {0: "R4 P6 B2 B6 G1 G5 G9 Y4 Y8 Y9"}, tasks="P1 Y9").view(0), Random(1))
    worlds, cards, won = evaluator.worlds(deals), deck("R"), {"P1": 0.0, "Y9": 0.0}
    for at in range(0, WORLD * deals, WORLD):
        hands = [int(hand) for hand in worlds.numbers[at : at + 4]]
        deal = {seat: " ".join(cards[order] for order in orders(hand)) for seat, hand in enumerate(hands)}
        for mine, left in (("P1", "Y9"), ("Y9", "P1")):
            program = program_at(ready(act(table("2", deal, tasks="P1 Y9"), f"0 take {mine}", f"1 take {left}")))
            assert program is not None
            won[mine] += share_won(program, at + 1) / deals
    tasks = [(CARDS[name].order, None, None) for name in won]
    assert chances_of_owner(worlds, tasks, 4, 0, 0) == pytest.approx(list(won.values()), abs=0.05)
    assert won["P1"] > won["Y9"]
    assert BOTS["solver"].choose(evaluator.view, Random(1)) == "take P1"


@needs_numba
def test_an_example_has_its_tasks_and_a_share_of_playouts() -> None:
    from games.crew.training.owners import example

    examples = [example(f"test/{number}") for number in range(12)]
    known = [one for one in examples if one is not None]
    assert known == [one for one in known if 0 <= one.won <= 1 and one.seats in {3, 4, 5}]
    assert len({one.won for one in known}) > 2
    for one in known:
        assert [bool(row.any()) for row in one.features] == [number < one.tasks for number in range(len(one.features))]


@needs_numba
def test_the_gradient_of_owners_is_the_slope_of_the_loss() -> None:
    import numpy as np

    from games.crew.training.owners import Owners, example

    examples = [one for one in (example(f"slope/{number}") for number in range(12)) if one is not None]
    network = Owners(examples, 1)
    gradient = network.gradient(examples)
    before = network.loss(examples)
    for place in np.argsort(-np.abs(gradient))[:20]:
        network.adam.values[place] += 1e-6
        assert (before - network.loss(examples)) / 1e-6 == pytest.approx(gradient[place], rel=0.02, abs=1e-4)
        network.adam.values[place] -= 1e-6


@needs_numba
def test_owners_are_learned() -> None:
    from games.crew.training.owners import Owners, example

    examples = [one for one in (example(f"learn/{number}") for number in range(60)) if one is not None]
    network = Owners(examples, 1)
    before = network.loss(examples)
    for _ in range(60):
        network.train(examples, 0.01)
    assert network.loss(examples) < before * 0.9
