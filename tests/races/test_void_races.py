"""Void races: a race whose deal a director has declared void is on no leaderboard."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import rulings
from logbook.challenges.services.rulings import Decision
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.leaderboards.services import results
from logbook.people.models.players import Player
from logbook.races.models.results import RaceResult
from logbook.races.selectors.boards import RaceFilters, scenarios_raced
from logbook.tables.counting import Counts
from logbook.tables.models import Attempt, Event
from tests.challenges.scenes import NOON, stage_of
from tests.races.challenge_scenes import opened, raced, three_crews

pytestmark = pytest.mark.django_db


@pytest.fixture
def crews(club: Club, crew: Crew) -> tuple[Crew, Crew, Crew]:
    return three_crews(club, crew)


@pytest.fixture(autouse=True)
def _noon() -> object:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.mark.parametrize("stand_in", [False, True])
def test_void_race_is_on_no_board(
    club: Club, olga: Player, crews: tuple[Crew, ...], alice: Player, stand_in: bool
) -> None:
    challenge = opened(club, olga)
    table = raced(challenge, crews[0], alice, [20, 30, 5])
    attempt = table.attempts.get()
    if stand_in:
        Event.objects.create(attempt=attempt, sequence=900, seat=0, text="pass", by_stand_in=True)
        Attempt.objects.filter(pk=attempt.pk).update(mixed=True)
        results.recompute_result(table_id=table.pk)
    before = Counts.CREWS if stand_in else Counts.PEOPLE
    assert _own_counts(attempt) == before
    decision = Decision(challenge, olga, "The bots were asleep.")
    ruling = rulings.void_deal(decision, stage=stage_of(challenge), attempt=1)
    assert _own_counts(attempt) == Counts.RATINGS
    assert list(RaceFilters().races("deep-blue", "troubled-waters")) == []
    Challenge.objects.update(state=Challenge.State.CLOSED)
    assert scenarios_raced() == []
    rulings.take_back_ruling(ruling=ruling, by=olga)
    assert _own_counts(attempt) == before
    assert RaceFilters().races("deep-blue", "troubled-waters").get().player == alice


def test_race_at_a_void_stage_is_void_from_its_end_on(
    club: Club, olga: Player, crews: tuple[Crew, ...], alice: Player
) -> None:
    challenge = opened(club, olga)
    rulings.void_deal(Decision(challenge, olga, "The bots were asleep."), stage=stage_of(challenge))
    table = raced(challenge, crews[0], alice, [20, 30, 5])
    assert _own_counts(table.attempts.get()) == Counts.RATINGS


def test_sweep_counts_a_void_race_of_the_version_before(
    club: Club, olga: Player, crews: tuple[Crew, ...], alice: Player
) -> None:
    challenge = opened(club, olga)
    table = raced(challenge, crews[0], alice, [20, 30, 5])
    rulings.void_deal(Decision(challenge, olga, "The bots were asleep."), stage=stage_of(challenge))
    later = NOON + timedelta(hours=1)
    assert results.uncounted_tables(before=later) == []
    RaceResult.objects.update(counts=Counts.PEOPLE)
    assert results.uncounted_tables(before=later) == [table.pk]
    assert list(results.wrong_attempts()) == [table.attempts.get().pk]


def _own_counts(attempt: Attempt) -> int | None:
    """Return what the race counts for at the first seat."""
    return RaceResult.objects.get(attempt=attempt, seat=0).counts
