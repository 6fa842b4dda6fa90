"""The training of the network of playouts: its gradient is right, and its steps win more."""

from __future__ import annotations

import pytest

import games
from games.crew.solver.compiled import zeros
from games.crew.solver.playout.chances import ROOM, SHOWN, VOIDS
from games.crew.solver.playout.network import network_of
from games.crew.solver.search.program import GOALS, HANDS, NEEDED, PLAYED, PLAYS
from games.crew.solver.search.workspace import SIZE
from games.crew.state import State
from games.crew.training.positions import position
from tests.games.solver.engines_scenes import space
from tests.games.solver.network_scenes import program
from tests.games.solver.rounds import sea_round
from tests.games.solver.training_scenes import needs_numba

pytestmark = pytest.mark.slow

MANY_TRICKS = sea_round("gradient", 4, [("T87", 1), ("T76", 1)])
"""A seat has to win exactly four tricks, and the last one."""


@needs_numba
@pytest.mark.parametrize("state", [space(3), MANY_TRICKS], ids=["cards to be won", "numbers of tricks"])
def test_the_gradient_is_the_slope_of_the_choices_likelihood(state: State) -> None:
    import numpy as np

    from games.crew.solver.playout.network import ONE, weights_of
    from games.crew.solver.playout.simulation import TEMPERATURE, simulate
    from games.crew.training.gradient import learn

    weights, tape = weights_of(state.setup.game), zeros(100_000)
    tape[0] = 1
    simulate(program(state), zeros(SIZE), network_of(state.setup.game), TEMPERATURE, 5, tape)
    chance = np.random.default_rng(1)
    values = np.array(weights) / ONE + chance.normal(0, 1e-3, len(weights))  # Off the kinks, where units are exactly 0.
    gradient, nothing = np.zeros(len(weights)), np.zeros(len(weights))
    _, choices, likelihood = learn(tape, 1.0, 0.0, values, gradient)
    assert choices > 5
    for place in chance.permutation(np.flatnonzero(np.abs(gradient) > 1e-3))[:20]:
        nearby = values.copy()
        nearby[place] += 1e-6
        slope = (learn(tape, 1.0, 0.0, nearby, nothing)[2] - likelihood) / 1e-6
        assert slope == pytest.approx(gradient[place], rel=0.02, abs=1e-3)


@needs_numba
def test_training_wins_more() -> None:
    import numpy as np

    from games.crew.training.__main__ import Trainer, random_values

    programs = np.array([program(space(seed)) for seed in range(8)])
    trainer = Trainer(random_values(1), 1)
    at_first = trainer.share_won(programs)
    assert trainer.share_won(programs) == at_first
    won = [trainer.train(programs, 0.01)[0] for _ in range(16)]
    assert sum(won[-4:]) > sum(won[:4]) * 1.7
    assert trainer.share_won(programs) > at_first * 1.7


@needs_numba
def test_training_shares_the_compiled_code_of_bots() -> None:
    """Another type of argument would compile the kernel once more, which takes a minute."""
    import numpy as np

    from games.crew.solver.playout.simulation import simulate
    from games.crew.training.__main__ import Trainer, random_values

    programs, trainer = np.array([program(space(1))]), Trainer(random_values(1), 1)
    trainer.train(programs, 0.01)
    trainer.share_won(programs)
    simulate(program(space(1)), zeros(SIZE), network_of("planet-nine"), 3, 1, zeros(0))
    assert len(vars(simulate)["overloads"]) == 1


@pytest.mark.parametrize("game", ["planet-nine", "deep-sea"])
def test_a_position_stands_at_the_first_card_after_bots_signals(game: str) -> None:
    made = position(games.Setup(game, "3", 4, "position"))
    assert made is not None
    assert len(made) == ROOM
    assert (made[PLAYED], made[PLAYS], made[VOIDS]) == (0, 0, 0)
    assert made[NEEDED] or made[GOALS]
    shown = [int(made[SHOWN + seat]) for seat in range(4)]
    assert sum(cards.bit_count() for cards in shown) > 1  # More than the captain's highest trump.
    assert all(not cards & ~int(made[HANDS + seat]) for seat, cards in enumerate(shown))


def test_there_is_no_position_before_cards_change_hands() -> None:
    assert position(games.Setup("planet-nine", "12", 4, "position")) is None
