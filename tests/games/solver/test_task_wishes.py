"""What a Deep Sea task wants is learned from playouts: the kept numbers are those of a long run of the command."""

from __future__ import annotations

from statistics import correlation

import pytest

from games.crew.solver.playout.task_wishes import task_wishes
from tests.games.solver.training_scenes import needs_numba

pytestmark = pytest.mark.slow


@needs_numba
@pytest.mark.parametrize("name", ["T1", "T30", "T60"])
def test_a_short_run_finds_what_the_kept_numbers_say(name: str) -> None:
    from games.crew.training.tasks import wishes

    assert correlation(wishes(name, 200, "test"), task_wishes()[name]) > 0.7


@needs_numba
def test_a_task_that_every_hand_wins_wants_no_card() -> None:
    """T91 asks for the number of tricks that its owner predicts, and no prediction is made here."""
    from games.crew.training.tasks import wishes

    assert wishes("T91", 20, "test") == [0] * 40
    assert wishes("T1", 20, "test") == wishes("T1", 20, "test"), "the same seed, the same numbers"
