"""Removals: founders remove members of their crew and close campaigns; organizers remove players and crews."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import time_machine
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from logbook.campaigns.services import campaigns
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.services import rulings
from logbook.challenges.services.rulings import Decision
from logbook.clubs.access import clubs_of, is_inside, member_of_club_for, owns, removal_for
from logbook.clubs.exceptions import CrewRemoved, NotToBeRemoved, RemovedFromClub, WasRemoved
from logbook.clubs.models import Club, ClubCrew, ClubMember, ClubRemoval
from logbook.clubs.services import clubs, removals
from logbook.crews.access import crews_of
from logbook.crews.exceptions import FounderStays, NotAFounder
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.services import crews
from logbook.notifications.models import ClubEvent
from logbook.notifications.services import outbox
from logbook.people.exceptions import InvitationEnded
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.people.services import invitations
from logbook.tables.access import tables_of
from logbook.tables.exceptions import SeatsEmpty
from logbook.tables.selectors import tables as selectors
from logbook.tables.selectors.lobby import Lobby
from logbook.tables.services import attempts, deals, tables
from tests.api.world import Program
from tests.challenges.scenes import NOON, deal, end, stage_of, table_of
from tests.conftest import SignedIn

pytestmark = pytest.mark.django_db


# --- crews


def test_a_founder_removes_a_member_and_the_links_they_know(alice: Player, bob: Player, crew: Crew) -> None:
    link = invitations.create_invitation(by=bob, crew=crew)
    for _ in range(2):
        crews.remove_member(crew=crew, player=bob, by=alice)
    assert not crews_of(bob).contains(crew)
    with pytest.raises(InvitationEnded):
        invitations.accept_invitation(invite=Invite.objects.get(pk=link.pk), player=bob)
    assert [note.kind for note in crew.notes.all()] == ["removed"]


def test_nobody_else_removes_a_member_and_nobody_a_founder(
    alice: Player, bob: Player, charlie: Player, crew: Crew
) -> None:
    CrewMember.objects.create(crew=crew, player=charlie)
    with pytest.raises(NotAFounder):
        crews.remove_member(crew=crew, player=charlie, by=bob)
    with pytest.raises(FounderStays):
        crews.remove_member(crew=crew, player=alice, by=alice)
    assert crew.members.filter(left_at=None).count() == 3


def test_the_page_offers_founders_alone_to_remove(alice: Player, bob: Player, crew: Crew, signed_in: SignedIn) -> None:
    people, address = reverse("crew-people", args=(crew.slug,)), reverse("crew-member-remove", args=(crew.slug, bob.pk))
    assert address in signed_in(alice).get(people).text
    assert address not in signed_in(bob).get(people).text
    assert signed_in(bob).post(address).status_code == 403
    assert "Remove Bob from Aurora?" in signed_in(alice).get(address).text
    told = signed_in(alice).post(address, follow=True).text
    assert "Bob is no longer in the crew." in told
    assert "Alice removed a member." in told


def test_a_program_removes_a_member(alice: Player, bob: Player, crew: Crew) -> None:
    Program(bob)("delete", f"crews/{crew.slug}/members/{alice.pk}/", status=403)
    Program(alice)("delete", f"crews/{crew.slug}/members/{bob.pk}/", status=204)
    assert list(crew.members.filter(left_at=None).values_list("player", flat=True)) == [alice.pk]


def test_a_campaign_is_closed_and_opened_again_by_a_founder(
    alice: Player, bob: Player, crew: Crew, signed_in: SignedIn
) -> None:
    campaign = campaigns.open_campaign(crew=crew, by=bob, game="planet-nine", name="Winter")
    address = reverse("campaign", args=(campaign.pk,))
    close, reopen = (reverse("campaign-turn", args=(campaign.pk, what)) for what in ("close", "open"))
    assert close not in signed_in(bob).get(address).text
    assert signed_in(bob).post(close).status_code == 403
    assert close in signed_in(alice).get(address).text
    signed_in(alice).post(close)
    campaign.refresh_from_db()
    assert campaign.closed_at is not None
    assert reopen not in signed_in(bob).get(address).text
    with pytest.raises(NotAFounder):
        campaigns.reopen_campaign(campaign_id=campaign.pk, by=bob)
    campaigns.reopen_campaign(campaign_id=campaign.pk, by=alice)


# --- clubs


@pytest.fixture
def noon() -> Iterator[None]:
    """The challenge is open."""
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def removed(club: Club, olga: Player, bob: Player) -> Club:
    """Bob is removed from the club, in which his crew plays on."""
    removals.remove_member(club=club, by=olga, player=bob)
    return club


@pytest.mark.usefixtures("noon")
def test_a_removed_player_is_out_also_as_a_member_of_a_crew(
    removed: Club, running: Challenge, alice: Player, bob: Player, crew: Crew, signed_in: SignedIn
) -> None:
    table = table_of(running, crew, alice)
    assert not clubs_of(bob).exists()
    assert not tables_of(bob).exists()
    for address in (
        reverse("club", args=(removed.slug,)),
        reverse("challenge", args=(running.pk,)),
        reverse("table", args=(table.pk,)),
    ):
        assert signed_in(bob).get(address).status_code == 404
        assert signed_in(alice).get(address).status_code == 200
    assert bob not in outbox.audience_of(removed)
    assert bob not in outbox._unfinished(running)
    assert outbox.clubs_weekly(bob) == []


@pytest.mark.usefixtures("noon")
def test_a_removed_player_neither_sits_down_nor_acts_in_a_challenge(
    club: Club, running: Challenge, olga: Player, bob: Player, crew: Crew
) -> None:
    table = table_of(running, crew, bob)
    deals.start_attempt(table_id=table.pk, player=bob)
    table.refresh_from_db()
    removals.remove_member(club=club, by=olga, player=bob)
    with pytest.raises(WasRemoved):
        attempts.act(table_id=table.pk, player=bob, text="ask", seen=table.version)


@pytest.mark.usefixtures("noon")
def test_a_crew_fills_the_seat_of_a_removed_player_and_plays_on(
    club: Club, running: Challenge, olga: Player, alice: Player, bob: Player, crew: Crew, signed_in: SignedIn
) -> None:
    table = table_of(running, crew, bob)
    tables.clear_seat(table_id=table.pk, by=bob, number=1)
    tables.put_in_seat(table_id=table.pk, by=bob, player=alice, number=1)
    deals.start_attempt(table_id=table.pk, player=alice)
    removals.remove_member(club=club, by=olga, player=bob)
    table.refresh_from_db()
    assert table.seats.filter(player=bob).exists(), "in the middle of an attempt nothing is turned over"
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    free = table.seats.get(player=None, bot="")
    with pytest.raises(SeatsEmpty):
        deals.start_attempt(table_id=table.pk, player=alice)
    assert f'id="put-bot-{free.number}"' in signed_in(alice).get(reverse("table", args=(table.pk,))).text
    tables.put_bot(table_id=table.pk, by=alice, number=free.number, bot="random")
    deals.start_attempt(table_id=table.pk, player=alice)


def _remove_from_crew(crew: Crew, player: Player, by: Player) -> None:
    crews.remove_member(crew=crew, player=player, by=by)


def _leave(crew: Crew, player: Player, by: Player) -> None:
    crews.leave_crew(crew=crew, player=player)


@pytest.mark.usefixtures("noon")
@pytest.mark.parametrize("go", [_remove_from_crew, _leave])
@pytest.mark.parametrize("in_an_attempt", [False, True])
def test_a_former_member_gets_no_deal_at_the_crews_challenge_table(
    running: Challenge,
    alice: Player,
    bob: Player,
    crew: Crew,
    go: Callable[[Crew, Player, Player], None],
    in_an_attempt: bool,
) -> None:
    table = table_of(running, crew, alice)
    tables.clear_seat(table_id=table.pk, by=alice, number=1)
    tables.put_in_seat(table_id=table.pk, by=alice, player=bob, number=1)
    deal(table, alice)
    if in_an_attempt:
        go(crew, bob, alice)
        assert table.seats.filter(player=bob).exists(), "in the middle of an attempt nothing is turned over"
    end(table, won=False)
    if not in_an_attempt:
        go(crew, bob, alice)
    assert not table.seats.filter(player=bob).exists()
    with pytest.raises(SeatsEmpty):
        deals.start_attempt(table_id=table.pk, player=alice)
    tables.put_bot(table_id=table.pk, by=alice, number=1, bot="random")
    deals.start_attempt(table_id=table.pk, player=alice)


@pytest.mark.usefixtures("noon")
def test_a_player_on_a_freed_seat_sees_no_card_of_before(
    running: Challenge, alice: Player, bob: Player, charlie: Player, crew: Crew, signed_in: SignedIn
) -> None:
    CrewMember.objects.create(crew=crew, player=charlie)
    table = table_of(running, crew, bob)
    deal(table, bob)
    end(table, won=False)
    assert selectors.seat_view(table, bob) is not None
    crews.remove_member(crew=crew, player=bob, by=alice)
    tables.take_seat(table=table, player=charlie)
    table.refresh_from_db()
    assert selectors.seat_view(table, charlie) is None
    assert isinstance(selectors.table_page(table, charlie), Lobby)
    newcomer, start = signed_in(charlie), reverse("table-start", args=(table.pk,))
    assert start in newcomer.get(reverse("table", args=(table.pk,))).text
    assert newcomer.post(start, {"seen": table.version}).status_code == 303
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=charlie, seen=table.version)
    table.refresh_from_db()
    assert selectors.seat_view(table, charlie) is not None, "that one they were dealt"
    assert not isinstance(selectors.table_page(table, charlie), Lobby)


@pytest.mark.usefixtures("noon")
def test_what_a_removed_player_has_played_keeps_their_name(
    club: Club, running: Challenge, olga: Player, alice: Player, bob: Player, crew: Crew
) -> None:
    table = table_of(running, crew, bob)
    deal(table, bob)
    end(table, won=True)
    removals.remove_member(club=club, by=olga, player=bob)
    crews.leave_crew(crew=crew, player=bob)
    assert table.seats.get(player=bob).number == 0
    following = table_of(running, crew, alice, number=2)
    assert not following.seats.filter(player=bob).exists()


@pytest.mark.usefixtures("noon")
def test_the_next_stage_has_no_seat_for_a_removed_player(
    club: Club, running: Challenge, olga: Player, alice: Player, bob: Player, crew: Crew
) -> None:
    table = table_of(running, crew, bob)
    deal(table, bob)
    end(table, won=True)
    removals.remove_member(club=club, by=olga, player=bob)
    following = table_of(running, crew, alice, number=2)
    assert not following.seats.filter(player=bob).exists()
    deals.start_attempt(table_id=following.pk, player=alice)


@pytest.mark.usefixtures("noon")
def test_a_crew_that_is_readmitted_plays_on_without_a_removed_player(
    club: Club, running: Challenge, olga: Player, alice: Player, bob: Player, crew: Crew
) -> None:
    table = table_of(running, crew, bob)
    for _ in range(3):
        deal(table, bob)
        end(table, won=False)
    removals.remove_member(club=club, by=olga, player=bob)
    assert table.seats.filter(player=bob).exists()
    rulings.grant_extra_attempt(Decision(running, olga, "The train."), stage=stage_of(running), crew=crew)
    assert not table.seats.filter(player=bob).exists()


@pytest.mark.usefixtures("noon")
def test_nobody_seats_a_removed_player(
    club: Club, running: Challenge, olga: Player, alice: Player, bob: Player, crew: Crew
) -> None:
    table = table_of(running, crew, alice)
    tables.clear_seat(table_id=table.pk, by=alice, number=1)
    removals.remove_member(club=club, by=olga, player=bob)
    with pytest.raises(WasRemoved):
        tables.put_in_seat(table_id=table.pk, by=alice, player=bob, number=1)


def test_somebody_who_plays_with_a_crew_alone_is_removed_too(
    club: Club, rivals: Crew, charlie: Player, olga: Player, signed_in: SignedIn
) -> None:
    page = reverse("club-member", args=(club.slug, charlie.pk))
    of_crew = reverse("club-crew", args=(club.slug, rivals.slug))
    assert of_crew in signed_in(olga).get(reverse("club", args=(club.slug,))).text
    assert page in signed_in(olga).get(of_crew).text
    assert page not in signed_in(charlie).get(of_crew).text, "who plays with whom is for organizers"
    assert "Remove from the club" in signed_in(olga).get(page).text
    signed_in(olga).post(reverse("club-member-remove", args=(club.slug, charlie.pk)))
    assert not is_inside(charlie, club)
    with pytest.raises(Http404):
        member_of_club_for(olga, club, charlie.pk)
    assert ClubCrew.objects.filter(club=club, crew=rivals).exists()


def test_links_do_not_let_a_removed_player_back_but_organizers_do(
    removed: Club, bob: Player, olga: Player, charlie: Player, signed_in: SignedIn
) -> None:
    link = invitations.create_invitation(by=olga, club=removed)
    with pytest.raises(RemovedFromClub):
        invitations.accept_invitation(invite=link, player=bob)
    settings, back = (
        reverse("club-settings", args=(removed.slug,)),
        reverse("club-let-back", args=(removed.slug, bob.pk)),
    )
    assert back in signed_in(olga).get(settings).text
    assert signed_in(charlie).post(back).status_code == 404
    assert signed_in(olga).post(back, follow=True).status_code == 200
    assert is_inside(bob, removed)  # As a member of his crew.
    invitations.accept_invitation(invite=link, player=bob)
    assert removed.members.filter(player=bob).exists()


def test_an_accepted_request_lets_a_removed_player_back(removed: Club, bob: Player, olga: Player) -> None:
    clubs.ask_to_join(club=removed, player=bob, text="Sorry")
    assert clubs.answer_join_request(request=removed.requests.get(), by=olga, accept=True)
    assert not ClubRemoval.objects.exists()
    assert removed.members.filter(player=bob).exists()


def test_programs_read_and_end_removals(removed: Club, bob: Player, alice: Player, charlie: Player) -> None:
    here = f"clubs/{removed.slug}/removed/"
    assert [row["player"]["name"] for row in Program(alice)("get", here)["results"]] == ["Bob"]
    Program(charlie)("get", here, status=404)
    Program(alice)("delete", f"{here}{bob.pk}/", status=204)
    assert not ClubRemoval.objects.exists()


def test_organizers_do_not_remove_themselves_the_owner_or_each_other(
    club: Club, olga: Player, alice: Player, bob: Player
) -> None:
    ClubMember.objects.filter(player=bob).update(role=ClubMember.Role.ORGANIZER)
    for by, player in ((olga, alice), (olga, bob), (olga, olga), (alice, alice), (bob, olga)):
        with pytest.raises(NotToBeRemoved):
            removals.remove_member(club=club, by=by, player=player)
    assert not ClubRemoval.objects.exists()


def test_an_organizer_takes_a_crew_out(club: Club, crew: Crew, olga: Player, bob: Player, signed_in: SignedIn) -> None:
    address = reverse("club-crew-leave", args=(club.slug, crew.slug))
    assert address in signed_in(olga).get(reverse("club", args=(club.slug,))).text
    signed_in(olga).post(address)
    assert not club.entries.exists()


def test_a_crew_that_was_taken_out_comes_back_by_an_organizer_alone(
    club: Club, crew: Crew, olga: Player, bob: Player, signed_in: SignedIn
) -> None:
    clubs.withdraw_crew(club=club, crew=crew, player=olga)
    with pytest.raises(CrewRemoved):
        clubs.enter_crew(club=club, crew=crew, player=bob)
    back = reverse("club-crew-let-back", args=(club.slug, crew.slug))
    assert signed_in(bob).post(back).status_code == 403
    assert back in signed_in(olga).get(reverse("club-settings", args=(club.slug,))).text
    signed_in(olga).post(back)
    clubs.enter_crew(club=club, crew=crew, player=bob)
    assert club.entries.filter(crew=crew).exists()


def test_a_crew_that_withdrew_by_itself_comes_back_by_itself(club: Club, crew: Crew, bob: Player) -> None:
    clubs.withdraw_crew(club=club, crew=crew, player=bob)
    clubs.enter_crew(club=club, crew=crew, player=bob)
    assert club.entries.filter(crew=crew).exists()


def test_a_digest_tells_a_removed_player_nothing(removed: Club, bob: Player, alice: Player) -> None:
    from logbook.notifications.services import digests

    now = timezone.now()
    post = removed.news.create(title="Hello", text="All of you", author=alice)
    ClubEvent.objects.filter(news=post).delete()
    ClubEvent.objects.create(club=removed, kind=ClubEvent.Kind.NEWS, news=post, at=now - timedelta(hours=1))
    assert bob.pk not in digests._without("", "test", now)
    assert alice.pk in digests._without("", "test", now)


def test_each_removal_is_found_by_its_player(club: Club, olga: Player, bob: Player, charlie: Player) -> None:
    ClubMember.objects.create(club=club, player=charlie)
    for player in (charlie, bob):
        removals.remove_member(club=club, by=olga, player=player)
    assert removal_for(olga, club.slug, bob.pk).player == bob
    assert removal_for(olga, club.slug, charlie.pk).player == charlie
    with pytest.raises(Http404):
        removal_for(olga, club.slug, olga.pk)


def test_a_club_is_its_owners_alone(club: Club, olga: Player, alice: Player, charlie: Player) -> None:
    assert [owns(player, club) for player in (alice, olga, charlie, None)] == [True, False, False, False]
