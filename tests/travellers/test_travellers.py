"""Travellers: what all crews did on a deal of a closed challenge, who may read it, and how it is sorted and counted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import rulings
from logbook.clubs.models import Club, ClubCrew
from logbook.crews.models.crews import Crew, CrewMember
from logbook.people.models.players import Player
from logbook.replays.models.analyses import Analysis
from logbook.rounds.text import card_name
from logbook.tables.models import Attempt, Seat, Table
from logbook.tables.services import attempts
from logbook.travellers import tasks
from logbook.travellers.models import TravellerLine
from logbook.travellers.selectors.traveller import NOT_WON, WON, WON_WITH_DISTRESS, matchpoint_percents
from logbook.travellers.services import lines
from tests.challenges.conftest import play
from tests.challenges.rulings_scenes import by
from tests.challenges.scenes import NOON, deal, stage_of, table_of
from tests.conftest import SignedIn, person
from tests.tables.attempts_scenes import open_table, started, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def noon() -> Iterator[None]:
    with time_machine.travel(NOON + timedelta(minutes=1), tick=False):
        yield


@pytest.fixture
def third(club: Club) -> Crew:
    crew = Crew.objects.create(name="Cygnus", slug="cygnus")
    CrewMember.objects.create(crew=crew, player=person("Dora"))
    ClubCrew.objects.create(club=club, crew=crew)
    return crew


@pytest.fixture
def played(running: Challenge, crew: Crew, rivals: Crew, third: Crew, alice: Player, charlie: Player) -> Challenge:
    """Of the first deal: Aurora has won it, Borealis with the distress signal, Cygnus has lost it."""
    dora = Player.objects.get(name="Dora")
    for own, player, text in ((crew, alice, "w"), (rivals, charlie, "W"), (third, dora, "l")):
        play(table_of(running, own, player), player, text)
    return running


def close(challenge: Challenge) -> None:
    Challenge.objects.filter(pk=challenge.pk).update(state=Challenge.State.CLOSED)


def address(challenge: Challenge, attempt: int = 1) -> str:
    return reverse("traveller", args=(challenge.pk, 1, attempt))


def crews_on(client: Client, challenge: Challenge, query: str = "") -> list[str]:
    """The crews of the lines, in order."""
    page = client.get(address(challenge) + query)
    assert page.status_code == 200
    return re.findall(r'role="rowheader">(\w+)', page.text)


def to_the_end(table: Table) -> Attempt:
    """The running attempt, played by whoever is awaited."""
    attempt = table.attempts.get()
    while attempt.state == Attempt.State.PLAYING:
        table.refresh_from_db()
        seat = table.seats.get(number=min(attempt.waiting_on))
        action = state_of(attempt).legal_actions(seat.number)[0].text
        if seat.bot:
            attempts.act_as_bot(attempt_id=attempt.pk, seat=seat.number, text=action, seen=table.version)
        else:
            attempts.act(table_id=table.pk, player=seat.player, text=action, seen=table.version)
        attempt.refresh_from_db()
    return attempt


# --- what it says


def test_a_line_says_who_took_which_tasks_and_how_many_signals(
    running: Challenge, crew: Crew, alice: Player, signed_in: SignedIn
) -> None:
    table = table_of(running, crew, alice)
    deal(table, alice)
    attempt = to_the_end(table)
    tasks.write_line(attempt.pk)
    line = TravellerLine.objects.get()
    facts = state_of(attempt).view(None)
    assert line.tasks == [[task["task"], task["owner"]] for task in facts["tasks"]]
    assert line.signals == attempt.events.filter(text__startswith="signal ").count()
    assert line.bots == 2
    close(running)
    page = signed_in(alice).get(address(running)).text
    assert "1 attempt at this deal" in page
    assert "2 bots" in page
    assert f'href="{reverse("replay", args=(attempt.pk,))}"' in page
    assert card_name(facts["tasks"][0]["task"]) in page.partition("<tbody")[2]


def test_results_are_compared_as_matchpoints(played: Challenge, alice: Player, signed_in: SignedIn) -> None:
    close(played)
    page = signed_in(alice).get(address(played)).text
    assert crews_on(signed_in(alice), played) == ["Aurora", "Borealis", "Cygnus"]
    assert re.findall(r"(\d+\.\d)%", page) == ["100.0", "50.0", "0.0"]
    assert "3 attempts at this deal, 2 won (67%)." in page


def test_ties_share_their_points() -> None:
    assert matchpoint_percents({WON: 1, WON_WITH_DISTRESS: 2, NOT_WON: 2}) == {
        WON: 100.0,
        WON_WITH_DISTRESS: 62.5,
        NOT_WON: 12.5,
    }
    assert matchpoint_percents({WON: 1}) == {}
    assert matchpoint_percents({}) == {}


def test_the_turning_point_leads_to_its_moment(
    played: Challenge, third: Crew, alice: Player, signed_in: SignedIn
) -> None:
    lost = Attempt.objects.get(table__crew=third)
    close(played)
    assert "not known" in signed_in(alice).get(address(played)).text
    Analysis.objects.create(attempt=lost, solver=1, fatal=9, lost_in=2)
    page = signed_in(alice).get(address(played)).text
    assert f'href="{reverse("replay", args=(lost.pk,))}?step=9"' in page
    assert "Trick 2" in page
    Analysis.objects.update(lost_in=0)
    assert "Before the first trick" in signed_in(alice).get(address(played)).text


def test_it_is_sorted_and_filtered(played: Challenge, alice: Player, signed_in: SignedIn) -> None:
    close(played)
    client = signed_in(alice)
    Attempt.objects.filter(table__crew__name="Cygnus").update(tricks=7)
    assert crews_on(client, played, "?sort=crew") == ["Aurora", "Borealis", "Cygnus"]
    assert crews_on(client, played, "?sort=tricks") == ["Cygnus", "Aurora", "Borealis"]
    assert crews_on(client, played, "?show=lost") == ["Cygnus"]
    assert crews_on(client, played, "?show=won") == ["Aurora", "Borealis"]
    assert crews_on(client, played, "?show=mine") == ["Aurora"]
    assert crews_on(client, played, "?show=people") == []
    Seat.objects.exclude(table__crew__name="Cygnus").update(bot="")
    Attempt.objects.filter(table__crew__name="Borealis").update(mixed=True)
    lines.LINES.write(Attempt.objects.values_list("pk", flat=True))
    assert crews_on(client, played, "?show=people") == ["Aurora"]
    Seat.objects.filter(player=None).update(bot="careful")
    lines.LINES.write(Attempt.objects.values_list("pk", flat=True))
    assert crews_on(client, played, "?show=anything&sort=at+random&page=99") == ["Aurora", "Borealis", "Cygnus"]
    assert "No attempt matches this filter" in client.get(address(played) + "?show=people").text


def test_a_void_deal_gives_no_matchpoints(played: Challenge, olga: Player, alice: Player, signed_in: SignedIn) -> None:
    rulings.void_deal(by(played, olga), stage=stage_of(played), attempt=1)
    close(played)
    page = signed_in(alice).get(address(played)).text
    assert "declared this deal void" in page
    assert not re.search(r"\d %", page.partition("<tbody")[2])


def test_a_deal_that_nobody_played_says_so(played: Challenge, alice: Player, signed_in: SignedIn) -> None:
    close(played)
    assert "No crew has played this deal" in signed_in(alice).get(address(played, attempt=3)).text


def test_rules_that_are_gone_and_real_tables_leave_the_facts_out(played: Challenge, alice: Player) -> None:
    attempt = Attempt.objects.get(table__crew__name="Aurora")
    Attempt.objects.filter(pk=attempt.pk).update(rules=99)
    lines.LINES.write([attempt.pk])
    assert (TravellerLine.objects.get().tasks, TravellerLine.objects.get().signals) == (None, None)
    Attempt.objects.filter(pk=attempt.pk).update(rules=attempt.rules, place=Attempt.Place.TABLE)
    lines.LINES.write([attempt.pk])
    assert TravellerLine.objects.get().signals is None


# --- who may read it


def test_nothing_is_shown_before_the_close(
    played: Challenge, alice: Player, olga: Player, client: Client, signed_in: SignedIn
) -> None:
    for state in (Challenge.State.OPEN, Challenge.State.PAUSED, Challenge.State.SCHEDULED):
        Challenge.objects.filter(pk=played.pk).update(state=state)
        for reader in (signed_in(alice), signed_in(olga)):
            assert reader.get(address(played)).status_code == 404
        assert client.get(address(played)).status_code == 302
        page = signed_in(alice).get(reverse("challenge", args=(played.pk,)))
        assert address(played) not in page.text


def test_strangers_read_it_of_public_clubs_alone(
    played: Challenge, client: Client, guest: Player, signed_in: SignedIn
) -> None:
    close(played)
    stranger = signed_in(person("Stranger"))
    assert stranger.get(address(played)).status_code == 404
    assert client.get(address(played)).status_code == 302
    Club.objects.update(public=True)
    assert crews_on(client, played) == crews_on(stranger, played) == ["Aurora", "Borealis", "Cygnus"]


def test_the_closed_challenge_leads_to_it(played: Challenge, alice: Player, signed_in: SignedIn) -> None:
    close(played)
    assert address(played) in signed_in(alice).get(reverse("challenge", args=(played.pk,))).text


# --- the worker


def test_lost_tasks_are_made_up_for_and_writing_again_changes_nothing(played: Challenge) -> None:
    TravellerLine.objects.all().delete()
    with time_machine.travel(NOON + timedelta(minutes=5), tick=False):
        tasks.write_overlooked_lines()
    rows = list(TravellerLine.objects.values("attempt", "tasks", "signals", "bots"))
    assert len(rows) == 3
    lines.LINES.write(Attempt.objects.values_list("pk", flat=True))
    assert list(TravellerLine.objects.values("attempt", "tasks", "signals", "bots")) == rows
    assert lines.LINES.overlooked(before=NOON + timedelta(hours=1)) == []


def test_free_tables_have_no_lines(alice: Player, bob: Player, olga: Player) -> None:
    table = open_table(alice, bob, olga)
    attempt = started(table, alice)
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    lines.LINES.write([attempt.pk])
    assert not TravellerLine.objects.exists()
