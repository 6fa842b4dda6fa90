"""Scenes that the tests of network share with others."""

from __future__ import annotations

from games.crew.families.masks import orders
from games.crew.solver.compiled import Numbers, numbers, zeros
from games.crew.solver.goals.from_state import puzzle_of
from games.crew.solver.playout.evaluator import Facts, WorldEvaluator, Worlds, with_facts
from games.crew.solver.playout.network import network_of
from games.crew.solver.playout.simulation import simulate
from games.crew.solver.search.program import program_of
from games.crew.solver.search.workspace import SIZE
from games.crew.state import State
from tests.games.solver.engines_scenes import space
from tests.games.solver.rounds import sea_round

NOTHING = Facts((0,) * 5, (0,) * 5, (0,) * 5)


def program(state: State) -> Numbers:
    return with_facts(program_of(puzzle_of(state)), NOTHING)


def playouts(state: State) -> list[int]:
    network, game = network_of(state.setup.game), program(state)
    return [simulate(game, zeros(SIZE), network, 3, seed * 7919 + 1, zeros(0)) for seed in range(3)]


def contradictory() -> State:
    """Two seats have to win the same card, as in a plan that is tried and turned down."""
    return sea_round("contradictory", 4, [("T16", 0), ("T20", 1)])


def likely() -> list[float]:
    """How likely two seats' lowest cards were in the true deal."""
    puzzle = puzzle_of(space(3))
    cards = [next(orders(hand)) for hand in puzzle.hands]
    turns = [(puzzle.leader + step) % puzzle.seats for step in range(2)]
    hands = [hand & ~(1 << cards[seat]) if seat in turns else hand for seat, hand in enumerate(puzzle.hands)]
    played = tuple(1 << cards[seat] if seat in turns else 0 for seat in range(puzzle.seats))
    world = Worlds(numbers([*hands, *(0,) * (5 - len(hands)), *(-1,) * 7]))
    facts = Facts((0,) * 5, (0,) * 5, played)
    return list(WorldEvaluator("planet-nine").likelihoods(world, puzzle, facts, [cards[seat] for seat in turns], 0))
