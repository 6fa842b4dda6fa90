"""Pages of a crew's people: attendance, claims, substitutes, merges and splits, anonymised members."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from logbook.campaigns.models import Attendance, Campaign, LogEntry
from logbook.campaigns.selectors.crew_attendance import crew_attendance
from logbook.campaigns.services import campaigns as campaign_services
from logbook.campaigns.services import entries
from logbook.campaigns.services.entries import Attendee
from logbook.crews.access import crews_of, readable_crews_of
from logbook.crews.exceptions import NotYourCrew
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.models.guests import Guest, GuestClaim, Substitute
from logbook.crews.models.merges import CrewMerge
from logbook.crews.selectors import members as selectors
from logbook.crews.services import crews, guests, merge
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from tests.conftest import SignedIn

pytestmark = pytest.mark.once

DAY = date(2026, 3, 7)


@pytest.fixture
def campaign(crew: Crew, alice: Player) -> Campaign:
    return campaign_services.open_campaign(crew=crew, by=alice, game="planet-nine", name="Winter")


@pytest.fixture
def zoe(campaign: Campaign, alice: Player) -> Guest:
    guest = guests.ensure_guest(crew=campaign.crew, name="Zoe <z>")
    add(campaign, alice, Attendee(alice, captain=True), Attendee(guest=guest, substitute=True))
    return guest


@pytest.fixture
def borealis(charlie: Player) -> Crew:
    return crews.create_crew(player=charlie, name="Borealis")


def add(campaign: Campaign, by: Player, *there: Attendee, mission: str = "1") -> LogEntry:
    told: dict[str, Any] = {"won": False, "played_on": DAY, "attendance": there or [Attendee(by)]}
    return entries.add_entry(campaign=campaign, by=by, key=uuid4(), mission=mission, **told)


def page_of(crew: Crew, reader: Player) -> selectors.PeoplePage:
    return selectors.people_page(crew, reader, [], crew_attendance(crew, reader))


def people(client: Client, crew: Crew) -> str:
    return client.get(reverse("crew-people", args=[crew.slug])).text


def test_the_page_tells_who_was_there_when(
    campaign: Campaign, zoe: Guest, crew: Crew, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    page = page_of(crew, bob)
    there = page.members[0].attended
    assert (there.attempts, there.as_captain, there.first, there.last) == (1, 1, DAY, DAY)
    assert page.guests[0].attended.as_substitute == 1
    text = people(signed_in(bob), crew)
    assert "1 attempt" in text
    assert "Zoe &lt;z&gt;" in text
    assert "captain once" in text
    assert "Zoe &lt;z&gt; (substitute)" in signed_in(bob).get(reverse("campaign", args=[campaign.pk])).text
    crews.leave_crew(crew=crew, player=alice)
    page = page_of(crew, bob)
    assert [row.player for row in page.former] == [alice]
    assert page.is_founder


def test_it_asks_as_often_however_many_there_are(
    campaign: Campaign, zoe: Guest, crew: Crew, bob: Player, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(12):
        guest = guests.ensure_guest(crew=crew, name=f"Guest {number}")
        add(campaign, bob, Attendee(bob), Attendee(guest=guest))
        guests.claim_guest(guest=zoe, player=bob)
    with django_assert_num_queries(9):
        page_of(crew, bob)


def test_a_claim_by_pages(crew: Crew, zoe: Guest, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    his, hers = signed_in(bob), signed_in(alice)
    assert "Was this you?" in people(his, crew)
    assert "Was this you?" not in people(hers, crew)  # She sat beside Zoe.
    address = reverse("crew-guest-claim", args=[crew.slug, zoe.pk])
    assert his.get(address).status_code == 405
    assert his.post(address).status_code == 303
    claim = GuestClaim.objects.get()
    assert "Another member has to confirm it." in people(his, crew)
    grant = reverse("crew-claim", args=[crew.slug, claim.pk, "grant"])
    assert grant not in people(his, crew)
    assert his.post(grant).status_code == 403
    assert grant in people(hers, crew)
    assert hers.post(grant).status_code == 303
    assert "claimed by Bob" in people(hers, crew)
    assert page_of(crew, bob).members[1].attended.attempts == 1
    assert his.post(reverse("crew-claim", args=[crew.slug, claim.pk, "back"])).status_code == 303
    assert "claimed by Bob" not in people(hers, crew)
    assert his.post(reverse("crew-claim", args=[crew.slug, claim.pk, "burn"])).status_code == 404


def test_a_substitute_by_pages(crew: Crew, alice: Player, charlie: Player, signed_in: SignedIn) -> None:
    client, other = signed_in(alice), signed_in(charlie)
    client.post(reverse("crew-substitutes", args=[crew.slug]))
    link = Invite.objects.get()
    assert link.token in people(client, crew)
    assert link.token not in client.get(reverse("crew", args=[crew.slug])).text
    assert "invites you to be a substitute for the crew Aurora" in other.get(reverse("invite", args=[link.token])).text
    assert other.post(reverse("invite", args=[link.token])).headers["Location"] == reverse("crew-list")
    assert other.get(reverse("crew", args=[crew.slug])).status_code == 404
    assert "Charlie" in people(client, crew)
    client.post(reverse("crew-substitute-end", args=[crew.slug, charlie.pk]))
    assert not Substitute.objects.exists()


@pytest.mark.usefixtures("zoe")
def test_a_union_by_pages(
    campaign: Campaign, borealis: Crew, alice: Player, bob: Player, charlie: Player, olga: Player, signed_in: SignedIn
) -> None:
    crew, client, other = campaign.crew, signed_in(alice), signed_in(charlie)
    ask = reverse("crew-merge-propose", args=[crew.slug, "ask"])
    assert signed_in(bob).post(ask).status_code == 403
    client.post(ask)
    proposal = CrewMerge.objects.get()
    address = reverse("crew-merge", args=[proposal.token])
    assert address in people(client, crew)
    assert address not in people(signed_in(bob), crew)
    assert "Only a founder of another crew" in signed_in(olga).get(address).text
    assert signed_in(olga).post(address, {"into": borealis.pk}).status_code == 422
    assert other.post(address, {"into": crew.pk}).status_code == 422
    assert "wants to merge into yours" in other.get(address).text
    assert other.post(address, {"into": borealis.pk}).headers["Location"] == reverse("crew", args=["borealis"])
    assert "Winter" in other.get(reverse("crew", args=["borealis"])).text
    old = signed_in(bob).get(reverse("crew", args=[crew.slug])).text
    assert "merged into Borealis" in old
    assert reverse("crew-leave", args=[crew.slug]) not in old
    logbook = signed_in(bob).get(reverse("campaign", args=[campaign.pk]))
    assert "continues there in a copy of this logbook" in logbook.text
    tally = {"key": str(uuid4()), "mission": "1"}
    assert signed_in(bob).post(reverse("campaign-tally", args=[campaign.pk]), tally).status_code == 403
    assert signed_in(bob).post(reverse("campaign-turn", args=[campaign.pk, "open"])).status_code == 403
    assert signed_in(bob).get(reverse("crew-export", args=[crew.slug])).status_code == 200
    assert "merged into this crew" in people(other, borealis)
    assert other.get(reverse("crew", args=[crew.slug])).status_code == 404
    assert other.get(reverse("campaign", args=[campaign.pk])).status_code == 404
    assert other.get(address).status_code == 302
    assert signed_in(olga).get(address).status_code == 410


def test_a_union_is_declined_by_page(
    crew: Crew, borealis: Crew, alice: Player, charlie: Player, signed_in: SignedIn
) -> None:
    proposal = merge.propose_merge(crew=crew, by=alice)
    signed_in(charlie).post(reverse("crew-merge", args=[proposal.token]), {"decline": "yes"})
    assert "The other crew declined." in people(signed_in(alice), crew)


def test_who_left_before_a_crew_became_another_reads_neither(
    campaign: Campaign, crew: Crew, borealis: Crew, alice: Player, bob: Player, charlie: Player
) -> None:
    crews.leave_crew(crew=crew, player=bob)
    merge.accept_merge(proposal=merge.propose_merge(crew=crew, by=alice), into=borealis, by=charlie)
    assert list(readable_crews_of(bob)) == []
    assert set(readable_crews_of(alice)) == {crew, borealis}
    assert list(crews_of(alice)) == [borealis]
    assert list(readable_crews_of(None)) == []


def test_the_figures_of_a_crew_that_became_another_stay_to_read(
    campaign: Campaign, crew: Crew, borealis: Crew, alice: Player, bob: Player, charlie: Player, signed_in: SignedIn
) -> None:
    add(campaign, bob, Attendee(bob), Attendee(alice))
    merge.accept_merge(proposal=merge.propose_merge(crew=crew, by=alice), into=borealis, by=charlie)
    address = reverse("crew-statistics", args=[crew.slug])
    for reader in (alice, bob):
        page = signed_in(reader).get(address)
        assert page.status_code == 200
        assert "Mission by mission" in page.text
        assert signed_in(reader).get(address, {"campaign": campaign.pk}).status_code == 200
    assert signed_in(charlie).get(address).status_code == 404, "the other crew has its copy"


def test_the_figures_of_a_crew_parted_from_are_its_own(
    campaign: Campaign, crew: Crew, alice: Player, bob: Player, signed_in: SignedIn
) -> None:
    add(campaign, bob, Attendee(bob), Attendee(alice))
    made = merge.split_crew(crew=crew, by=bob, key=uuid4(), name="Cygnus", members=[], campaigns=[campaign.pk])
    crews.leave_crew(crew=crew, player=bob)
    old, new = (reverse("crew-statistics", args=[one.slug]) for one in (crew, made))
    assert "Mission by mission" in signed_in(alice).get(old).text
    assert "Mission by mission" in signed_in(bob).get(new).text
    assert signed_in(bob).get(old).status_code == 404
    assert signed_in(alice).get(new).status_code == 404


def test_parting_by_page(campaign: Campaign, crew: Crew, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    client, address = signed_in(bob), reverse("crew-split", args=[crew.slug])
    assert "Winter" in client.get(address).text
    told = {"key": str(uuid4()), "name": "Cygnus", "members": [alice.pk], "campaigns": [campaign.pk]}
    for _twice in range(2):
        assert client.post(address, told).headers["Location"] == reverse("crew", args=["cygnus"])
    assert "Bob founded Cygnus" in people(client, crew)
    assert client.post(address, told | {"key": str(uuid4()), "name": ""}).status_code == 422
    assert client.post(address, told | {"key": str(uuid4()), "members": [99]}).status_code == 422
    assert Crew.objects.count() == 2


def test_a_crew_that_comes_back_brings_what_is_new(campaign: Campaign, crew: Crew, alice: Player, bob: Player) -> None:
    add(campaign, alice)
    made = merge.split_crew(crew=crew, by=bob, key=uuid4(), name="Cygnus", members=[], campaigns=[campaign.pk])
    add(made.campaigns.get(), bob, mission="1")
    merge.accept_merge(proposal=merge.propose_merge(crew=made, by=bob), into=crew, by=alice)
    assert sorted(one.entries.count() for one in crew.campaigns.all()) == [1, 1]


@pytest.mark.parametrize("too", [False, True])
def test_leaving_asks_once_whether_the_name_goes_too(
    campaign: Campaign, crew: Crew, alice: Player, bob: Player, signed_in: SignedIn, too: bool
) -> None:
    add(campaign, bob, Attendee(bob), Attendee(alice))
    client, address = signed_in(bob), reverse("crew-leave", args=[crew.slug])
    assert "permanently" in client.get(address).text
    assert client.post(address, {"name": "on"} if too else {}).status_code == 302
    text = people(signed_in(alice), crew)
    assert ("Bob" not in text) is too
    assert ("removed their name" in text) is too
    logbook = signed_in(alice).get(reverse("campaign", args=[campaign.pk])).text
    assert ("someone" in logbook) is too


def test_who_has_left_may_still_take_their_name_away(
    campaign: Campaign, crew: Crew, alice: Player, bob: Player, charlie: Player, signed_in: SignedIn
) -> None:
    add(campaign, bob, Attendee(bob), Attendee(alice))
    client, address = signed_in(bob), reverse("crew-name", args=[crew.slug])
    assert "Crews I’ve left" not in client.get(reverse("profile")).text
    # A member has to leave first, on the page that explains it; other players never were members.
    assert client.post(address).status_code == signed_in(charlie).post(address).status_code == 404
    crews.leave_crew(crew=crew, player=bob)
    assert address in client.get(reverse("profile")).text
    assert "This can’t be undone" in client.get(address).text
    assert Attendance.objects.filter(player=bob).exists()
    assert client.post(address).headers["Location"] == reverse("profile")
    assert not Attendance.objects.filter(player=bob).exists()
    assert "Bob" not in people(signed_in(alice), crew)
    assert "We’ve removed your name" in client.get(reverse("profile")).text
    assert client.post(address).status_code == 404


def test_strangers_find_nothing(
    campaign: Campaign, zoe: Guest, crew: Crew, borealis: Crew, bob: Player, charlie: Player, signed_in: SignedIn
) -> None:
    claim = guests.claim_guest(guest=zoe, player=bob)
    client = signed_in(charlie)
    reads = [reverse("crew-people", args=[crew.slug]), reverse("crew-split", args=[crew.slug])]
    acts = [
        reverse("crew-guest-claim", args=[crew.slug, zoe.pk]),
        reverse("crew-claim", args=[crew.slug, claim.pk, "grant"]),
        reverse("crew-substitutes", args=[crew.slug]),
        reverse("crew-substitute-end", args=[crew.slug, bob.pk]),
        reverse("crew-merge-propose", args=[crew.slug, "ask"]),
        # Their own crew does not open another crew's page.
        reverse("crew-guest-claim", args=["borealis", zoe.pk]),
        reverse("crew-claim", args=["borealis", claim.pk, "grant"]),
    ]
    assert [client.get(place).status_code for place in (*reads, "/merges/x/")] == [404] * 3
    assert [client.post(place).status_code for place in acts] == [404] * len(acts)
    assert [Client().get(place).status_code for place in reads] == [302, 302]
    CrewMember.objects.filter(player=bob).update(left_at=timezone.now())
    assert signed_in(bob).get(reads[0]).status_code == 404
    with pytest.raises(NotYourCrew):
        guests.grant_claim(claim=claim, by=charlie)
