"""The demo works, and loading it again changes nothing."""

from __future__ import annotations

import json
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from games import commit_reveal
from logbook.campaigns.models import CampaignStanding, LogEntry, MissionLog
from logbook.challenges.models.challenges import Challenge, Standing
from logbook.challenges.services import commit_reveal as seal_services
from logbook.clubs.models import Club, News
from logbook.crews.models.crews import Crew
from logbook.leaderboards.models.results import Result
from logbook.leaderboards.models.runs import Run
from logbook.lib.lists import list_text
from logbook.people.models.players import Player
from logbook.races.models.results import RaceResult
from logbook.seasons.models.scores import SeasonStanding
from logbook.site.services import demo, demo_season
from logbook.tables.models import Attempt, Event, Table
from logbook.travellers.models import Position, TravellerLine


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    space = replace(
        demo.PLANS[0],
        campaign={"Aurora": 1, "Borealis": 1},
        stages=("1", "2"),
        stages_played={"Borealis": 1},
        in_twos={"Borealis": 1},
        playouts=1,
    )
    sea = replace(demo.PLANS[1], campaign={"Aurora": 1}, stages=("1", "14"), stages_played={"Borealis": 2})
    monkeypatch.setattr(demo, "PLANS", (space, sea, demo.PLANS[2]))
    monkeypatch.setattr(demo, "RATED_ROUNDS", 0)
    for name, value in {"PLAYED": 1, "ROTATION": [["1"]], "ATTEMPTS": 1, "PLAYOUTS": 1}.items():
        monkeypatch.setattr(demo_season, name, value)
    settings.DEBUG = True


def load(*arguments: str) -> str:
    out = StringIO()
    call_command("demo", *arguments, stdout=out)
    return out.getvalue()


def counts() -> dict[str, int]:
    models: list[type[Model]] = [
        Player,
        Crew,
        Club,
        Table,
        Attempt,
        Event,
        Result,
        Challenge,
        Standing,
        LogEntry,
        MissionLog,
    ]
    return {model.__name__: model._default_manager.count() for model in models}


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.once
def test_the_demo_lives_loads_once_and_lets_one_sign_in() -> None:
    text = load("--if-empty")
    loaded = counts()
    assert (loaded["Crew"], loaded["Club"], loaded["Challenge"]) == (4, 1, 3 + 3)
    alone = Challenge.objects.filter(series=None)
    assert {challenge.state for challenge in alone} == {Challenge.State.OPEN}
    weeks = Challenge.objects.filter(series__isnull=False).order_by("occurrence")
    assert [week.state for week in weeks] == ["closed", "open", "collecting"]
    for week in weeks[:1]:
        assert all(step.holds for step in commit_reveal.check(json.loads(json.dumps(seal_services.reveal_seal(week)))))
    lines = TravellerLine.objects.filter(attempt__table__stage__challenge=weeks[0])
    assert (lines.count(), lines.filter(is_placed=False).count()) == (4, 0)
    assert Position.objects.filter(stage__challenge=weeks[0], is_start=True).get().lines == 4
    assert SeasonStanding.objects.filter(crew__isnull=False).count() == 4
    best = list_text(Standing.objects.filter(challenge=weeks[0], rank=1).values_list("crew__name", flat=True))
    assert News.objects.filter(title=f"The week of {best}", text__startswith=f"{best} had the best score of").exists()
    ranked = CampaignStanding.objects.filter(is_first=True, kind="by-hand").order_by("rank_key")
    assert [row.campaign.crew.name for row in ranked] == ["Borealis", "Aurora", "Dorado", "Corona"]
    assert [Result.objects.filter(stage=None, game=game).count() for game in ("planet-nine", "deep-sea")] == [3, 1]
    assert [run.crew.name for run in Run.objects.filter(bots=0, won=True) if run.crew] == ["Borealis"]
    standings = Standing.objects.filter(challenge__in=alone, challenge__rivals="")
    assert [standing.crew.name for standing in standings] == ["Borealis", "Borealis"]
    raced = RaceResult.objects.filter(stage=None, bot="")
    assert [race.player.name for race in raced if race.player] == ["Ana"]
    assert Table.objects.filter(state=Table.State.GATHERING, stage=None).count() == 3
    assert text.endswith(load("--if-empty"))
    assert load() == text
    assert counts() == loaded
    _sign_in_as_it_says()


def _sign_in_as_it_says() -> None:
    sign_in = demo.load_demo()[0]
    assert sign_in.email in load()
    client = Client()
    page = client.post(reverse("account_login"), {"login": sign_in.email, "password": sign_in.password})
    assert page.headers["Location"] == reverse("home")
    assert "Aurora" in client.get(reverse("crew-list")).content.decode()


@pytest.mark.django_db
def test_there_is_no_demo_on_a_real_site(settings: Settings) -> None:
    settings.DEBUG = False
    with pytest.raises(CommandError, match="passwords are public"):
        load()
    assert load("--if-empty") == "", "as `make run` asks: it begins empty, and starts"
    assert not Player.objects.exists()
