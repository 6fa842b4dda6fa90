"""The access functions: which player may fetch what. Other players' objects answer 404."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone

from logbook.campaigns.access import campaign_for, campaigns_of, entry_for
from logbook.campaigns.models import Campaign
from logbook.challenges.access.challenges import challenge_for
from logbook.challenges.access.replays import replay_for
from logbook.challenges.models.challenges import Challenge
from logbook.clubs.access import crew_removal_for, organized_club_for, owned_club_for
from logbook.clubs.models import Club, ClubCrew, ClubCrewRemoval
from logbook.crews.access import claim_for, guest_for, substitute_for
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.models.guests import Guest, GuestClaim, Substitute
from logbook.people.models.players import Player
from logbook.tables.access import table_for, tables_of
from logbook.tables.models import Attempt, Seat, Table


@pytest.fixture
def challenge(club: Club) -> Challenge:
    now = timezone.now()
    challenge = Challenge.objects.create(
        club=club, title="Week 47", players=4, opens_at=now, closes_at=now + timedelta(days=7), state="open"
    )
    challenge.stages.create(number=1, game="planet-nine", mission="4")
    return challenge


def crew_of(name: str, *players: Player) -> Crew:
    crew = Crew.objects.create(name=name, slug=name.lower())
    for player in players:
        CrewMember.objects.create(crew=crew, player=player)
    return crew


def attempt_of(table: Table, state: str = Attempt.State.FAILURE) -> Attempt:
    return table.attempts.create(number=table.attempts.count() + 1, seed="s", rules=1, state=state)


def stage_table(challenge: Challenge, crew: Crew, *, state: str = Table.State.BETWEEN) -> Table:
    stage = challenge.stages.get()
    return Table.objects.create(game="planet-nine", mission="4", players=4, crew=crew, stage=stage, state=state)


def sees(player: Player | None, attempt: Attempt) -> bool:
    try:
        return replay_for(player, attempt.pk) == attempt
    except Http404:
        return False


# --- tables


def test_a_table_is_there_for_its_seats_its_crew_and_its_opener(
    crew: Crew, alice: Player, bob: Player, charlie: Player, olga: Player, guest: Player
) -> None:
    table = Table.objects.create(game="planet-nine", mission="1", players=3, crew=crew, opened_by=olga)
    Seat.objects.create(table=table, number=0, player=guest)
    for player in (alice, bob, olga, guest):
        assert table_for(player, table.pk) == table
    for stranger in (charlie, None):
        with pytest.raises(Http404):
            table_for(stranger, table.pk)


def test_who_left_the_crew_sees_only_where_they_sat(crew: Crew, bob: Player) -> None:
    sat, other = (Table.objects.create(game="planet-nine", mission="1", players=3, crew=crew) for _ in range(2))
    Seat.objects.create(table=sat, number=0, player=bob)
    CrewMember.objects.filter(player=bob).update(left_at=timezone.now())
    assert list(tables_of(bob)) == [sat]
    with pytest.raises(Http404):
        table_for(bob, other.pk)


# --- challenges


def test_a_challenge_is_seen_by_the_club_and_the_crews_that_play_it(
    challenge: Challenge, club: Club, charlie: Player, bob: Player
) -> None:
    assert challenge_for(bob, challenge.pk) == challenge
    with pytest.raises(Http404):
        challenge_for(charlie, challenge.pk)
    ClubCrew.objects.create(club=club, crew=crew_of("Borealis", charlie))
    assert challenge_for(charlie, challenge.pk) == challenge


# --- replays


def test_a_running_attempt_has_no_replay(crew: Crew, alice: Player) -> None:
    table = Table.objects.create(game="planet-nine", mission="1", players=3, crew=crew)
    assert not sees(alice, attempt_of(table, Attempt.State.PLAYING))


def test_a_finished_attempt_is_replayed_by_those_who_see_its_table(crew: Crew, bob: Player, charlie: Player) -> None:
    table = Table.objects.create(game="planet-nine", mission="1", players=3, crew=crew)
    attempt = attempt_of(table)
    assert sees(bob, attempt)
    assert not sees(charlie, attempt)
    assert not sees(None, attempt)


def test_open_challenges_show_their_deals_to_those_who_played_them(
    challenge: Challenge, crew: Crew, alice: Player, bob: Player, olga: Player
) -> None:
    table = stage_table(challenge, crew)
    Seat.objects.create(table=table, number=0, player=bob)
    attempt = attempt_of(table)
    assert [sees(player, attempt) for player in (alice, bob, olga)] == [False, True, False]


def test_a_player_who_could_play_with_another_crew_sees_no_deal(
    challenge: Challenge, club: Club, crew: Crew, bob: Player
) -> None:
    table = stage_table(challenge, crew)
    Seat.objects.create(table=table, number=0, player=bob)
    attempt = attempt_of(table)
    second = crew_of("Borealis", bob)
    ClubCrew.objects.create(club=club, crew=second)
    assert not sees(bob, attempt)
    stage_table(challenge, second, state=Table.State.WON)
    assert sees(bob, attempt)


def test_a_closed_challenge_is_open_to_all(challenge: Challenge, crew: Crew, olga: Player, charlie: Player) -> None:
    attempt = attempt_of(stage_table(challenge, crew))
    Challenge.objects.update(state=Challenge.State.CLOSED)
    assert sees(olga, attempt)
    assert sees(charlie, attempt)


# --- clubs


def test_owner_organizer_member(club: Club, alice: Player, olga: Player, bob: Player, charlie: Player) -> None:
    assert owned_club_for(alice, club.slug) == organized_club_for(olga, club.slug) == club
    for door, player in ((owned_club_for, olga), (organized_club_for, bob)):
        with pytest.raises(PermissionDenied):
            door(player, club.slug)
    for door in (owned_club_for, organized_club_for):
        with pytest.raises(Http404):
            door(charlie, club.slug)


# --- campaigns


def test_a_campaign_is_there_for_its_crew_today(crew: Crew, alice: Player, bob: Player, charlie: Player) -> None:
    campaign = Campaign.objects.create(crew=crew, game="planet-nine", name="Winter")
    entry = campaign.entries.create(mission="1", won=True, played_on=timezone.localdate(), removed_at=timezone.now())
    for player in (alice, bob):
        assert campaign_for(player, campaign.pk) == campaign
        assert entry_for(player, campaign.pk, entry.pk) == entry
    CrewMember.objects.filter(player=bob).update(left_at=timezone.now())
    for stranger in (bob, charlie, None):
        assert not campaigns_of(stranger).exists()
        with pytest.raises(Http404):
            campaign_for(stranger, campaign.pk)
        with pytest.raises(Http404):
            entry_for(stranger, campaign.pk, entry.pk)
    other = Campaign.objects.create(crew=crew, game="planet-nine", name="Other")
    with pytest.raises(Http404):
        entry_for(alice, other.pk, entry.pk)


def test_named_one_of_several_removed_crews_is_fetched(club: Club, olga: Player) -> None:
    removed = [ClubCrewRemoval.objects.create(club=club, crew=crew_of(name)) for name in ("Corona", "Draco")]
    assert [crew_removal_for(olga, club.slug, slug) for slug in ("corona", "draco")] == removed


# --- the people of a crew


def test_numbered_one_of_several_guests_and_claims_is_fetched(crew: Crew, alice: Player, bob: Player) -> None:
    guests = [Guest.objects.create(crew=crew, name=name) for name in ("Gus", "Gwen")]
    claims = [
        GuestClaim.objects.create(guest=guest, player=player)
        for guest, player in zip(guests, (alice, bob), strict=True)
    ]
    assert [guest_for(crew, guest.pk) for guest in guests] == guests
    assert [claim_for(crew, claim.pk) for claim in claims] == claims
    other = crew_of("Corona")
    for fetch, pk in ((guest_for, guests[0].pk), (claim_for, claims[0].pk)):
        with pytest.raises(Http404):
            fetch(other, pk)


def test_a_substitute_is_fetched_for_the_crew_that_they_sit_in_for(crew: Crew, charlie: Player, olga: Player) -> None:
    for player in (charlie, olga):
        Substitute.objects.create(crew=crew, player=player)
    assert [substitute_for(crew, player.pk) for player in (charlie, olga)] == [charlie, olga]
    with pytest.raises(Http404):
        substitute_for(crew_of("Corona"), charlie.pk)
