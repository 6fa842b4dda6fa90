"""Both engines on the same puzzles, the search on whole rounds against the rules, and the kernel in plain Python."""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest

from games.crew.solver.answers import LOST, UNKNOWN, WON
from games.crew.solver.compiled import COMPILED
from games.crew.solver.engines import by_sat
from games.crew.solver.goals.from_state import puzzle_of
from games.crew.solver.goals.kinds import Late, Take
from games.crew.solver.puzzle import Puzzle
from games.crew.solver.search.engine import SEARCHER
from games.crew.solver.search.exhaustive import search as exhaustive
from games.crew.solver.verdicts import Lost, Won
from tests import wide
from tests.games.solver.engines_scenes import in_plain_python, sea, space, wins
from tests.games.solver.rounds import played, space_round, to_the_end
from tests.games.solver.sat_scenes import ending

pytestmark = pytest.mark.slow

DEALS = int(os.environ.get("SOLVER_DEALS", "120"))
"""Of each game; many more are asked for by hand."""
ENDINGS = int(os.environ.get("SOLVER_ENDINGS", "120"))
NODES, CONFLICTS = (30_000, 8_000) if COMPILED else (300, 8_000)


def test_both_engines_agree() -> None:
    both, deals = 0, wide.of(DEALS // 2, DEALS)
    for make in (space, sea):
        for seed in range(deals):
            state = make(seed)
            puzzle = puzzle_of(state)
            one, other = SEARCHER.search(puzzle, NODES), by_sat(puzzle, CONFLICTS)
            assert {one.status, other.status} != {WON, LOST}, f"{make.__name__} {seed}: {one} {other}"
            for answer in (one, other):
                assert answer.status != WON or wins(state, answer.cards), f"{make.__name__} {seed}: {answer}"
            both += UNKNOWN not in (one.status, other.status)
    assert both > deals


@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_the_hands_show_at_once_is_lost_by_the_other_engine_too(players: int) -> None:
    """Before a trick is tried, hopeless is only what clauses refute as well."""
    at_once = 0
    for seed in range(DEALS):
        puzzle = puzzle_of(space_round(f"hopeless/{seed}", players, (), Random(seed)))
        answer = SEARCHER.search(puzzle, 1)
        if answer.status == LOST:
            assert by_sat(puzzle, 60_000).status == LOST
            at_once += 1
    assert at_once > DEALS // 30


def test_it_agrees_with_a_search_of_everything_in_short_endings() -> None:
    chance, kind = Random(7), 0
    found: Counter[str] = Counter()
    while found.total() < wide.of(ENDINGS // 2, ENDINGS):
        kind += 1
        state = ending(kind, chance)
        verdict = exhaustive(state, 3_000) if state else None
        if state and isinstance(verdict, Won | Lost):
            answer = SEARCHER.search(puzzle_of(state), 1_000_000)
            says = WON if isinstance(verdict, Won) else LOST
            assert answer.status == says or (answer.status == UNKNOWN and not puzzle_of(state).exact), kind
            assert answer.status != WON or wins(state, answer.cards)
            found[answer.status] += 1
    assert min(found[WON], found[LOST]) >= wide.of(ENDINGS // 2, ENDINGS) // 8


@pytest.mark.parametrize("game", [0, 1])
def test_the_search_says_of_whole_rounds_what_the_rules_say(game: int) -> None:
    """A line that wins by the rules is one that the search must not call lost, wherever on it one asks."""
    for seed in range(wide.of(DEALS // 4, DEALS // 2)):
        state = (space, sea)[game](seed)
        answer = by_sat(puzzle_of(state), CONFLICTS)
        if answer.status != WON:
            continue
        cut = Random(seed).randrange(len(answer.cards))
        for place, card in enumerate(answer.cards):
            if state.outcome is not None:
                break
            if place >= cut:
                found = SEARCHER.search(puzzle_of(state), 2_000 if COMPILED else 100)
                assert found.status != LOST, f"{game} {seed} {place}"
                assert found.status != WON or wins(state, found.cards), f"{game} {seed} {place}"
            state = played(state, card)
        assert state.outcome is not None
        assert state.outcome.success


@pytest.mark.parametrize("game", [0, 1])
def test_the_last_trick_is_judged_as_the_rules_judge_it(game: int) -> None:
    """With one card each nothing is left to choose: the search answers what the rules do."""
    outcomes = set()
    for seed in range(2 * DEALS):
        state = (space, sea)[game](seed)
        cards = to_the_end(state, Random(seed))
        last = len(cards) - state.seats
        for card in cards[:last]:
            state = played(state, card)
            if state.outcome is not None:
                break
        if state.outcome is None:
            found = SEARCHER.search(puzzle_of(state), 10_000)
            assert (found.status == WON) == wins(state, cards[last:]), f"{game} {seed}"
            outcomes.add(found.status)
    assert WON in outcomes or game == 0


PLAIN = """
import json, sys
from games.crew.solver.compiled import COMPILED
from games.crew.solver.goals.from_state import puzzle_of
from games.crew.solver.search.engine import SEARCHER
from tests.games.solver.engines_scenes import sea, space
answers = [[*SEARCHER.search(puzzle_of(make(seed)), 60)] for make in (space, sea) for seed in range(30)]
print(json.dumps([COMPILED, answers]))
"""


def test_plain_python_counts_the_same_nodes_and_answers_the_same() -> None:
    compiled, answers = in_plain_python(PLAIN)
    here = [SEARCHER.search(puzzle_of(make(seed)), 60) for make in (space, sea) for seed in range(30)]
    assert COMPILED
    assert not compiled
    assert answers == [[status, list(cards), nodes, conflicts] for status, cards, nodes, conflicts in here]


def test_a_card_for_the_last_trick_is_lost_in_the_trick_that_runs() -> None:
    """It lies there already, and the rules say so only when the trick is complete."""
    hands = (1 << 27, 1 << 39, 1 << 3 | 1 << 37)
    goals = (Take(0, 1 << 13), Late(1 << 13))
    puzzle = Puzzle(3, 10, 8, 0, (13, 35), hands, (), (4, 1, 3), goals)
    assert SEARCHER.search(puzzle, 1_000).status == LOST
    assert by_sat(puzzle, 1_000).status == LOST
