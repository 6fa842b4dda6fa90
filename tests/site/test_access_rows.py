"""Access to one row among several that the player may all read: the row with the given key, and no other."""

from __future__ import annotations

from datetime import date

import pytest
from django.http import Http404

from logbook.campaigns.access import entry_for
from logbook.campaigns.models import LogEntry
from logbook.campaigns.services.campaigns import open_campaign
from logbook.clubs import access as clubs_access
from logbook.clubs.models import Club, ClubMember
from logbook.crews import access as crews_access
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.models.merges import CrewMerge
from logbook.exchange.access.imports import import_for, imports_of
from logbook.exchange.models import Import
from logbook.people.models.players import Player
from logbook.seasons import access as seasons_access
from logbook.seasons.models.seasons import Season
from logbook.seasons.services.series import create_season, create_series
from tests.seasons.scenes import PLAN

pytestmark = pytest.mark.django_db


@pytest.fixture
def clubs(club: Club, alice: Player) -> list[Club]:
    """Two clubs that Alice owns."""
    other = Club.objects.create(name="Day Watch", slug="day-watch", public=True)
    ClubMember.objects.create(club=other, player=alice, role=ClubMember.Role.OWNER)
    return [club, other]


@pytest.fixture
def crews(crew: Crew, alice: Player) -> list[Crew]:
    """Two crews that Alice founded."""
    other = Crew.objects.create(name="Borealis", slug="borealis")
    CrewMember.objects.create(crew=other, player=alice, role=CrewMember.Role.FOUNDER)
    return [crew, other]


@pytest.fixture
def seasons(clubs: list[Club], alice: Player) -> list[Season]:
    """A season in each club."""
    days = {"starts_on": date(2026, 11, 22), "ends_on": date(2027, 1, 17), "best_n": 6}
    return [create_season(club=club, by=alice, name=f"Season of {club}", **days) for club in clubs]


def test_a_club_is_the_one_with_the_slug(clubs: list[Club], alice: Player) -> None:
    for function in (
        clubs_access.club_for,
        clubs_access.readable_club_for,
        clubs_access.organized_club_for,
        clubs_access.owned_club_for,
    ):
        assert [function(alice, club.slug) for club in clubs] == clubs


def test_a_season_and_a_series_are_those_with_the_key(seasons: list[Season], alice: Player) -> None:
    assert [season.created_by for season in seasons] == [alice, alice]
    for function in (seasons_access.season_for, seasons_access.organized_season_for):
        assert [function(alice, season.pk) for season in seasons] == seasons
    series = [create_series(season=season, by=alice, **PLAN) for season in seasons]
    assert [seasons_access.organized_series_for(alice, one.pk) for one in series] == series


def test_a_crew_is_the_one_with_the_slug(crews: list[Crew], alice: Player) -> None:
    for function in (crews_access.crew_for, crews_access.readable_crew_for):
        assert [function(alice, crew.slug) for crew in crews] == crews
    CrewMember.objects.filter(player=alice).update(left_at="2026-01-01T00:00Z")
    assert not crews_access.founded_crews_of(alice).exists()
    assert list(crews_access.former_crews_of(alice)) == crews
    assert [crews_access.former_crew_for(alice, crew.slug) for crew in crews] == crews


def test_a_merged_crew_has_no_founder(crews: list[Crew], alice: Player) -> None:
    Crew.objects.filter(pk=crews[1].pk).update(became=crews[0])
    assert list(crews_access.founded_crews_of(alice)) == crews[:1]


def test_a_merge_is_the_one_with_the_token(crews: list[Crew], alice: Player) -> None:
    merges = [CrewMerge.objects.create(crew=crew, asked_by=alice) for crew in crews]
    assert [crews_access.merge_for(merge.token) for merge in merges] == merges


def test_an_import_is_the_crew_s_or_the_importer_s_own(
    crews: list[Crew], alice: Player, bob: Player, charlie: Player
) -> None:
    """A club's file belongs to its importer; a crew's to its members, after the importer has left too."""
    of_crews = [Import.objects.create(crew=crew, by=charlie, kind=Import.Kind.TABLE) for crew in crews]
    of_club = Import.objects.create(by=bob, kind=Import.Kind.CLUB)
    Import.objects.create(crew=crews[1], by=alice, kind=Import.Kind.OWN, parent=of_club)
    assert set(imports_of(alice)) == set(of_crews)
    assert set(imports_of(bob)) == {of_crews[0], of_club}
    assert not imports_of(charlie).exists()
    assert [import_for(alice, job.pk) for job in of_crews] == of_crews
    assert import_for(bob, of_club.pk) == of_club
    with pytest.raises(Http404):
        import_for(alice, of_club.pk)


def test_an_entry_is_the_one_with_the_key(crew: Crew, alice: Player) -> None:
    campaign = open_campaign(crew=crew, game="planet-nine", by=alice, name="First")
    entries = [
        LogEntry.objects.create(campaign=campaign, mission="1", won=won, logged_by=alice, played_on=date(2026, 1, 1))
        for won in (False, True)
    ]
    assert [entry_for(alice, campaign.pk, entry.pk) for entry in entries] == entries


def test_organizers_remove_members_and_the_owner_removes_organizers(
    club: Club, alice: Player, bob: Player, olga: Player, charlie: Player
) -> None:
    """Alice owns the club, Olga organizes, Bob is a member. Charlie is none, like a player who is there with a crew."""
    people = (alice, olga, bob, charlie)
    may = {
        player.name: [other.name for other in people if clubs_access.may_remove(player, other, club)]
        for player in people
    }
    assert may == {"Alice": ["Olga", "Bob", "Charlie"], "Olga": ["Bob", "Charlie"], "Bob": [], "Charlie": []}
