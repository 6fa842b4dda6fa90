"""Several clubs and challenges at once: a player who has finished one unlocks nothing of another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from logbook.challenges.access import deals
from logbook.challenges.access.deals import (
    deal_access_as_director,
    deal_access_for,
    deal_access_ruled_by,
    has_finished,
    known_deals,
    known_deals_in,
    knows_deal,
    locked_challenges,
)
from logbook.challenges.access.replays import open_attempts
from logbook.challenges.models.challenges import Challenge, Stage
from logbook.challenges.services import deal_access, lifecycle, rulings
from logbook.challenges.services.rulings import Decision
from logbook.clubs.models import Club, ClubCrew, ClubMember
from logbook.clubs.services import clubs
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.services import crews
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Table
from tests.challenges.completion_scenes import names, opened, play
from tests.challenges.real_tables_scenes import hand_out, tell
from tests.challenges.scenes import HOUR, NOON, deal, end, stage_of, table_of
from tests.conftest import SignedIn, person
from tests.races import challenge_scenes as race_scenes

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def noon() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def paula(db: None) -> Player:
    return person("Paula")


@pytest.fixture
def other_club(paula: Player, alice: Player, rivals: Crew, crew: Crew) -> Club:
    """Paula's club. Aurora and Borealis play there too; Alice is a member, Olga is not."""
    found = Club.objects.create(name="Day Watch", slug="day-watch")
    for player, role in ((paula, "owner"), (alice, "member")):
        ClubMember.objects.create(club=found, player=player, role=role)
    for own in (crew, rivals):
        ClubCrew.objects.create(club=found, crew=own)
    return found


@pytest.fixture
def both(club: Club, other_club: Club, olga: Player, paula: Player) -> tuple[Challenge, Challenge]:
    """The same mission, open in both clubs at once."""
    return opened(club, olga, missions=["1"]), opened(other_club, paula, missions=["1"])


def finished(player: Player | None, *challenges: Challenge) -> list[bool]:
    found = deals.finished_challenges(player, challenges)
    assert [has_finished(player, one) for one in challenges] == [one.pk in found for one in challenges]
    return [one.pk in found for one in challenges]


def locked(player: Player | None, *challenges: Challenge) -> list[bool]:
    """Of which of these the board of the mission tells nothing of others."""
    keys = locked_challenges(player, "planet-nine", "1")
    assert keys <= {one.pk for one in challenges}
    return [one.pk in keys for one in challenges]


def knows(player: Player | None, *places: tuple[Challenge, int]) -> list[bool]:
    """Which of these deals of first stages the person knows: asked one by one, by challenge and all at once."""
    keys = [(stage_of(challenge).pk, number) for challenge, number in places]
    found = known_deals(player, [stage for stage, _number in keys])
    assert [knows_deal(player, stage_of(one), number) for one, number in places] == [key in found for key in keys]
    assert [key in known_deals_in(player, one) for key, (one, _n) in zip(keys, places, strict=True)] == [
        key in found for key in keys
    ]
    return [key in found for key in keys]


def opens(player: Player | None, *attempts: Attempt) -> list[bool]:
    """Which replays the person may see: asked one by one and all at once."""
    every = Attempt.objects.select_related("table__stage__challenge").filter(pk__in=[one.pk for one in attempts])
    found = open_attempts(player, list(every))
    assert found == set().union(*(open_attempts(player, [one]) for one in every))
    return [one.pk in found for one in attempts]


def dealt(challenge: Challenge, crew: Crew, player: Player, *, won: bool, number: int = 1) -> Attempt:
    table = table_of(challenge, crew, player, number)
    attempt = deal(table, player)
    end(table, won=won)
    attempt.refresh_from_db()
    return attempt


# --- the same mission in two clubs


def test_one_is_finished_and_the_other_is_not(
    both: tuple[Challenge, Challenge], crew: Crew, rivals: Crew, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    first, second = both
    theirs = [dealt(one, rivals, charlie, won=True) for one in both]
    assert locked(None, *both) == locked(alice, *both) == [True, True]
    own = dealt(first, crew, alice, won=True)
    assert finished(alice, *both) == [True, False]
    assert finished(alice, *reversed(both)) == [False, True]
    assert locked(alice, *both) == [False, True]
    assert knows(alice, (first, 1), (second, 1), (first, 2), (second, 2)) == [True, False, False, False]
    assert opens(alice, own, *theirs) == [True, False, False]
    assert locked_challenges(alice, "planet-nine", "4") == frozenset()
    assert names(signed_in(alice)) == [], "both are still open"
    Challenge.objects.filter(pk=first.pk).update(state=Challenge.State.CLOSED)
    assert locked(None, *both) == [False, True]
    assert opens(None, own, *theirs) == [True, True, False]


def test_a_crew_of_one_club_binds_nobody_in_another(
    both: tuple[Challenge, Challenge], club: Club, other_club: Club, crew: Crew, rivals: Crew, alice: Player,
    charlie: Player,
) -> None:  # fmt: skip
    """Alice plays in the other club with Borealis alone, and that plays only there."""
    first, second = both
    ClubCrew.objects.filter(club=club, crew=rivals).delete()
    ClubCrew.objects.filter(club=other_club, crew=crew).delete()
    rivals.members.create(player=alice)
    dealt(first, crew, alice, won=True)
    assert finished(alice, *both) == [True, False]
    assert knows(alice, (first, 1), (second, 1)) == [True, False]
    dealt(second, rivals, alice, won=True)
    assert finished(alice, *both) == [True, True]
    assert knows(alice, (first, 1), (second, 1), (first, 2)) == [True, True, False]
    assert knows(charlie, (first, 1), (second, 1)) == [False, False], "he did not sit there"


def test_who_organizes_one_club_directs_nothing_in_the_other(
    both: tuple[Challenge, Challenge], other_club: Club, rivals: Crew, charlie: Player, olga: Player, paula: Player
) -> None:
    _first, second = both
    assert (finished(olga, *both), finished(paula, *both)) == ([True, False], [False, True])
    assert (locked(olga, *both), locked(paula, *both)) == ([False, True], [True, False])
    assert [deal_access_as_director(olga, stage_of(one)) for one in both] == [True, False]
    access = deal_access.give_up_deal(player=charlie, stage=stage_of(second), number=1)
    assert list(deal_access_for(paula, second)) == [access]
    assert not deal_access_for(olga, second).exists()
    rivals.members.create(player=paula)
    assert finished(paula, *both) == [False, False]
    ClubMember.objects.create(club=other_club, player=olga)
    assert finished(olga, *both) == [True, False], "a member directs nothing"


def test_who_left_a_crew_is_bound_where_it_could_play_by_then(
    club: Club, other_club: Club, crew: Crew, bob: Player, olga: Player, paula: Player, noon: time_machine.Traveller
) -> None:
    """Announced before Bob left, and after; taking the crew out of a club lifts nothing there."""
    times: dict[str, object] = {"missions": ["1"], "closes_at": NOON + 9 * HOUR}
    before = [opened(one, by, **times) for one, by in ((club, olga), (other_club, paula))]
    crews.leave_crew(crew=crew, player=bob)
    noon.shift(timedelta(hours=2))
    after = [opened(one, by, opens_at=NOON + HOUR, **times) for one, by in ((club, olga), (other_club, paula))]
    Challenge.objects.filter(pk__in=[one.pk for one in after]).update(created_at=NOON + 2 * HOUR)
    for one in after:
        one.refresh_from_db()
    ClubMember.objects.filter(club=club, player=bob).update(role="organizer")
    assert finished(bob, *before, *after) == [False, False, True, False]
    clubs.withdraw_crew(club=other_club, crew=crew, player=crew.members.get(left_at=None).player)
    ClubMember.objects.create(club=other_club, player=bob, role="organizer")
    assert finished(bob, *before, *after) == [False, False, True, True]


def test_a_lost_gauntlet_ends_no_other_challenge(
    club: Club, other_club: Club, crew: Crew, alice: Player, olga: Player, paula: Player
) -> None:
    gauntlet = opened(club, olga, policy="gauntlet", max_attempts=1)
    other = opened(other_club, paula, max_attempts=1, policy="until-success")
    for one in (gauntlet, other):
        play(one, crew, alice, won=False)
    assert finished(alice, gauntlet, other) == [True, False]
    play(other, crew, alice, 2, won=False)
    assert finished(alice, gauntlet, other) == [True, True]


def test_entries_are_one_only_where_they_were_merged(
    both: tuple[Challenge, Challenge], crew: Crew, rivals: Crew, alice: Player, charlie: Player, olga: Player,
    paula: Player,
) -> None:  # fmt: skip
    first, second = both
    for one in both:
        play(one, rivals, charlie, won=True)
    play(first, crew, alice, won=False)
    rulings.merge_entries(Decision(first, olga, "The same people"), crew=crew, into=rivals, counts="better")
    assert (finished(alice, *both), finished(charlie, *both)) == ([True, False], [True, True])
    ruling = rulings.void_deal(Decision(second, paula, "A torn card"), stage=stage_of(second))
    assert finished(alice, *both) == [True, True]
    rulings.take_back_ruling(ruling=ruling, by=paula)
    assert finished(alice, *both) == [True, False]


def test_many_challenges_of_many_clubs_ask_no_more_than_one(
    both: tuple[Challenge, Challenge], club: Club, crew: Crew, alice: Player, olga: Player,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:  # fmt: skip
    every = [*both, opened(club, olga, missions=["4"])]
    with django_assert_num_queries(6):
        deals.finished_challenges(alice, every[:1])
    with django_assert_num_queries(6):
        deals.finished_challenges(alice, every)


# --- pauses and cancellations


def test_a_pause_opens_nothing_and_an_end_opens_that_challenge(
    both: tuple[Challenge, Challenge], crew: Crew, rivals: Crew, alice: Player, bob: Player, charlie: Player,
    olga: Player,
) -> None:  # fmt: skip
    first, second = both
    theirs = [dealt(one, rivals, charlie, won=False) for one in both]
    own = dealt(first, crew, alice, won=False)
    decision = Decision(first, olga, "Rain")

    def told() -> tuple[list[bool], ...]:
        for one in both:
            one.refresh_from_db()
        return (
            finished(alice, *both),
            locked(alice, *both),
            opens(alice, own, *theirs),
            opens(None, own, *theirs),
            [deal_access_ruled_by(olga, first).exists(), deal_access_for(charlie, first).count() > 2],
        )

    playing = ([False, False], [True, True], [True, False, False], [False] * 3, [True, False])
    assert told() == playing
    assert knows(alice, (first, 1), (first, 2), (second, 1)) == [True, False, False]
    for rule in (lifecycle.pause_challenge, lifecycle.resume_challenge, lifecycle.pause_challenge):
        rule(decision)
        assert told() == playing
        assert knows(alice, (first, 1), (first, 2), (second, 1)) == [True, False, False]
    deal_access.give_up_deal(player=bob, stage=stage_of(first), number=3)
    assert knows(bob, (first, 3)) == [True]
    lifecycle.cancel_challenge(decision)
    assert told() == ([True, False], [False, True], [True, True, False], [True, True, False], [False, True])
    assert known_deals_in(alice, first) == set()
    assert knows_deal(None, stage_of(first), 2)
    assert not knows_deal(None, stage_of(second), 2)


@pytest.mark.parametrize("end_it", [lifecycle.cancel_challenge, None])
def test_what_was_played_before_a_pause_stays_locked_through_it(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player, olga: Player, signed_in: SignedIn,
    end_it: Callable[[Decision], object] | None,
) -> None:  # fmt: skip
    theirs = dealt(running, rivals, charlie, won=True)
    address, page = reverse("replay", args=(theirs.pk,)), reverse("deal", args=(running.pk, 1, 1))
    lifecycle.pause_challenge(Decision(running, olga, "Rain"))
    for client in (Client(), signed_in(alice)):
        assert client.get(address).status_code == 404
        assert 'data-card="' not in client.get(page, follow=True).text
    if end_it is None:
        lifecycle.resume_challenge(Decision(running, olga, "Sun"))
        assert signed_in(alice).get(address).status_code == 404
        return
    end_it(Decision(running, olga, "More rain"))
    assert signed_in(alice).get(address).status_code == Client().get(address).status_code == 200
    assert 'data-card="' in signed_in(alice).get(page).text


# --- on paper and online


def test_one_crew_plays_on_paper_and_the_other_online(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, bob: Player, charlie: Player
) -> None:
    paper = hand_out(running, crew, alice, s0=bob)
    online = deal(table_of(running, rivals, charlie), charlie)
    for player in (alice, bob, charlie):
        assert knows(player, (running, 1)) == [False], "as long as it is being played"
    end(Table.objects.get(pk=online.table_id), won=False)
    assert knows(charlie, (running, 1), (running, 2)) == [True, False]
    tell(paper, alice, success=False, sitters={0: bob})
    assert knows(bob, (running, 1), (running, 2)) == [True, False]
    assert knows(alice, (running, 1)) == [False], "she gave it out, and did not sit there"
    online.refresh_from_db()
    assert opens(charlie, paper, online) == [False, True]
    assert opens(bob, paper, online) == [False, False], "the table of the others is none of his"


def test_who_is_in_both_crews_hears_of_it_once_both_are_through(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, bob: Player, charlie: Player
) -> None:
    tell(hand_out(running, crew, alice, s0=bob), alice, success=False, sitters={0: bob})
    rivals.members.create(player=bob)
    assert knows(bob, (running, 1)) == [False]
    online = deal(table_of(running, rivals, charlie), charlie)
    assert knows(bob, (running, 1)) == [False]
    end(Table.objects.get(pk=online.table_id), won=False)
    online.refresh_from_db()
    assert knows(bob, (running, 1)) == [True]
    assert opens(bob, online) == [True]
    deal(Table.objects.get(pk=online.table_id), charlie)
    assert knows(bob, (running, 1), (running, 2)) == [True, False]


def test_a_seat_online_tells_nothing_of_what_its_crew_plays_on_paper(
    running: Challenge, crew: Crew, alice: Player, bob: Player
) -> None:
    """Alice sits at the crew's table; its next attempt is on paper, without her."""
    table = table_of(running, crew, alice)
    deal(table, alice)
    end(table, won=False)
    paper = hand_out(running, crew, bob, s0=bob)
    tell(paper, bob, success=False, sitters={0: bob})
    assert knows(alice, (running, 1), (running, 2)) == [True, False]
    assert knows(bob, (running, 1), (running, 2)) == [False, True]


# --- races beside


def test_a_race_is_finished_by_oneself_and_a_mission_by_the_crew(
    club: Club, crew: Crew, alice: Player, bob: Player, olga: Player
) -> None:
    missions = opened(club, olga, missions=["1"])
    races = race_scenes.opened(club, olga, missions=["troubled-waters"])
    assert races.is_solo
    every = (missions, races)
    race_scenes.raced(races, crew, bob, (9, 3, 1))
    assert (finished(alice, *every), finished(bob, *every)) == ([False, False], [False, True])
    assert (knows(alice, (races, 1)), knows(bob, (races, 1))) == ([False], [True])
    play(missions, crew, alice, won=True)
    assert (finished(alice, *every), finished(bob, *every)) == ([True, False], [True, True])
    race_scenes.raced(races, crew, alice, None)
    assert finished(alice, *every) == [True, True], "given up is over, too"


def test_all_races_that_count_are_to_be_raced(club: Club, crew: Crew, alice: Player, olga: Player) -> None:
    races = race_scenes.opened(club, olga)
    other = race_scenes.opened(club, olga)
    for one in (races, other):
        race_scenes.raced(one, crew, alice, (9, 3, 1))
    assert finished(alice, races, other) == [False, False]
    race_scenes.raced(races, crew, alice, (9, 3, 1), number=2)
    assert finished(alice, races, other) == [True, False]
    rulings.void_deal(Decision(other, olga, "A torn card"), stage=Stage.objects.get(challenge=other, number=2))
    assert finished(alice, races, other) == [True, True]


def test_a_crew_binds_its_racing_player_at_missions_alone(
    club: Club, crew: Crew, rivals: Crew, alice: Player, olga: Player
) -> None:
    """Their own race is over for them; the deal of a mission another crew of theirs may still be dealt."""
    missions = opened(club, olga, missions=["1"])
    races = race_scenes.opened(club, olga, missions=["troubled-waters"])
    play(missions, crew, alice, won=True)
    race_scenes.raced(races, crew, alice, (9, 3, 1))
    CrewMember.objects.create(crew=rivals, player=alice)
    assert finished(alice, missions, races) == [False, True]
    assert knows(alice, (missions, 1), (races, 1)) == [False, True]
