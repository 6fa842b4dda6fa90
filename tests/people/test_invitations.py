"""Invitations into crews, clubs and tables."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.http import Http404
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from logbook.challenges.models.challenges import Challenge
from logbook.clubs.access import own_invite_for
from logbook.clubs.models import Club
from logbook.crews.models.crews import Crew, CrewMember
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.people.services import invitations
from logbook.tables.models import Seat, Table
from logbook.tables.services import deals, tables
from tests.challenges.scenes import NOON, table_of
from tests.conftest import SignedIn


@pytest.fixture
def crew_invite(crew: Crew, alice: Player) -> Invite:
    return Invite.objects.create(crew=crew, created_by=alice)


@pytest.fixture
def club_invite(club: Club, alice: Player) -> Invite:
    return Invite.objects.create(club=club, created_by=alice)


@pytest.fixture
def table(alice: Player) -> Table:
    table = Table.objects.create(game="planet-nine", mission="1", players=3, opened_by=alice)
    for number in range(3):
        Seat.objects.create(table=table, number=number, player=None if number else alice)
    return table


@pytest.fixture
def table_invite(table: Table, alice: Player) -> Invite:
    return Invite.objects.create(table=table, created_by=alice)


def address(invite: Invite) -> str:
    return reverse("invite", args=[invite.token])


def sitting(table: Table) -> list[str]:
    return [seat.player.name if seat.player else "" for seat in table.seats.select_related("player")]


def test_the_page_says_where_the_link_leads(crew_invite: Invite, charlie: Player, signed_in: SignedIn) -> None:
    page = signed_in(charlie).get(address(crew_invite)).content.decode()
    assert "Alice invites you to join the crew Aurora" in page
    assert not crew_invite.crew or crew_invite.crew.members.count() == 2


def test_joining_a_crew_twice_is_once(crew_invite: Invite, charlie: Player, signed_in: SignedIn) -> None:
    client = signed_in(charlie)
    for _ in range(2):
        assert client.post(address(crew_invite)).headers["Location"] == reverse("crew", args=["aurora"])
    assert CrewMember.objects.filter(player=charlie).count() == 1


@pytest.mark.parametrize("who", ["nobody", "guest"])
def test_a_crew_needs_an_account(crew_invite: Invite, guest: Player, signed_in: SignedIn, who: str) -> None:
    client = Client() if who == "nobody" else signed_in(guest)
    page = client.get(address(crew_invite)).content.decode()
    assert f"{reverse('account_signup')}?next={address(crew_invite)}" in page
    assert client.post(address(crew_invite)).status_code == 403
    assert CrewMember.objects.count() == 2


def test_joining_a_club_alone(club_invite: Invite, charlie: Player, signed_in: SignedIn) -> None:
    page = signed_in(charlie).post(address(club_invite))
    assert page.headers["Location"] == reverse("club", args=["night-watch"])
    assert charlie.club_memberships.get().role == "member"


def test_joining_a_club_with_a_crew(club_invite: Invite, club: Club, charlie: Player, signed_in: SignedIn) -> None:
    crew = Crew.objects.create(name="Borealis", slug="borealis")
    CrewMember.objects.create(crew=crew, player=charlie)
    client = signed_in(charlie)
    assert "Borealis" in client.get(address(club_invite)).content.decode()
    client.post(address(club_invite), {"crew": crew.pk})
    assert club.entries.filter(crew=crew).exists()


def test_joining_a_club_with_the_crew_of_others(
    club_invite: Invite, club: Club, crew: Crew, charlie: Player, signed_in: SignedIn
) -> None:
    own = Crew.objects.create(name="Borealis", slug="borealis")
    CrewMember.objects.create(crew=own, player=charlie)
    page = signed_in(charlie).post(address(club_invite), {"crew": crew.pk})
    assert page.status_code == 422
    assert "Choose one of your crews" in page.content.decode()
    assert not charlie.club_memberships.exists()


def test_a_guest_sits_down_with_only_a_name(table_invite: Invite, table: Table) -> None:
    client = Client()
    assert "all you need is a name" in client.get(address(table_invite)).content.decode()
    page = client.post(address(table_invite), {"name": "Gus"})
    assert page.status_code == 302
    assert sitting(table) == ["Alice", "Gus", ""]
    client.post(address(table_invite))
    assert sitting(table) == ["Alice", "Gus", ""]


def test_a_guest_who_came_with_a_name_is_not_asked_for_it_again(table_invite: Invite, table: Table) -> None:
    client = Client()
    client.post(address(table_invite), {"name": "Gus"})
    tables.put_bot(table_id=table.pk, by=Player.objects.get(name="Gus"), number=2, bot="careful")
    deals.start_attempt(table_id=table.pk, player=Player.objects.get(name="Gus"))
    page = client.get(reverse("table", args=[table.pk]))
    assert "guest-offer" in page.text
    assert "You’re playing as" not in page.text


def test_a_guest_without_a_name_is_asked_for_it(table_invite: Invite, table: Table) -> None:
    page = Client().post(address(table_invite), {"name": ""})
    assert page.status_code == 422
    assert "Enter a name for others to see." in page.content.decode()
    assert Player.objects.count() == 1


def test_a_full_table_makes_no_guest(table_invite: Invite, table: Table) -> None:
    table.seats.filter(player=None).update(bot="random")
    page = Client().post(address(table_invite), {"name": "Gus"})
    assert page.status_code == 409
    assert "Every seat at this table is taken." in page.content.decode()
    assert not Player.objects.filter(name="Gus").exists()


@pytest.mark.parametrize("change", ["full", "playing"])
def test_a_table_without_a_free_seat_says_so_at_once(
    change: str, table_invite: Invite, table: Table, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    if change == "full":
        table.seats.filter(player=None).update(bot="random")
    else:
        Table.objects.update(state=Table.State.PLAYING)
    for client in (Client(), signed_in(charlie)):
        page = client.get(address(table_invite)).content.decode()
        assert "No empty seats at this table" in page
        assert "keeps a seat for you" not in page
        assert "Take a seat" not in page
    own = signed_in(alice).get(address(table_invite))
    assert own.headers["Location"] == f"/tables/{table.pk}/", "a player who sits there is led to the table"


def test_who_made_a_tables_link_ends_it(
    table_invite: Invite, table: Table, alice: Player, guest: Player, signed_in: SignedIn
) -> None:
    end, lobby = reverse("invite-revoke", args=[table_invite.pk]), reverse("table", args=[table.pk])
    table.seats.filter(number=1).update(player=guest)
    assert end not in signed_in(guest).get(lobby).content.decode()
    assert signed_in(guest).post(end).status_code == 404
    assert end in signed_in(alice).get(lobby).content.decode()
    assert signed_in(alice).post(end).headers["Location"] == lobby
    assert "Create an invitation link" in signed_in(alice).get(lobby).content.decode()
    # A guest who created the next link can end it too.
    signed_in(guest).post(reverse("table-invite", args=[table.pk]))
    made = Invite.objects.get(created_by=guest)
    assert signed_in(guest).post(reverse("invite-revoke", args=[made.pk])).status_code == 302
    assert not Invite.objects.filter(revoked_at=None).exists()


def test_nobody_ends_no_link(table_invite: Invite) -> None:
    assert Client().post(reverse("invite-revoke", args=[table_invite.pk])).status_code == 404


def test_a_challenges_table_has_no_link(running: Challenge, crew: Crew, alice: Player, signed_in: SignedIn) -> None:
    with time_machine.travel(NOON):
        table = table_of(running, crew, alice)
        page = signed_in(alice).post(reverse("table-invite", args=[table.pk]))
    assert page.status_code == 409
    assert "Only crew members can play this challenge" in page.content.decode()
    assert not Invite.objects.exists()


def test_a_link_that_never_was(db: None) -> None:
    assert Client().get(reverse("invite", args=["abc"])).status_code == 404


@pytest.mark.parametrize("how", ["expired", "revoked"])
def test_a_link_that_has_ended(crew_invite: Invite, charlie: Player, signed_in: SignedIn, how: str) -> None:
    past = timezone.now() - timedelta(minutes=1)
    Invite.objects.update(**({"expires_at": past} if how == "expired" else {"revoked_at": past}))
    client = signed_in(charlie)
    for page in (client.get(address(crew_invite)), client.post(address(crew_invite))):
        assert page.status_code == 410
        assert "This link has expired. Ask the person who sent it for a new one." in page.content.decode()
    assert not charlie.crew_memberships.exists()


def test_the_wrong_method(crew_invite: Invite, alice: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    assert client.delete(address(crew_invite)).status_code == 405
    assert client.get(reverse("invite-revoke", args=[crew_invite.pk])).status_code == 405


def test_a_member_ends_the_link(crew_invite: Invite, bob: Player, signed_in: SignedIn) -> None:
    for _ in range(2):
        page = signed_in(bob).post(reverse("invite-revoke", args=[crew_invite.pk]))
        assert page.headers["Location"] == reverse("crew", args=["aurora"])
    crew_invite.refresh_from_db()
    assert not crew_invite.is_open


def test_a_stranger_ends_no_link(crew_invite: Invite, club_invite: Invite, charlie: Player, bob: Player,
                                 signed_in: SignedIn) -> None:  # fmt: skip
    assert signed_in(charlie).post(reverse("invite-revoke", args=[crew_invite.pk])).status_code == 404
    assert signed_in(bob).post(reverse("invite-revoke", args=[club_invite.pk])).status_code == 404
    assert Invite.objects.filter(revoked_at=None).count() == 2


def test_ending_a_link_ends_no_other(crew_invite: Invite, club_invite: Invite) -> None:
    with time_machine.travel(NOON, tick=False):
        invitations.revoke_invitation(invite=crew_invite)
    invitations.revoke_invitation(invite=crew_invite)
    assert crew_invite.revoked_at == NOON
    crew_invite.refresh_from_db()
    club_invite.refresh_from_db()
    assert (crew_invite.revoked_at, club_invite.revoked_at) == (NOON, None), "the first time holds"


def test_an_organizer_ends_the_link_of_another_organizer(club_invite: Invite, olga: Player, bob: Player) -> None:
    assert own_invite_for(olga, club_invite.pk) == club_invite
    with pytest.raises(Http404):
        own_invite_for(bob, club_invite.pk)
