"""Scenes that the tests of rulings share with others."""

from __future__ import annotations

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services.rulings import Decision
from logbook.leaderboards.services import results
from logbook.people.models.players import Player
from tests.leaderboards.results_scenes import snapshot

State = Challenge.State


def by(challenge: Challenge, olga: Player, reason: str = "because") -> Decision:
    return Decision(challenge, olga, reason)


def counted_whole() -> list[list[tuple[object, ...]]]:
    before = rows()
    results.recompute_everything()
    assert rows() == before, "a whole recompute gives the same rows"
    return before


def rows() -> list[list[tuple[object, ...]]]:
    return [sorted(found, key=repr) for found in snapshot()]
