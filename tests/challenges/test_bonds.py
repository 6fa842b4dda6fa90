"""Spoiler locks follow every crew since the announcement; no way of leaving lifts them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
import time_machine
from django.urls import reverse

from logbook.challenges.access.deals import (
    deal_access_as_director,
    deal_access_for,
    has_finished,
    known_deals_in,
    knows_deal,
    locked_challenges,
)
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.selectors import known_deals
from logbook.clubs.models import Club, ClubCrew
from logbook.clubs.services import clubs
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.services import anonymise, crews, merge
from logbook.people.models.players import Player
from tests.challenges.scenes import HOUR, NOON, deal, end, stage_of, table_of
from tests.conftest import SignedIn, person

pytestmark = pytest.mark.django_db

Leave = Callable[[Club, Crew, Player], None]


@pytest.fixture(autouse=True)
def noon() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


def leave(club: Club, crew: Crew, player: Player) -> None:
    crews.leave_crew(crew=crew, player=player)


def take_the_name(club: Club, crew: Crew, player: Player) -> None:
    anonymise.anonymise_member(crew=crew, player=player)


def take_out(club: Club, crew: Crew, player: Player) -> None:
    clubs.withdraw_crew(club=club, crew=crew, player=player)


def take_out_and_leave(club: Club, crew: Crew, player: Player) -> None:
    take_out(club, crew, player)
    leave(club, crew, player)


def take_the_name_and_out(club: Club, crew: Crew, player: Player) -> None:
    other = crew.members.exclude(player=player).get().player
    take_the_name(club, crew, player)
    take_out(club, crew, other)


def become_another(club: Club, crew: Crew, player: Player) -> None:
    """The crew becomes part of one that plays in the club, too, after the person has left it."""
    dora = person("Dora")
    into = crews.create_crew(player=dora, name="Draco")
    ClubCrew.objects.create(club=club, crew=into)
    founder = crew.members.exclude(player=player).get().player
    CrewMember.objects.filter(crew=crew, player=founder).update(role="founder")
    leave(club, crew, player)
    proposal = merge.propose_merge(crew=crew, by=founder)
    merge.accept_merge(proposal=proposal, into=into, by=dora)


LEAVES = (leave, take_the_name, take_out, take_out_and_leave, take_the_name_and_out, become_another)


@pytest.fixture
def burner(running: Challenge, club: Club, bob: Player) -> Crew:
    """A crew of Bob's beside his own, which has lost all that it could lose: with it he is through."""
    crew = crews.create_crew(player=bob, name="Burner")
    ClubCrew.objects.create(club=club, crew=crew)
    for number in (1, 2):
        table = table_of(running, crew, bob, number)
        for _time in range(3):
            deal(table, bob)
            end(table, won=False)
    return crew


@pytest.fixture
def won(running: Challenge, rivals: Crew, charlie: Player) -> None:
    """The rivals have won the first stage."""
    table = table_of(running, rivals, charlie)
    deal(table, charlie)
    end(table, won=True)


@pytest.mark.parametrize("go", LEAVES)
def test_leaving_a_crew_lifts_nothing(
    go: Leave,
    running: Challenge,
    club: Club,
    crew: Crew,
    won: None,
    burner: Crew,
    bob: Player,
    signed_in: SignedIn,
) -> None:
    client = signed_in(bob)
    pages = [
        reverse("challenge", args=(running.pk,)),
        reverse("leaderboard", args=("planet-nine", "1")),
        reverse("mission", args=("planet-nine", "1")),
        reverse("api-challenge-standings", args=(running.pk,)),
    ]

    def told() -> list[bool]:
        return ["Borealis" in client.get(page).text for page in pages]

    assert told() == [False] * 4
    go(club, crew, bob)
    assert not has_finished(bob, running)
    assert locked_challenges(bob, "planet-nine", "1") == {running.pk}
    assert known_deals_in(bob, running) == set()
    assert not deal_access_for(bob, running).exclude(player=bob).exists()
    assert told() == [False] * 4
    Challenge.objects.update(state=Challenge.State.CLOSED)
    running.refresh_from_db()
    assert knows_deal(bob, stage_of(running), 1)
    assert "Borealis" in client.get(pages[0]).text


def test_what_was_over_before_the_announcement_binds_nobody(
    club: Club, crew: Crew, alice: Player, bob: Player, running: Challenge
) -> None:
    with time_machine.travel(running.created_at - HOUR, tick=False):
        crews.leave_crew(crew=crew, player=bob)
    assert known_deals.committed_crews(bob, [running]) == {running.pk: set()}
    assert known_deals.committed_crews(alice, [running]) == {running.pk: {crew.pk}}
    with time_machine.travel(running.created_at - HOUR, tick=False):
        anonymise.anonymise_member(crew=crew, player=bob)
    assert known_deals.committed_crews(bob, [running]) == {running.pk: set()}


def test_a_crew_without_members_cannot_play_and_binds_nobody(
    running: Challenge, club: Club, crew: Crew, rivals: Crew, burner: Crew, alice: Player, bob: Player, charlie: Player
) -> None:
    crews.leave_crew(crew=crew, player=bob)
    assert not has_finished(bob, running)
    crews.leave_crew(crew=crew, player=alice)
    assert has_finished(bob, running)
    assert (stage_of(running).pk, 1) in known_deals_in(bob, running)


def test_the_lock_lifts_once_the_crew_one_left_is_through(
    running: Challenge, crew: Crew, burner: Crew, alice: Player, bob: Player
) -> None:
    crews.leave_crew(crew=crew, player=bob)
    for number in (1, 2):
        table = table_of(running, crew, alice, number)
        deal(table, alice)
        end(table, won=True)
    assert has_finished(bob, running)


def test_an_organizer_who_has_left_their_crew_looks_as_a_player(
    running: Challenge, crew: Crew, olga: Player, alice: Player
) -> None:
    assert deal_access_as_director(olga, stage_of(running))
    assert has_finished(olga, running)
    crews.join_crew(crew=crew, player=olga)
    crews.leave_crew(crew=crew, player=olga)
    assert not deal_access_as_director(olga, stage_of(running))
    assert not has_finished(olga, running)
    assert not deal_access_as_director(None, stage_of(running))
