"""What the second engine answers: a line, a refutation, a share of the tasks, a pass, a clash, or that it gave up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from games.crew.families.masks import orders
from games.crew.solver import portfolio
from games.crew.solver.answers import SAT
from games.crew.solver.goals.allowed_assignments import AllowedAssignments, GoalsOf
from games.crew.solver.goals.from_state import puzzle_of
from games.crew.solver.goals.kinds import Goal, MustWin, NeverWin, Order, Take, Tricks
from games.crew.solver.portfolio import decide
from games.crew.solver.puzzle import Puzzle
from games.crew.solver.sat import engine
from games.crew.solver.sat.choices import assign_by_sat, pass_by_sat
from games.crew.solver.sat.deal_solver import DealSolver, clash_by_sat
from games.crew.solver.sat.encoding.implied import add_all, add_implied, alike
from games.crew.solver.sat.encoding.play import Lines
from games.crew.solver.sat.engine import (
    LOST,
    UNKNOWN,
    WON,
    Engine,
    PuzzleSolver,
    SatAnswer,
    demand_all,
    solve_by_sat,
)
from games.crew.solver.search.exhaustive import search
from games.crew.solver.verdicts import Budget, Lost, Won
from games.crew.state import State
from tests import wide
from tests.games.solver.rounds import can_play, played, space_round
from tests.games.solver.sat_scenes import ending

pytestmark = pytest.mark.slow

ENOUGH = 60_000


def deal(seed: int, players: int, tasks: int) -> Puzzle:
    """All forty cards at random, and some cards as tasks, one in turn from the captain on."""
    chance = Random(seed)
    cards = chance.sample(range(40), 40)
    hands = tuple(sum(1 << card for card in cards[seat::players]) for seat in range(players))
    captain = next(seat for seat, hand in enumerate(hands) if hand >> 39)
    owned = [0] * players
    for place, card in enumerate(chance.sample(range(36), tasks)):
        owned[(captain + place) % players] |= 1 << card
    goals = tuple(Take(seat, mask) for seat, mask in enumerate(owned) if mask)
    return Puzzle(players, 40 // players, 0, captain, (), hands, (), (0,) * players, goals)


def one_by_one(puzzle: Puzzle) -> list[tuple[Goal, ...]]:
    """The tasks of the puzzle, each by itself."""
    takes = [goal for goal in puzzle.goals if isinstance(goal, Take)]
    return [(Take(goal.owner, 1 << card),) for goal in takes for card in orders(goal.cards)]


def taking(card: int) -> GoalsOf:
    """The task to win this card."""
    return lambda owner: (Take(owner, 1 << card),)


# Lines and refutations


def test_it_agrees_with_a_search_of_everything_in_short_endings() -> None:
    chance = Random(4)
    found: Counter[str] = Counter()
    kind = 0
    while found.total() < wide.of(90, 300):
        kind += 1
        state = ending(kind, chance)
        verdict = search(state, 3000) if state else None
        if state and isinstance(verdict, Won | Lost):
            answer = solve_by_sat(puzzle_of(state), ENOUGH)
            says = WON if isinstance(verdict, Won) else LOST
            assert answer.status == says or (answer.status == UNKNOWN and not puzzle_of(state).exact), kind
            assert answer.status != WON or wins(state, answer.cards)
            found[answer.status] += 1
    assert min(found[WON], found[LOST]) >= wide.of(15, 50)


def wins(state: State, cards: Sequence[int]) -> bool:
    for card in cards:
        if state.outcome is None:
            state = played(state, card)
    return state.outcome is not None and bool(state.outcome.success)


@pytest.mark.parametrize(("players", "lost"), [(3, (5, 6)), (4, (55, 6)), (5, (6, 7))])
def test_the_clauses_that_help_change_no_verdict(players: int, lost: tuple[int, int]) -> None:
    found: Counter[str] = Counter()
    for seed, tasks in (lost, *((seed, 1 + seed % 10) for seed in range(wide.of(6, 24)))):
        lines = Lines(deal(seed, players, tasks))
        demand_all(lines)
        with Engine(lines) as alone:
            status = alone.solve((), ENOUGH)
        add_all(lines)
        with Engine(lines) as helped:
            assert helped.solve((), ENOUGH) == status != UNKNOWN
        found[status] += 1
    assert min(found[WON], found[LOST]) > 0


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_legal_line_contradicts_what_is_implied(players: int) -> None:
    chance = Random(players)
    most = 0
    for seed in range(wide.of(6, 24)):
        start = space_round(f"implied {seed}", players, [], chance)
        for _ in range(seed % (start.seats + 2)):
            start = start if start.outcome else played(start, chance.choice(can_play(start)).order)
        if start.outcome:
            continue
        puzzle = replace(puzzle_of(start), goals=(), forbids=())
        lines = Lines(puzzle)
        add_implied(lines)
        with Engine(lines) as engine:
            for _ in range(8):
                cards = cards_to_the_end(start, chance)
                tricks = [(len(puzzle.plays) + place) // puzzle.seats for place in range(len(cards))]
                given = [lines.at[card][trick] for card, trick in zip(cards, tricks, strict=True)]
                assert engine.solve(given, ENOUGH) == WON
                most = max(most, tricks[-1])
    assert most > 5


def cards_to_the_end(state: State, chance: Random) -> list[int]:
    """Cards played at random until the rules end the round."""
    cards: list[int] = []
    while state.outcome is None:
        cards.append(chance.choice(can_play(state)).order)
        state = played(state, cards[-1])
    return cards


def test_cards_that_a_goal_tells_apart_are_not_alike() -> None:
    low, high = 1 << 0, 1 << 1
    puzzle = Puzzle(2, 3, 0, 0, (), (0b1000000011, 0b11000100), (), (0, 0), ())
    none: list[int] = []
    ones, others = (0, 1, none), [(2, 6, none), (6, 7, none)]
    assert list(alike(puzzle)) == [ones, *others]
    assert list(alike(puzzle.with_goals((Take(0, low | high),)))) == [ones, *others]
    assert list(alike(puzzle.with_goals((Take(0, high),)))) == others
    assert list(alike(puzzle.with_goals((Take(0, low | high), Order(low | high, 0, ((0, 1),)))))) == others
    assert list(alike(puzzle.with_goals((MustWin(low | high, ascending=True),)))) == others
    assert list(alike(replace(puzzle, forbids=(NeverWin(0b11, high | 1 << 6),)))) == []
    assert list(alike(replace(puzzle, covers=((6, 7),)))) == [ones]


def test_cards_are_alike_once_those_between_are_gone() -> None:
    puzzle = Puzzle(2, 2, 0, 0, (), (1 << 0 | 1 << 2, 1 << 1 | 1 << 20), (), (0, 0), ())
    assert list(alike(puzzle)) == [(0, 2, [1])]
    assert list(alike(replace(puzzle, plays=(1,), hands=(1 << 0 | 1 << 2, 1 << 20)))) == [(0, 2, [1])]
    assert list(alike(replace(puzzle, played=1, hands=(1 << 0 | 1 << 2, 1 << 20)))) == [(0, 2, [])]


def test_the_same_question_gets_the_same_answer() -> None:
    for seed in range(6):
        puzzle = deal(seed, 4, 8)
        assert solve_by_sat(puzzle, ENOUGH) == solve_by_sat(puzzle, ENOUGH)


def test_nothing_is_known_within_no_conflicts() -> None:
    assert solve_by_sat(deal(0, 4, 2), 0) == SatAnswer(UNKNOWN)


@pytest.mark.parametrize("soon", [300, 30_000])
def test_a_budget_is_kept_to(soon: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "SOON", soon)
    puzzle = deal(109, 3, 10)
    with DealSolver(puzzle) as solver:
        assert solver.after((), 400) == UNKNOWN
        in_one, anew = solver.conflicts, solve_by_sat(puzzle, 400)
    assert anew.status == UNKNOWN
    for spent in (in_one, anew.conflicts):
        assert 400 <= spent < 2000, "it looks up only between two restarts"


def test_a_puzzle_asked_about_again_goes_on_where_it_stopped() -> None:
    puzzle = deal(109, 3, 10)
    answers: list[SatAnswer] = []
    with PuzzleSolver(puzzle) as solver:
        while not answers or answers[-1].status == UNKNOWN:
            answers.append(solver.solve(1_000))
        assert solver.solve(0) == SatAnswer(UNKNOWN)
    together, at_once = sum(answer.conflicts for answer in answers), solve_by_sat(puzzle, ENOUGH)
    assert len(answers) > 2
    assert all(answer.conflicts >= 1_000 for answer in answers[:-1])
    assert answers[-1].status == at_once.status
    assert together < 2 * at_once.conflicts, "what it has learnt is not learnt again"


def test_no_stage_spends_the_conflicts_of_an_earlier_one_again(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = deal(109, 3, 10)
    monkeypatch.setattr(portfolio, "_STAGES", tuple((0, conflicts) for conflicts in range(1_000, 20_000, 1_000)))
    (answer, effort), at_once = decide(puzzle, Budget(0, ENOUGH)), solve_by_sat(puzzle, ENOUGH)
    assert answer.status == at_once.status
    assert effort.engine == SAT
    assert effort.conflicts < 2 * at_once.conflicts
    assert decide(puzzle, Budget(0, 3_000))[0].status == UNKNOWN


def test_what_is_asked_for_too_long_is_not_lost() -> None:
    puzzle = deal(0, 4, 1).with_goals((Tricks(0, 11, 40),))
    assert solve_by_sat(puzzle, ENOUGH).status == LOST
    assert solve_by_sat(replace(puzzle, exact=False), ENOUGH).status == UNKNOWN


def test_cards_that_nobody_holds_cannot_be_won() -> None:
    puzzle = deal(0, 4, 1)
    lost = tuple(hand & ~1 for hand in puzzle.hands)
    without = replace(puzzle, hands=lost, tricks=9, goals=(Take(0, 1),))
    assert 0 not in Lines(without).at
    assert solve_by_sat(without, ENOUGH).status == LOST


# A deal asked about many times


def test_a_replay_is_annotated_card_by_card() -> None:
    chance = Random(1)
    for seed in range(8):
        puzzle = deal(seed, 4, 4)
        state = space_round(f"replay {seed}", 4, [], chance)
        puzzle = puzzle_of(state)
        cards: list[int] = []
        with DealSolver(puzzle) as solver:
            while state.outcome is None:
                assert solver.after(cards, ENOUGH) == solve_by_sat(puzzle_of(state), ENOUGH).status
                cards.append(chance.choice(can_play(state)).order)
                state = played(state, cards[-1])
            assert solver.after(cards, ENOUGH) == (WON if state.outcome.success else LOST)


@pytest.mark.parametrize(("seed", "players", "tasks"), [(37, 4, 8), (55, 4, 6), (65, 4, 6), (6, 5, 7), (5, 3, 6)])
def test_a_clash_is_impossible_and_nothing_in_it_can_be_spared(seed: int, players: int, tasks: int) -> None:
    puzzle = deal(seed, players, tasks)
    parts = one_by_one(puzzle)
    clash = clash_by_sat(puzzle, parts, ENOUGH)

    def status(places: Sequence[int]) -> str:
        return solve_by_sat(puzzle.with_goals(tuple(parts[place][0] for place in places)), ENOUGH).status

    assert clash
    assert status(clash) == LOST
    assert all(status([other for other in clash if other != place]) == WON for place in clash)


def test_what_is_possible_does_not_clash() -> None:
    puzzle = deal(0, 4, 1)
    assert clash_by_sat(puzzle, one_by_one(puzzle), ENOUGH) == ()


def test_an_order_matters_only_between_tasks_that_are_asked_for() -> None:
    puzzle = Puzzle(2, 2, 0, 0, (), (1 << 1 | 1 << 8, 1 << 0 | 1 << 7), (), (0, 0), ())
    parts: list[tuple[Goal, ...]] = [(Take(0, 1 << 0),), (Take(1, 1 << 1),), (Order(0b11, 0, ((0, 1), (1, 2))),)]
    pink_two_first = (1, 7, 0, 8)
    with DealSolver(puzzle, parts) as solver:
        assert solver.ask([0, 1], pink_two_first, ENOUGH) == WON
        assert solver.ask([0, 2], pink_two_first, ENOUGH) == WON
        assert solver.ask([0, 1, 2], pink_two_first, ENOUGH) == LOST


# What the crew may still choose


@pytest.mark.parametrize(("players", "tasks"), [(4, 6), (3, 10), (5, 10)])
def test_tasks_are_shared_so_that_they_can_be_won(players: int, tasks: int) -> None:
    for seed in range(8):
        puzzle = deal(seed, players, tasks)
        cards = [card for (goal,) in one_by_one(puzzle) if isinstance(goal, Take) for card in orders(goal.cards)]
        shares = AllowedAssignments(
            ((1 << players) - 1,) * tasks, (((0, tasks - 1),) * players, ((tasks, tasks),) * players)
        )
        choice = assign_by_sat(puzzle.with_goals(()), [taking(card) for card in cards], shares, ENOUGH)
        assert choice.status == WON
        assert max(Counter(choice.chosen).values()) < tasks
        owned = tuple(Take(seat, 1 << card) for seat, card in zip(choice.chosen, cards, strict=True))
        with DealSolver(puzzle.with_goals(owned)) as solver:
            assert solver.after(choice.cards, ENOUGH) == WON


def test_only_the_seats_allowed_have_a_task() -> None:
    puzzle = deal(3, 4, 1).with_goals(())
    nines = [taking(card) for card in (8, 17, 26)]
    shares = AllowedAssignments((0b0001, 0b0110, 0b1111), (((1, 1), (0, 1), (0, 1), (1, 1)),))
    choice = assign_by_sat(puzzle, nines, shares, ENOUGH)
    assert choice.chosen[0] == 0
    assert choice.chosen[1] in (1, 2)
    assert choice.chosen[2] == 3
    assert assign_by_sat(puzzle, nines, AllowedAssignments((1, 1, 1), (((2, 2),) * 4,)), ENOUGH).status == LOST


@pytest.mark.parametrize("step", [1, -1])
def test_a_pass_that_wins_is_found(step: int) -> None:
    for seed, players, tasks in ((37, 4, 8), (55, 4, 6), (65, 4, 6), (55, 5, 6), (5, 3, 6)):
        puzzle = deal(seed, players, tasks)
        choice = pass_by_sat(puzzle, players, step, ENOUGH)
        assert choice.status == WON
        hands = list(puzzle.hands)
        for seat, card in enumerate(choice.chosen):
            assert puzzle.hands[seat] >> card & 1
            assert card < 36
            hands[seat] ^= 1 << card
            hands[(seat + step) % players] |= 1 << card
        with DealSolver(replace(puzzle, hands=tuple(hands))) as solver:
            assert solver.after(choice.cards, ENOUGH) == WON


def test_two_people_pass_to_each_other_and_the_robot_keeps_its_cards() -> None:
    chance = Random(2)
    for seed in range(6):
        puzzle = puzzle_of(space_round(f"pass {seed}", 2, [], chance))
        choice = pass_by_sat(puzzle, 2, 1, ENOUGH)
        if choice.status == WON:
            one, other = choice.chosen
            assert puzzle.hands[0] >> one & puzzle.hands[1] >> other & 1
            swap = 1 << one | 1 << other
            hands = (puzzle.hands[0] ^ swap, puzzle.hands[1] ^ swap, puzzle.hands[2])
            with DealSolver(replace(puzzle, hands=hands)) as solver:
                assert solver.after(choice.cards, ENOUGH) == WON
