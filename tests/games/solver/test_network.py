"""The network of playouts: of tasks it sees only what its seat may know, and plain Python computes the same."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from games.crew.cards import CARDS
from games.crew.families.masks import mask_of, orders
from games.crew.solver.compiled import Numbers, numbers, zeros
from games.crew.solver.goals.from_state import puzzle_of
from games.crew.solver.playout.chances import EXCLUDED, SHOWN
from games.crew.solver.playout.evaluator import Facts, WorldEvaluator, Worlds
from games.crew.solver.playout.features import FEATURES, NO_TASK, OWNER_ABOVE, PLACED
from games.crew.solver.playout.network import (
    ROW_LENGTH,
    ROWS,
    Network,
    filled_up,
    network_of,
    network_value,
    see_turn,
    weights_of,
)
from games.crew.solver.playout.simulation import FULL_SCORE
from games.crew.solver.playout.world_evaluation import WORLD
from games.crew.solver.search.kernel import open_position
from games.crew.solver.search.program import HANDS, SEATS
from games.crew.solver.search.tricks import begin_trick
from games.crew.solver.search.workspace import SIZE
from games.crew.state import State
from tests.games.builders import act, table
from tests.games.solver.engines_scenes import in_plain_python, sea, space
from tests.games.solver.network_scenes import contradictory, likely, playouts, program
from tests.games.solver.rounds import sea_round

pytestmark = pytest.mark.slow


def values(game: Numbers, network: Network, *, backwards: bool = False) -> list[int]:
    """The value of each card of the leader's hand, worked out one after another."""
    work = zeros(SIZE)
    open_position(game, work)
    left, seat = begin_trick(game, work, 0, 0), int(game[3])
    see_turn(game, work, network, 0, 0, seat, left, 0, zeros(0))
    cards = sorted(orders(int(game[HANDS + seat])), reverse=backwards)
    worth = {card: network_value(game, work, network, 0, 0, seat, card, left, 0, 0, zeros(0)) for card in cards}
    return [worth[card] for card in sorted(worth)]


def seen_of_task(seat: int, excluded: str) -> set[int]:
    """What seat 0, which leads, sees of seat 1's task P7, which seat 2 showed; a seat's signal excludes pink cards."""
    state = act(table("1", {0: "R4 B1", 1: "P9", 2: "P7"}, tasks="P7"), "0 take P7")
    game = program(state.evolve(tasks=(state.tasks[0]._replace(owner=1),)))
    game[SHOWN + 2] = mask_of([CARDS["P7"]])
    game[EXCLUDED + seat] = mask_of(CARDS[card] for card in excluded.split())
    work, tape = zeros(SIZE), zeros(200)
    tape[0] = 1
    open_position(game, work)
    see_turn(game, work, network_of("planet-nine"), 0, 0, 0, begin_trick(game, work, 0, 0), 0, tape)
    task = 4 + int(tape[1])  # Behind the features of the turn, and the numbers of tasks and goals.
    return {int(feature) for feature in tape[task + 1 : task + 1 + int(tape[task])]}


@pytest.mark.parametrize(
    ("excluded", "kinds"),
    [("P1 P2 P3 P4 P5 P6 P8 P9", {0}), ("P8 P9", {1}), ("P1 P2 P3 P4 P5 P6", {2}), ("", set())],
)
def test_it_sees_what_else_of_the_suit_the_holder_of_a_task_may_have(excluded: str, kinds: set[int]) -> None:
    seen = seen_of_task(2, excluded)
    assert {kind for kind in range(3) if PLACED + kind in seen} == kinds


@pytest.mark.parametrize(("excluded", "level"), [("P8 P9", 0), ("P9", 1), ("", 2)])
def test_it_sees_how_likely_the_owner_of_a_task_holds_a_higher_card(excluded: str, level: int) -> None:
    assert OWNER_ABOVE + level in seen_of_task(1, excluded)


@pytest.mark.parametrize("game", ["planet-nine", "deep-sea"])
def test_each_feature_has_a_row_of_weights(game: str) -> None:
    units, rest = divmod(len(weights_of(game)), ROWS)
    assert rest == 0 < units <= ROW_LENGTH
    assert NO_TASK < FEATURES


def test_rows_of_weights_are_filled_up_with_zeros() -> None:
    rows = [list(map(int, row)) for row in filled_up(list(range(3 * ROWS)))]
    assert [row[:3] for row in rows] == [[3 * number, 3 * number + 1, 3 * number + 2] for number in range(ROWS)]
    assert {(len(row), *row[3:]) for row in rows} == {(ROW_LENGTH, *(0,) * (ROW_LENGTH - 3))}


@pytest.mark.parametrize("number", [ROWS + 1, (ROW_LENGTH + 1) * ROWS])
def test_rows_of_weights_may_not_be_too_long_or_incomplete(number: int) -> None:
    with pytest.raises(ValueError, match=f"{number} weights are not {ROWS} rows"):
        filled_up([0] * number)


@pytest.mark.parametrize("make", [space, sea])
def test_a_card_has_the_same_value_wherever_the_hidden_cards_lie(make: Callable[[int], State]) -> None:
    changed = 0
    for seed in range(20):
        state = make(seed)
        game, network = program(state), network_of(state.setup.game)
        before, leader = values(game, network), int(game[3])
        hands = [int(game[HANDS + seat]) for seat in range(game[SEATS])]
        others = [seat for seat in range(game[SEATS]) if seat != leader]
        hidden = [card for seat in others for card in orders(hands[seat])]
        Random(seed).shuffle(hidden)
        for seat in others:
            mine, hidden = hidden[: hands[seat].bit_count()], hidden[hands[seat].bit_count() :]
            game[HANDS + seat] = sum(1 << card for card in mine)
        assert values(game, network) == before
        changed += len(set(before)) > 1
    assert changed > 10


def test_a_cards_value_is_the_same_after_any_other_card() -> None:
    for seed in range(6):
        game, network = program(sea(seed)), network_of("deep-sea")
        assert values(game, network) == values(game, network, backwards=True)


@pytest.mark.parametrize("game", ["planet-nine", "deep-sea"])
def test_only_deep_seas_network_looks_at_goals(game: str) -> None:
    state = sea_round("goals", 4, [("T16", 0), ("T87", 1)])  # Pink 3, and exactly four tricks.
    with_goal, without = program(state), program(state.evolve(tasks=state.tasks[:1]))
    network = network_of(game)
    assert (values(with_goal, network) != values(without, network)) == (game == "deep-sea")


def test_a_wanted_card_that_was_not_given_lies_elsewhere() -> None:
    """Seat 1 played pink 2 under the nine of the owner of pink 1: likelier if it did not hold pink 1."""
    state = act(table("1", {0: "R4 P9", 1: "P1 P2", 2: "P3 P4", 3: "P5 P6"}, tasks="P1"), "0 take P1")
    facts = Facts((0,) * 4, (0,) * 4, (1 << 8, 1 << 1, 0, 0))
    hands = [int(hand) & ~(1 << 8 | 1 << 1) for hand in puzzle_of(state).hands]
    with_one = numbers([*hands, 0, *(-1,) * 7])
    without = numbers(with_one)
    without[1], without[2] = hands[1] ^ 1 << 0 ^ 1 << 2, hands[2] ^ 1 << 0 ^ 1 << 2
    worlds = Worlds(numbers([*with_one, *without]))
    assert len(worlds) == 2 == len(worlds.numbers) // WORLD
    kept, had_none = WorldEvaluator("planet-nine").likelihoods(worlds, puzzle_of(state), facts, (8, 1), 1)
    assert 0 < kept < had_none <= 1


PLAIN = """
import json
from games.crew.solver.compiled import COMPILED
from tests.games.solver.engines_scenes import sea, space
from tests.games.solver.network_scenes import contradictory, likely, playouts
states = [*(make(seed) for make in (space, sea) for seed in range(6)), contradictory()]
print(json.dumps([COMPILED, [playouts(state) for state in states], likely()]))
"""


def test_plain_python_plays_the_same_playouts() -> None:
    compiled, scores, likelihoods = in_plain_python(PLAIN)
    states = [*(make(seed) for make in (space, sea) for seed in range(6)), contradictory()]
    assert not compiled
    assert scores == [playouts(state) for state in states]
    assert likelihoods == pytest.approx(likely(), rel=1e-9)
    assert 0 < likelihoods[0] < 1


def test_a_card_that_two_seats_have_to_win_is_lost() -> None:
    assert max(playouts(contradictory())) <= FULL_SCORE // 2
