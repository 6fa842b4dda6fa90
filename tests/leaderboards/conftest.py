"""A lost attempt of three people, analysed as if its first card had lost it."""

from __future__ import annotations

import pytest

from logbook.people.models.players import Player
from logbook.replays.services import analyses
from logbook.tables.models import Attempt
from tests.leaderboards.lost_rounds import (
    lost_by_the_first_card,
    play_out,
)
from tests.tables.attempts_scenes import open_table, started


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "annotate", lost_by_the_first_card)


@pytest.fixture
def attempt(solver: None, alice: Player, bob: Player, olga: Player) -> Attempt:
    """Return a finished attempt of three people at a table outside challenges, lost."""
    table = open_table(alice, bob, olga, mission="4")
    attempt = play_out(table, started(table, alice))
    assert attempt.state == Attempt.State.FAILURE
    return attempt
