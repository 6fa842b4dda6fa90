"""A challenge of races to its close: three crews, their standings, and its public check."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games import commit_reveal
from games.__main__ import main
from logbook.challenges.models.challenges import Challenge, Standing
from logbook.challenges.services import challenges, lifecycle
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.leaderboards.services import results
from logbook.people.models.players import Player
from logbook.seasons.services import standings
from logbook.tables.models import Table
from logbook.tables.services import deals
from tests.challenges.scenes import HOUR, NOON, stage_of
from tests.conftest import SignedIn
from tests.races.challenge_scenes import of, opened, raced, three_crews

pytestmark = pytest.mark.django_db


@pytest.fixture
def closed(club: Club, crew: Crew, olga: Player, alice: Player, bob: Player) -> Iterator[Challenge]:
    """Three crews have raced; Emil gave up, and Fay was still racing when the window closed. Time stands just after."""
    with time_machine.travel(NOON, tick=False):
        challenge = opened(club, olga)
        aurora, borealis, corona = three_crews(club, crew)
        raced(challenge, aurora, alice, [30, 20, 10])
        raced(challenge, aurora, alice, [10, 12, 1], number=2)
        raced(challenge, aurora, bob, [25, 20, 10])
        raced(challenge, aurora, bob, [20, 12, 1], number=2)
        raced(challenge, borealis, of("Dora"), [40, 50, 10])
        raced(challenge, borealis, of("Emil"), None)
        raced(challenge, corona, of("Fay"), [30, 20, 10])
        late(challenge, corona, of("Fay"))
    with time_machine.travel(NOON + 3 * HOUR, tick=False):
        lifecycle.open_and_close_due()
        for table in Table.objects.all():
            results.recompute_result(table_id=table.pk)
        standings.recompute_duplicate_scores(challenge_id=challenge.pk)
        yield Challenge.objects.get(pk=challenge.pk)


def late(challenge: Challenge, crew: Crew, player: Player) -> None:
    """A race that is under way when the challenge closes."""
    second = stage_of(challenge, 2)
    table = challenges.open_challenge_table(challenge=challenge, stage=second, crew=crew, player=player)
    deals.start_attempt(table_id=table.pk, player=player)


@pytest.fixture
def reader(alice: Player, signed_in: SignedIn) -> Client:
    return signed_in(alice)


def page_of(reader: Client, name: str, challenge: Challenge) -> Any:
    return reader.get(reverse(name, args=(challenge.pk,)))


def test_people_are_ranked_and_crews_by_their_best(closed: Challenge, reader: Client) -> None:
    shown = page_of(reader, "challenge", closed)
    races = shown.context["races"]
    assert [(one.rank, one.player.name, one.points, one.margin, one.wins, one.given_up) for one in races.people] == [
        (1, "Bob", 45, 13, 2, 0),
        (2, "Alice", 40, 8, 1, 0),
        (3, "Dora", 40, -10, 0, 0),
        (4, "Fay", 30, 10, 1, 1),
        (5, "Emil", 0, 0, 0, 1),
    ]
    by_crew = [(line.rank, line.crew.name, line.points) for line in races.crews]
    assert by_crew == [(1, "Aurora", 50), (2, "Borealis", 40), (3, "Corona", 30)]
    assert "certified" not in shown.text.split("nothing to be certified")[0]
    unfinished = Table.objects.get(soloist=of("Fay"), stage__number=2)
    assert unfinished.attempts.get().reason_code == "window-closed"


def test_anybody_checks_that_the_races_were_those(closed: Challenge, reader: Client, tmp_path: Path) -> None:
    steps = page_of(reader, "challenge-check", closed).context["page"].checked
    assert [step.holds for step in steps] == [True] * 5
    assert f"dealt from the seed {closed.base_seed}/2/1" in steps[-1].says
    opened_seal = page_of(reader, "challenge-seal", closed).text
    (tmp_path / "seal.json").write_text(opened_seal)
    assert main(["verify", str(tmp_path / "seal.json")]) == 0
    told = json.loads(opened_seal)
    told["deals"][0]["table"]["market"].reverse()
    assert not all(step.holds for step in commit_reveal.check(told))


def test_closed_standings_stay_and_come_to_the_same_when_counted_anew(closed: Challenge) -> None:
    assert standings.unscored_challenges() == []
    before = list(closed.race_standings.order_by("pk").values())
    results.recompute_everything()
    assert list(closed.race_standings.order_by("pk").values()) == before
    assert list(Standing.objects.order_by("rank").values_list("crew__name", "score")) == [
        ("Aurora", 50),
        ("Borealis", 40),
        ("Corona", 30),
    ]
