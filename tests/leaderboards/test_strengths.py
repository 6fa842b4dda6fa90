"""The attempts behind a crew's rating, and the text of its page."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from logbook.campaigns.models import Campaign, LogEntry
from logbook.campaigns.selectors import statistics
from logbook.challenges.models.challenges import Challenge, Stage
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.leaderboards import tasks
from logbook.leaderboards.models.strengths import Strength
from logbook.leaderboards.services import strengths
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Seat, Table
from logbook.tables.services import attempt_counts
from tests.conftest import SignedIn

pytestmark = pytest.mark.django_db


def table_with(crew: Crew | None, states: list[str], **more: Any) -> Table:
    table = Table.objects.create(game="planet-nine", mission="4", players=3, crew=crew, **more)
    for number, state in enumerate(states, 1):
        ended = None if state == "playing" else timezone.now()
        Attempt.objects.create(table=table, number=number, seed="x", rules=1, state=state, ended_at=ended)
    attempt_counts.write_counts_of_tables([table.pk])
    return table


def lines_of(crew: Crew, wins: list[bool], **more: Any) -> Campaign:
    campaign = Campaign.objects.create(crew=crew, game="planet-nine", name="Winter", **more)
    day = timezone.localdate() - timedelta(days=40)
    told = {"mission": "4", "players": 3, "played_on": day, "copied": campaign.is_copy}
    LogEntry.objects.bulk_create(LogEntry(campaign=campaign, won=won, **told) for won in wins)
    return campaign


def told(crew: Crew) -> tuple[int, int]:
    strengths.recompute_strengths()
    return Strength.objects.filter(crew=crew).values_list("tries", "won").first() or (0, 0)


def test_attempts_here_and_lines_count_once_each(crew: Crew) -> None:
    table = table_with(crew, ["failure", "abandoned", "success", "playing"])
    campaign = lines_of(crew, [True, False])
    online = table.attempts.get(number=3)
    LogEntry.objects.create(
        campaign=campaign, mission="4", won=True, players=3, played_on="2026-01-01", source="online", attempt=online
    )
    LogEntry.objects.create(campaign=campaign, mission="4", won=True, played_on="2026-01-01", removed_at=timezone.now())
    assert told(crew) == (5, 2)
    mission = Strength.objects.get(crew=None)
    assert (mission.game, mission.mission, mission.players, mission.tries, mission.won) == ("planet-nine", "4", 3, 5, 3)


def test_copies_bots_and_tables_of_no_crew_do_not_count(crew: Crew) -> None:
    first = lines_of(crew, [True])
    lines_of(crew, [True] * 5, copied_from=first)
    Seat.objects.create(table=table_with(crew, ["success"]), number=0, bot="careful")
    table_with(None, ["success"])
    assert told(crew) == (1, 1)


@pytest.mark.parametrize(("state", "counted"), [("open", 0), ("closed", 2), ("cancelled", 2)])
def test_a_challenge_counts_once_it_is_over(crew: Crew, club: Club, alice: Player, state: str, counted: int) -> None:
    now = timezone.now()
    challenge = Challenge.objects.create(
        club=club,
        title="Week",
        players=3,
        opens_at=now,
        closes_at=now + timedelta(days=1),
        state=state,
        created_by=alice,
    )
    stage = Stage.objects.create(challenge=challenge, number=1, game="planet-nine", mission="4")
    table_with(crew, ["failure", "success"], stage=stage)
    assert told(crew)[0] == counted
    assert Strength.objects.filter(stage=stage).count() == counted, "each deal is an opponent of its own"


def test_it_is_written_whole_and_the_same_each_time(crew: Crew) -> None:
    lines_of(crew, [True, False] * 15)
    columns = ("crew", "game", "mission", "value", "deviation", "tries", "won")
    tasks.recompute_strengths()
    once = list(Strength.objects.order_by("crew").values_list(*columns))
    call_command("recompute", verbosity=0)
    assert list(Strength.objects.order_by("crew").values_list(*columns)) == once
    LogEntry.objects.update(removed_at=timezone.now())
    tasks.recompute_strengths()
    assert not Strength.objects.exists()


def test_the_page_says_it_with_its_interval_or_that_it_cannot(
    crew: Crew, rivals: list[Crew], alice: Player, signed_in: SignedIn
) -> None:
    lines_of(crew, [True] * 10 + [False] * 9)
    address = reverse("crew-statistics", args=["aurora"])
    strengths.recompute_strengths()
    assert statistics.statistics_of(crew).strength is None
    assert "A rating needs more attempts, or" in signed_in(alice).get(address).text
    lines_of(crew, [True] * 10)
    for number, rival in enumerate(rivals):
        strengths.recompute_strengths()
        assert statistics.statistics_of(crew).strength is None, "beside few others nothing is said"
        lines_of(rival, [False] * (10 + number) + [True] * 10)
    strengths.recompute_strengths()
    found = statistics.statistics_of(crew).strength
    assert found is not None
    assert found.least < found.rating < found.most
    assert found.rating > 1500
    page = signed_in(alice).get(address).text.replace(",", "")
    assert f">{found.rating}<" in page
    assert f"between {found.least} and {found.most}" in page


@pytest.fixture
def rivals(db: None) -> list[Crew]:
    return [Crew.objects.create(name=f"Rival {number}", slug=f"rival-{number}") for number in range(5)]
