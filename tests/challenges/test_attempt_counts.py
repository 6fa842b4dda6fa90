"""What attempts at challenges count for, as rulings and stand-ins leave it."""

from __future__ import annotations

import pytest
import time_machine

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import rulings
from logbook.crews.models.crews import Crew
from logbook.leaderboards import tasks
from logbook.people.models.players import Player
from logbook.tables.counting import Counts
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempt_counts
from tests.challenges.conftest import play
from tests.challenges.rulings_scenes import by
from tests.challenges.scenes import NOON, deal, stage_of
from tests.leaderboards.scenes import sat, strangers

pytestmark = pytest.mark.django_db


def counted(crew: Crew) -> list[Counts]:
    """Return what the crew's attempts count for, in order."""
    rows = Attempt.objects.filter(table__crew=crew).order_by("pk").values_list("counts", flat=True)
    return [Counts(value) for value in rows if value is not None]


def test_void_deal_is_written_and_taken_back(played: Challenge, crew: Crew, rivals: Crew, olga: Player) -> None:
    ruling = rulings.void_deal(by(played, olga), stage=stage_of(played), attempt=1)
    assert counted(crew) == [Counts.RATINGS, Counts.PEOPLE]
    assert counted(rivals) == [Counts.RATINGS, Counts.PEOPLE]
    rulings.take_back_ruling(ruling=ruling, by=olga)
    assert counted(crew) == [Counts.PEOPLE, Counts.PEOPLE]


@time_machine.travel(NOON, tick=False)
def test_attempt_at_a_void_stage_is_void_from_its_deal_on(
    played: Challenge, crew: Crew, rivals: Crew, olga: Player, charlie: Player
) -> None:
    stage = stage_of(played, 2)
    rulings.void_deal(by(played, olga), stage=stage)
    deal(Table.objects.get(stage=stage, crew=rivals), charlie)
    assert counted(rivals) == [Counts.PEOPLE, Counts.RATINGS, Counts.RATINGS]


@time_machine.travel(NOON, tick=False)
def test_corrected_result_replaces_the_attempts_until_then(
    played: Challenge, rivals: Crew, olga: Player, charlie: Player
) -> None:
    stage = stage_of(played, 2)
    rulings.correct_result(by(played, olga), stage=stage, crew=rivals, won=False, needed=2, distress=False)
    play(Table.objects.get(stage=stage, crew=rivals), charlie, "l")
    assert counted(rivals) == [Counts.PEOPLE, Counts.RATINGS, Counts.PEOPLE]


def test_ruling_changes_no_other_challenge(played: Challenge, crew: Crew, olga: Player) -> None:
    before = sat("failure", people=strangers(), crew=crew)
    rulings.void_deal(by(played, olga), stage=stage_of(played))
    assert before.attempts.get().counts == Counts.PEOPLE


def test_integrity_check_knows_rulings(played: Challenge, olga: Player) -> None:
    rulings.void_deal(by(played, olga), stage=stage_of(played))
    assert list(attempt_counts.wrong_attempts()) == []
    Attempt.objects.filter(table__stage=stage_of(played)).update(counts=Counts.PEOPLE)
    assert len(list(attempt_counts.wrong_attempts())) == 3


def test_win_with_a_stand_in_counts_in_its_challenge_alone(played: Challenge, crew: Crew, alice: Player) -> None:
    table = Table.objects.get(stage=stage_of(played), crew=crew)
    table.attempts.filter(number=2).update(mixed=True)
    tasks.recompute_results(table.pk)
    assert counted(crew) == [Counts.PEOPLE, Counts.CHALLENGE]
    table.refresh_from_db()
    assert (table.result.won, table.result.counts) == (True, Counts.CHALLENGE)
