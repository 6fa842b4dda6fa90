"""Access to one of several challenges, stages, deals and tables: the one with the given keys, and no other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine
from django.http import Http404

from logbook.challenges.access.deals import deal_for, locked_challenges, stage_for
from logbook.challenges.access.real_tables import crew_table_for
from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.tables.models import Table
from tests.challenges.completion_scenes import opened
from tests.challenges.scenes import NOON, deal, end, stage_of, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def running(club: Club, olga: Player) -> list[Challenge]:
    """Two open challenges of one club with the same mission."""
    return [opened(club, olga, missions=["1"]) for _ in range(2)]


@pytest.fixture
def tables(running: list[Challenge], crew: Crew, alice: Player) -> list[Table]:
    """The crew's table in each, after its first attempt was won."""
    tables = [table_of(challenge, crew, alice) for challenge in running]
    for table in tables:
        deal(table, alice)
        end(table, won=True)
    return tables


@pytest.mark.usefixtures("tables")
def test_a_stage_and_a_deal_are_those_with_the_keys(running: list[Challenge], alice: Player) -> None:
    stages = [stage_of(challenge) for challenge in running]
    assert [stage_for(alice, challenge.pk, 1) for challenge in running] == stages
    assert [deal_for(alice, challenge.pk, 1, 1).stage for challenge in running] == stages
    for challenge in running:
        with pytest.raises(Http404):
            deal_for(alice, challenge.pk, 1, 2)


def test_a_crew_s_table_is_its_members_and_a_challenge_s(
    tables: list[Table], alice: Player, bob: Player, charlie: Player
) -> None:
    assert [crew_table_for(bob, table.pk) for table in tables] == tables
    with pytest.raises(Http404):
        crew_table_for(charlie, tables[1].pk)
    Table.objects.filter(pk=tables[0].pk).update(stage=None)
    with pytest.raises(Http404):
        crew_table_for(alice, tables[0].pk)


def test_a_board_is_locked_by_challenges_of_its_own_game(club: Club, olga: Player, alice: Player) -> None:
    """Mission 1 of Planet Nine is not mission 1 of Deep Sea."""
    challenge = opened(club, olga, game="deep-sea", missions=["1"])
    assert locked_challenges(alice, "planet-nine", "1") == frozenset()
    assert locked_challenges(alice, "deep-sea", "1") == {challenge.pk}
