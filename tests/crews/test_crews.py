"""Crews: their pages and services."""

from __future__ import annotations

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from logbook.campaigns.services.campaigns import open_campaign
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.services import crews
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from tests.conftest import SignedIn


def members(crew: Crew) -> list[str]:
    return sorted(member.player.name for member in crew.members.filter(left_at=None))


def test_the_list_shows_my_crews_and_how_many_are_in_them(crew: Crew, bob: Player, signed_in: SignedIn) -> None:
    page = signed_in(bob).get(reverse("crew-list"))
    assert "Aurora" in page.content.decode()
    assert "2 members" in page.content.decode()


def test_the_list_is_empty_for_a_stranger(crew: Crew, charlie: Player, signed_in: SignedIn) -> None:
    page = signed_in(charlie).get(reverse("crew-list"))
    assert "Aurora" not in page.content.decode()
    assert "No crews yet" in page.content.decode()


def test_the_list_asks_the_database_equally_often_however_long_it_is(
    crew: Crew, alice: Player, signed_in: SignedIn, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = signed_in(alice)
    for number in range(5):
        crews.create_crew(player=alice, name=f"Crew {number}")
    # Session, user, player, crews.
    with django_assert_num_queries(3):  # session with player and user, the crews, the bell
        client.get(reverse("crew-list"))


def test_a_crew_page_takes_as_many_queries_for_any_number_of_members(
    crew: Crew, alice: Player, olga: Player, signed_in: SignedIn, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    crews.join_crew(crew=crew, player=olga)
    client = signed_in(alice)
    with django_assert_max_num_queries(12):
        client.get(reverse("crew", args=["aurora"]))


def test_visitor_is_sent_to_sign_in_and_back(crew: Crew, guest: Player, signed_in: SignedIn) -> None:
    address = reverse("crew", args=["aurora"])
    page = signed_in(guest).get(address)
    assert page.status_code == 302
    assert page.headers["Location"] == f"{reverse('account_login')}?next={address}"


def test_founding_a_crew(alice: Player, signed_in: SignedIn) -> None:
    page = signed_in(alice).post(reverse("crew-new"), {"name": "The Nine"})
    crew = Crew.objects.get()
    assert page.headers["Location"] == reverse("crew", args=["the-nine"])
    assert crew.members.get().role == CrewMember.Role.FOUNDER


def test_founding_a_crew_without_a_name_says_so_at_the_field(alice: Player, signed_in: SignedIn) -> None:
    page = signed_in(alice).post(reverse("crew-new"), {"name": " "})
    assert page.status_code == 422
    assert "Give the crew a name" in page.content.decode()
    assert not Crew.objects.exists()


def test_two_crews_of_one_name_have_two_addresses(alice: Player) -> None:
    names = [
        crews.create_crew(player=alice, name=name).slug for name in ("Aurora", "Aurora", "aurora!", "New", "ロケット")
    ]
    assert names == ["aurora", "aurora-2", "aurora-3", "new-2", "crew"]


@pytest.mark.parametrize("name", ["crew", "crew-leave", "crew-invite"])
def test_a_stranger_finds_nothing(crew: Crew, charlie: Player, signed_in: SignedIn, name: str) -> None:
    client = signed_in(charlie)
    address = reverse(name, args=["aurora"])
    assert client.post(address).status_code in {404, 405}
    assert client.get(address).status_code in {404, 405}
    assert members(crew) == ["Alice", "Bob"]
    assert not Invite.objects.exists()


@pytest.mark.parametrize(("name", "method"), [("crew-list", "post"), ("crew", "post"), ("crew-invite", "get")])
def test_the_wrong_method(crew: Crew, alice: Player, signed_in: SignedIn, name: str, method: str) -> None:
    address = reverse(name, args=[] if name == "crew-list" else ["aurora"])
    assert getattr(signed_in(alice), method)(address).status_code == 405


def test_inviting_twice_makes_one_link(crew: Crew, bob: Player, signed_in: SignedIn) -> None:
    client = signed_in(bob)
    for _ in range(2):
        client.post(reverse("crew-invite", args=["aurora"]))
    invite = Invite.objects.get()
    assert invite.token in client.get(reverse("crew", args=["aurora"])).content.decode()


def test_leaving_asks_once_then_leaves(crew: Crew, bob: Player, signed_in: SignedIn) -> None:
    client = signed_in(bob)
    assert client.get(reverse("crew-leave", args=["aurora"])).status_code == 200
    assert members(crew) == ["Alice", "Bob"]
    assert client.post(reverse("crew-leave", args=["aurora"])).headers["Location"] == reverse("crew-list")
    assert members(crew) == ["Alice"]
    assert client.get(reverse("crew", args=["aurora"])).status_code == 404


def test_longest_member_founds_when_the_founder_leaves(crew: Crew, alice: Player, bob: Player, olga: Player) -> None:
    crews.join_crew(crew=crew, player=olga)
    crews.leave_crew(crew=crew, player=alice)
    founders = crew.members.filter(left_at=None, role=CrewMember.Role.FOUNDER)
    assert [member.player for member in founders] == [bob]


def test_links_end_when_the_last_one_leaves(crew: Crew, alice: Player, bob: Player) -> None:
    invite = Invite.objects.create(crew=crew, created_by=alice)
    for player in (alice, bob, bob):
        crews.leave_crew(crew=crew, player=player)
    invite.refresh_from_db()
    assert not invite.is_open
    assert crew.members.count() == 2


def test_who_comes_back_is_a_member_again(crew: Crew, bob: Player) -> None:
    crews.leave_crew(crew=crew, player=bob)
    for _ in range(2):
        crews.join_crew(crew=crew, player=bob)
    assert members(crew) == ["Alice", "Bob"]
    assert crew.members.filter(player=bob).count() == 2


def test_a_crews_page_offers_what_is_next(crew: Crew, alice: Player, signed_in: SignedIn) -> None:
    client, address = signed_in(alice), reverse("crew", args=["aurora"])
    assert 'id="now-title"' not in client.get(address).text
    assert reverse("campaign-new", args=["aurora"]) in client.get(address).text
    campaign = open_campaign(crew=crew, by=alice, game="planet-nine", name="Winter")
    page = client.get(address).text
    assert page.index('id="now-title"') < page.index('id="crew-campaigns"')
    assert "Next: Mission 1" in page
    assert f"?campaign={campaign.pk}" in page
