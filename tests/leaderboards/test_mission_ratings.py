"""Ratings of missions by bots: each mission at each number of players, few rounds at a time, while nobody plays."""

from __future__ import annotations

import io
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from logbook.leaderboards import tasks
from logbook.leaderboards.models.mission_ratings import MissionRating
from logbook.leaderboards.services import mission_ratings
from logbook.people.models.players import Player
from logbook.tables.models import Event
from tests.tables.attempts_scenes import open_table, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let bots win every second round; return the setups played."""
    setups: list[str] = []

    def win(state: object, rounds: list[int], bot: str = "") -> int:
        setup = state.setup  # type: ignore[attr-defined]
        setups.append(f"{setup.game} {setup.mission} {setup.players} {setup.seed}")
        return len(setups) % 2

    monkeypatch.setattr(mission_ratings, "bots_win", win)
    return setups


@pytest.fixture
def two_missions(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = [mission_ratings.RatedMission("planet-nine", "1", players) for players in (3, 4)]
    monkeypatch.setattr(mission_ratings, "_missions", lambda game: iter(chosen))


def rows() -> list[tuple[int, int, int]]:
    return list(MissionRating.objects.order_by("players").values_list("players", "wins", "rounds"))


def test_every_mission_is_rated_at_every_number_of_players() -> None:
    missions = list(mission_ratings._missions(""))
    assert len(missions) == len(set(missions)) == (50 + 32) * 4
    assert {one.game for one in mission_ratings._missions("deep-sea")} == {"deep-sea"}


def test_the_mission_with_the_fewest_rounds_is_rated_next(played: list[str], two_missions: None) -> None:
    while mission_ratings.rate_next(rounds=5):
        pass
    assert rows() == [(3, 3, 5), (4, 2, 5)]
    assert len(set(played)) == len(played) == 10
    assert [one.split()[2] for one in played] == list("3344334434")


def test_a_new_version_of_the_bot_rates_anew(
    played: list[str], two_missions: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    while mission_ratings.rate_next(rounds=2):
        pass
    monkeypatch.setattr(mission_ratings, "rater_of", lambda game: "careful@99")
    assert mission_ratings.rate_next(rounds=4)
    assert mission_ratings.rate_next(rounds=4)
    assert mission_ratings.rate_next(rounds=4)
    first, second = MissionRating.objects.order_by("players")
    assert (first.rated_by, first.rounds) == ("careful@99", 4)
    assert (second.rated_by, second.rounds) == ("careful@99", 2)


def test_two_workers_at_the_same_step_count_it_once(played: list[str], two_missions: None) -> None:
    one = mission_ratings.rate_next(rounds=4)
    assert one is not None
    mission_ratings._rate(one, 0, 2)
    assert rows() == [(3, 1, 2)]


def test_nothing_is_rated_while_somebody_plays(
    played: list[str], two_missions: None, settings: Settings, alice: Player, bob: Player, olga: Player
) -> None:
    settings.MISSION_RATING_ROUNDS = 2
    attempt = started(open_table(alice, bob, olga, mission="4"), alice)
    Event.objects.create(attempt=attempt, sequence=1, seat=0, text="pass")
    tasks.rate_missions()
    assert not rows()
    Event.objects.update(at=timezone.now() - timedelta(minutes=11))
    tasks.rate_missions()
    assert rows() == [(3, 1, 2), (4, 1, 2)]


def test_the_task_waits_behind_everything_else(settings: Settings) -> None:
    route = settings.CELERY_TASK_ROUTES["logbook.leaderboards.tasks.rate_missions"]
    lowest = max(one.get("priority", 0) for one in settings.CELERY_TASK_ROUTES.values())
    assert route == {"queue": "analyses", "priority": lowest}


def test_the_command_rates_at_once_and_goes_on_where_it_stopped(played: list[str], two_missions: None) -> None:
    said = io.StringIO()
    call_command("rate_missions", "--rounds", "3", stdout=said)
    assert said.getvalue() == "Rated: 2 missions, each number of players counted.\n"
    call_command("rate_missions", "--rounds", "3", stdout=io.StringIO())
    assert len(played) == 6


def test_bots_really_play(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    one = mission_ratings.RatedMission("planet-nine", "1", 4)
    monkeypatch.setattr(mission_ratings, "_missions", lambda game: iter([one]))
    settings.MISSION_RATING_ROUNDS = 1
    assert mission_ratings.rate_next() == one
    row = MissionRating.objects.get()
    assert (row.rounds, row.wins in (0, 1), row.rated_by) == (1, True, mission_ratings.rater_of("planet-nine"))
