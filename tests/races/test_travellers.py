"""Travellers of races: a row a race, who may read it, and the turns of two races side by side."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games.bots import bots_of
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import challenges, rulings
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew
from logbook.people.models.players import Player
from logbook.races.models.lines import RaceLine
from logbook.races.services import lines as race_lines
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, deals
from logbook.travellers import tasks
from logbook.travellers.services import positions
from tests.challenges.rulings_scenes import by
from tests.challenges.scenes import NOON, stage_of
from tests.conftest import SignedIn, person
from tests.races.challenge_scenes import of, opened, raced, three_crews
from tests.tables.attempts_scenes import state_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    with time_machine.travel(NOON + timedelta(minutes=1), tick=False):
        yield


@pytest.fixture
def crews(club: Club, crew: Crew) -> tuple[Crew, Crew, Crew]:
    return three_crews(club, crew)


@pytest.fixture
def sailed(club: Club, olga: Player, alice: Player, crews: tuple[Crew, Crew, Crew]) -> Challenge:
    """Alice has won by 5, Dora has lost by 10, Fay has given up."""
    challenge = opened(club, olga)
    raced(challenge, crews[0], alice, (30, 25, 20))
    raced(challenge, crews[1], of("Dora"), (28, 38, 20))
    raced(challenge, crews[2], of("Fay"), None)
    race_lines.LINES.write(Attempt.objects.values_list("pk", flat=True))
    return challenge


def close(challenge: Challenge) -> None:
    Challenge.objects.filter(pk=challenge.pk).update(state=Challenge.State.CLOSED)


def address(challenge: Challenge, name: str = "traveller") -> str:
    return reverse(name, args=(challenge.pk, 1, 1))


def names_on(client: Client, challenge: Challenge, query: str = "") -> list[str]:
    page = client.get(address(challenge) + query)
    assert page.status_code == 200
    return re.findall(r'role="rowheader">(\w+)', page.text)


def to_the_end(table: Table, seed: str) -> Attempt:
    """The running race, played at random; bots pass the time for everyone."""
    attempt, bot, chance = table.attempts.get(), bots_of("deep-blue")["random"], Random(seed)
    while attempt.state == Attempt.State.PLAYING:
        table.refresh_from_db()
        seat = table.seats.get(number=min(attempt.waiting_on))
        text = str(bot.choose(state_of(attempt).view(seat.number), chance))
        if seat.bot:
            attempts.act_as_bot(attempt_id=attempt.pk, seat=seat.number, text=text, seen=table.version)
        else:
            attempts.act(table_id=table.pk, player=seat.player, text=text, seen=table.version)
        attempt.refresh_from_db()
    return attempt


def test_a_row_a_race_with_points_margin_and_result(sailed: Challenge, alice: Player, signed_in: SignedIn) -> None:
    rows = list(RaceLine.objects.order_by("attempt_id").values_list("seat", "points", "margin"))
    assert rows == [(0, 30, 5), (0, 28, -10), (0, None, None)]
    close(sailed)
    client = signed_in(alice)
    assert names_on(client, sailed) == ["Alice", "Dora", "Fay"]
    page = client.get(address(sailed)).text
    assert "3 races" in page
    assert "(won: 1)" in page
    assert page.count("given up: no points") == 1


def test_races_are_sorted_and_filtered(sailed: Challenge, alice: Player, signed_in: SignedIn) -> None:
    close(sailed)
    client = signed_in(alice)
    RaceLine.objects.filter(points=28).update(margin=20)
    assert names_on(client, sailed, "?sort=margin") == ["Dora", "Alice", "Fay"]
    assert names_on(client, sailed, "?sort=crew") == ["Alice", "Dora", "Fay"]
    assert names_on(client, sailed, "?show=lost") == ["Fay"]
    assert names_on(client, sailed, "?show=mine") == ["Alice"]
    assert names_on(client, sailed, "?show=people") == []
    assert "No race matches this filter" in client.get(address(sailed) + "?show=people").text


def test_people_are_named_to_those_who_play_in_the_club_alone(
    sailed: Challenge, alice: Player, client: Client, signed_in: SignedIn
) -> None:
    close(sailed)
    assert signed_in(person("Stranger")).get(address(sailed)).status_code == 404
    Club.objects.update(public=True)
    for reader in (client, signed_in(person("Visitor"))):
        page = reader.get(address(sailed)).text
        assert names_on(reader, sailed) == ["Aurora", "Borealis", "Corona"]
        assert not {"Alice", "Dora", "Fay"} & set(re.findall(r"\w+", page.partition("<main")[2]))
    assert "Dora" in signed_in(alice).get(address(sailed)).text


def test_nothing_is_shown_before_the_close_and_there_is_no_tree(
    sailed: Challenge, alice: Player, olga: Player, signed_in: SignedIn
) -> None:
    for reader in (alice, olga):
        assert signed_in(reader).get(address(sailed)).status_code == 404
    challenge_page = reverse("challenge", args=(sailed.pk,))
    assert address(sailed) not in signed_in(alice).get(challenge_page).text
    close(sailed)
    assert address(sailed) in signed_in(alice).get(challenge_page).text
    assert signed_in(alice).get(address(sailed, "tree")).status_code == 404


def test_a_void_race_says_so(sailed: Challenge, olga: Player, alice: Player, signed_in: SignedIn) -> None:
    rulings.void_deal(by(sailed, olga), stage=stage_of(sailed), attempt=1)
    close(sailed)
    assert "declared this race void" in signed_in(alice).get(address(sailed)).text


def test_a_person_who_removed_their_name_has_none(sailed: Challenge, alice: Player, signed_in: SignedIn) -> None:
    close(sailed)
    Table.objects.filter(soloist=of("Dora")).update(soloist=None)
    table = Table.objects.get(crew__name="Borealis")
    table.seats.filter(player=of("Dora")).update(player=None)
    race_lines.LINES.write(Attempt.objects.values_list("pk", flat=True))
    assert "Dora" not in signed_in(alice).get(address(sailed)).text
    assert names_on(signed_in(alice), sailed) == ["Alice", "Borealis", "Fay"]
    assert RaceLine.objects.get(attempt__table=table).points == 28


@pytest.mark.slow
def test_the_turns_of_two_races_stand_side_by_side(
    club: Club, olga: Player, alice: Player, crews: tuple[Crew, Crew, Crew], signed_in: SignedIn
) -> None:
    challenge = opened(club, olga)
    for crew, player in ((crews[0], alice), (crews[1], of("Dora"))):
        stage = stage_of(challenge)
        table = challenges.open_challenge_table(challenge=challenge, stage=stage, crew=crew, player=player)
        deals.start_attempt(table_id=table.pk, player=player)
        attempt = to_the_end(table, player.name)
        tasks.write_line(attempt.pk)
    lines = list(RaceLine.objects.order_by("attempt_id"))
    for line in lines:
        scores = [0, 0, 0]
        for turn in line.race_turns:
            scores = [sum(pair) for pair in zip(scores, turn.points, strict=True)]
        assert scores == line.attempt.scores
        assert any(turn.dived and turn.gems for turn in line.race_turns)
        assert [turn.step for turn in line.race_turns][-1] == line.attempt.length
    close(challenge)
    picks = "&".join(f"pick={line.attempt_id}" for line in lines)
    page = signed_in(alice).get(address(challenge, "compare") + f"?{picks}")
    assert page.status_code == 200
    assert page.text.count("first difference") == 1
    for words in ("Alice", "Dora", "sailed to", "dived at"):
        assert words in page.text
    assert positions.deal_of(lines[0].attempt_id) is None
    refused = signed_in(alice).get(address(challenge, "compare"))
    assert (refused.status_code, "Choose two different attempts" in refused.text) == (422, True)


def test_a_race_of_other_rules_has_points_and_no_turns(sailed: Challenge, alice: Player, signed_in: SignedIn) -> None:
    Attempt.objects.filter(table__crew__name="Aurora").update(rules=99)
    race_lines.LINES.write(Attempt.objects.values_list("pk", flat=True))
    close(sailed)
    line = RaceLine.objects.get(attempt__table__crew__name="Aurora")
    assert (line.points, line.turns) == (30, None)
    other = RaceLine.objects.exclude(pk=line.pk).first()
    assert other is not None
    picks = f"?pick={line.attempt_id}&pick={other.attempt_id}"
    answer = signed_in(alice).get(address(sailed, "compare") + picks)
    assert (answer.status_code, "We don’t have the cards" in answer.text) == (422, True)


def test_lost_tasks_are_made_up_for(sailed: Challenge) -> None:
    rows = list(RaceLine.objects.values("attempt", "points", "margin", "turns"))
    RaceLine.objects.all().delete()
    with time_machine.travel(NOON + timedelta(minutes=5), tick=False):
        tasks.write_overlooked_lines()
    assert list(RaceLine.objects.values("attempt", "points", "margin", "turns")) == rows
