"""Clubs: their pages and services."""

from __future__ import annotations

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from logbook.clubs.exceptions import NotAMember, NotInThatCrew, NotYours, OwnerStays
from logbook.clubs.models import Club, ClubMember
from logbook.clubs.services import clubs, news
from logbook.crews.models.crews import Crew, CrewMember
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from tests.conftest import SignedIn, person


def roles(club: Club) -> dict[str, str]:
    return {member.player.name: member.role for member in club.members.all()}


@pytest.fixture
def charlies_crew(charlie: Player) -> Crew:
    crew = Crew.objects.create(name="Borealis", slug="borealis")
    CrewMember.objects.create(crew=crew, player=charlie, role=CrewMember.Role.FOUNDER)
    return crew


def test_the_list_shows_my_clubs(club: Club, olga: Player, signed_in: SignedIn) -> None:
    page = signed_in(olga).get(reverse("club-list")).content.decode()
    assert "Night Watch" in page
    assert "organizer" in page
    assert "3 members" in page
    assert "1 crew" in page


def test_the_list_asks_the_database_equally_often_however_long_it_is(
    club: Club, alice: Player, signed_in: SignedIn, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = signed_in(alice)
    for number in range(5):
        clubs.create_club(player=alice, name=f"Club {number}")
    with django_assert_num_queries(3):  # session with player and user, the clubs, the bell
        client.get(reverse("club-list"))


def test_opening_a_club(alice: Player, signed_in: SignedIn) -> None:
    page = signed_in(alice).post(reverse("club-new"), {"name": "Harbour", "about": "Fridays"})
    assert page.headers["Location"] == reverse("club", args=["harbour"])
    assert roles(Club.objects.get()) == {"Alice": "owner"}


def test_opening_a_club_without_a_name_loses_nothing(alice: Player, signed_in: SignedIn) -> None:
    page = signed_in(alice).post(reverse("club-new"), {"name": "", "about": "Fridays at eight"})
    assert page.status_code == 422
    assert "Enter a name for the club." in page.content.decode()
    assert "Fridays at eight" in page.content.decode()
    assert not Club.objects.exists()


def test_a_member_of_a_crew_that_plays_here_sees_the_club(
    club: Club, crew: Crew, charlie: Player, signed_in: SignedIn
) -> None:
    CrewMember.objects.create(crew=crew, player=charlie)
    page = signed_in(charlie).get(reverse("club", args=["night-watch"]))
    assert page.status_code == 200
    assert "Create an invitation link" not in page.content.decode()


@pytest.mark.parametrize("name", ["club", "club-leave", "club-invite", "club-role", "club-crew-join"])
def test_a_stranger_finds_nothing(
    club: Club, charlie: Player, charlies_crew: Crew, signed_in: SignedIn, name: str
) -> None:
    client = signed_in(charlie)
    address = reverse(name, args=["night-watch"])
    form = {"player": charlie.pk, "role": "owner", "crew": charlies_crew.pk}
    assert client.post(address, form).status_code in {404, 405}
    assert client.get(address).status_code in {404, 405}
    assert roles(club) == {"Alice": "owner", "Olga": "organizer", "Bob": "member"}
    assert club.entries.count() == 1


@pytest.mark.parametrize(
    ("name", "method"), [("club-list", "post"), ("club", "post"), ("club-invite", "get"), ("club-role", "get")]
)
def test_the_wrong_method(club: Club, alice: Player, signed_in: SignedIn, name: str, method: str) -> None:
    address = reverse(name, args=[] if name == "club-list" else ["night-watch"])
    assert getattr(signed_in(alice), method)(address).status_code == 405


def test_organizers_make_the_link_and_members_do_not(
    club: Club, olga: Player, bob: Player, signed_in: SignedIn
) -> None:
    address = reverse("club-invite", args=["night-watch"])
    assert signed_in(bob).post(address).status_code == 403
    assert not Invite.objects.exists()
    for _ in range(2):
        signed_in(olga).post(address)
    invite = Invite.objects.get()
    assert invite.token in signed_in(olga).get(reverse("club", args=["night-watch"])).content.decode()
    assert invite.token not in signed_in(bob).get(reverse("club", args=["night-watch"])).content.decode()


def test_the_owner_changes_roles(club: Club, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    for _ in range(2):
        page = client.post(reverse("club-role", args=["night-watch"]), {"player": bob.pk, "role": "organizer"})
        assert page.status_code == 302
    assert roles(club)["Bob"] == "organizer"


def test_only_the_owner_changes_roles(club: Club, olga: Player, signed_in: SignedIn) -> None:
    page = signed_in(olga).post(reverse("club-role", args=["night-watch"]), {"player": olga.pk, "role": "owner"})
    assert page.status_code == 403
    assert "Only the club’s owner can do this." in page.content.decode()
    assert roles(club)["Olga"] == "organizer"
    with pytest.raises(NotYours):
        clubs.change_role(club=club, by=olga, player=olga, role="owner")


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({}, "Choose a member."),
        ({"role": "captain"}, "Choose owner, organizer or member."),
        ({"player": 999999, "role": "member"}, "This person isn’t a member of the club."),
    ],
)
def test_a_role_form_that_says_nothing(
    club: Club, alice: Player, signed_in: SignedIn, form: dict[str, str], sentence: str
) -> None:
    page = signed_in(alice).post(reverse("club-role", args=["night-watch"]), form)
    assert page.status_code == 422
    assert sentence in page.content.decode()


def test_handing_over_the_club(club: Club, alice: Player, bob: Player) -> None:
    clubs.change_role(club=club, by=alice, player=bob, role="owner")
    assert roles(club) == {"Alice": "organizer", "Olga": "organizer", "Bob": "owner"}


def test_the_owner_stays(club: Club, alice: Player, charlie: Player, signed_in: SignedIn) -> None:
    page = signed_in(alice).post(reverse("club-leave", args=["night-watch"]))
    assert page.status_code == 409
    assert "You own this club. Make another member the owner first, then you can leave." in page.content.decode()
    with pytest.raises(OwnerStays):
        clubs.change_role(club=club, by=alice, player=alice, role="member")
    with pytest.raises(NotAMember):
        clubs.change_role(club=club, by=alice, player=charlie, role="owner")
    assert roles(club)["Alice"] == ClubMember.Role.OWNER


def test_leaving_asks_once_then_leaves(club: Club, olga: Player, signed_in: SignedIn) -> None:
    client = signed_in(olga)
    assert client.get(reverse("club-leave", args=["night-watch"])).status_code == 200
    assert "Olga" in roles(club)
    assert client.post(reverse("club-leave", args=["night-watch"])).status_code == 302
    clubs.leave_club(club=club, player=olga)
    assert "Olga" not in roles(club)


def test_a_member_brings_a_crew_once(club: Club, charlie: Player, charlies_crew: Crew, signed_in: SignedIn) -> None:
    clubs.join_club(club=club, player=charlie)
    client = signed_in(charlie)
    assert "Borealis" in client.get(reverse("club", args=["night-watch"])).content.decode()
    for _ in range(2):
        client.post(reverse("club-crew-join", args=["night-watch"]), {"crew": charlies_crew.pk})
    assert sorted(entry.crew.name for entry in club.entries.select_related("crew")) == ["Aurora", "Borealis"]


def test_nobody_brings_a_crew_of_others(club: Club, olga: Player, charlies_crew: Crew, signed_in: SignedIn) -> None:
    page = signed_in(olga).post(reverse("club-crew-join", args=["night-watch"]), {"crew": charlies_crew.pk})
    assert page.status_code == 422
    assert "Choose one of your crews" in page.content.decode()
    with pytest.raises(NotInThatCrew):
        clubs.enter_crew(club=club, crew=charlies_crew, player=olga)


def test_a_crew_whose_people_are_no_members_comes_not_in(
    club: Club, charlie: Player, charlies_crew: Crew, signed_in: SignedIn
) -> None:
    with pytest.raises(NotAMember):
        clubs.enter_crew(club=club, crew=charlies_crew, player=charlie)


def test_taking_a_crew_out(club: Club, bob: Player, signed_in: SignedIn) -> None:
    address = reverse("club-crew-leave", args=["night-watch", "aurora"])
    assert signed_in(bob).get(address).status_code == 200
    assert signed_in(bob).post(address).status_code == 302
    assert club.entries.count() == 0
    assert signed_in(bob).post(address).status_code == 404


def test_a_club_page_takes_as_many_queries_for_any_number_of_members(
    club: Club, alice: Player, charlie: Player, charlies_crew: Crew, signed_in: SignedIn,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:  # fmt: skip
    for number in range(3):
        news.write_news(club=club, by=alice, title=f"News {number}", text="x")
        clubs.ask_to_join(club=club, player=person(f"Guest{number}"), text="let me in")
    clubs.join_club(club=club, player=charlie)
    clubs.enter_crew(club=club, crew=charlies_crew, player=charlie)
    client = signed_in(alice)
    with django_assert_num_queries(15):
        client.get(reverse("club", args=["night-watch"]))
