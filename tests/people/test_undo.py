"""Undo: a message after a deed has a button that restores the former state, for ten minutes and for its player only."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from logbook.campaigns.models import Campaign, LogEntry, MissionLog
from logbook.campaigns.services import campaigns, entries
from logbook.challenges.models.challenges import Challenge
from logbook.clubs.models import Club, ClubMember, News
from logbook.clubs.services import clubs, news, removals
from logbook.crews.models.crews import Crew, CrewMember
from logbook.crews.services import crews
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.people.services import invitations
from logbook.people.undo import LASTS
from logbook.tables.models import Table
from logbook.tables.services import tables
from tests.campaigns.scenes import add, filled
from tests.challenges.scenes import HOUR, NOON, table_of
from tests.conftest import SignedIn

pytestmark = [pytest.mark.django_db, pytest.mark.once]

Press = Callable[..., Any]


@pytest.fixture
def campaign(crew: Crew, alice: Player) -> Campaign:
    return campaigns.open_campaign(crew=crew, by=alice, game="planet-nine", name="Winter")


def token_in(page: str) -> str:
    found = re.search(r'action="/undo/".*?name="token" value="([^"]+)"', page, re.DOTALL)
    assert found, "the message has an Undo button"
    return found[1]


def press(client: Client, page: Any) -> Any:
    return client.post(reverse("undo"), {"token": token_in(page.text)}, follow=True)


# --- members of a crew


def removed_from_crew(client: Client, crew: Crew, player: Player) -> Any:
    return client.post(reverse("crew-member-remove", args=(crew.slug, player.pk)), follow=True)


def test_a_removed_member_is_back_with_role_date_and_links(
    alice: Player, bob: Player, crew: Crew, signed_in: SignedIn
) -> None:
    before = CrewMember.objects.values().get(player=bob)
    link = invitations.create_invitation(by=alice, crew=crew)
    client = signed_in(alice)
    page = removed_from_crew(client, crew, bob)
    assert "Bob is no longer in the crew." in page.text
    undone = press(client, page)
    assert "Undone: the member is back in the crew, as before." in undone.text
    assert "Alice undid the removal of a member." in undone.text
    assert CrewMember.objects.values().get(player=bob) == before
    assert Invite.objects.get(pk=link.pk).is_open


def test_a_second_press_changes_nothing(alice: Player, bob: Player, crew: Crew, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    page = removed_from_crew(client, crew, bob)
    for _ in range(2):
        assert press(client, page).status_code == 200
    assert [note.kind for note in crew.notes.all()] == ["restored", "removed"]
    assert crew.members.filter(player=bob).count() == 1


def test_only_the_player_who_did_it_undoes_it(alice: Player, bob: Player, crew: Crew, signed_in: SignedIn) -> None:
    token = token_in(removed_from_crew(signed_in(alice), crew, bob).text)
    assert signed_in(bob).post(reverse("undo"), {"token": token}).status_code == 404
    assert signed_in(alice).post(reverse("undo"), {"token": token[:-1]}).status_code == 404
    assert signed_in(alice).post(reverse("undo")).status_code == 404
    assert Client().post(reverse("undo"), {"token": token}).status_code == 302
    assert not crew.members.filter(player=bob, left_at=None).exists()


def test_ten_minutes_later_it_is_too_late(alice: Player, bob: Player, crew: Crew, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    page = removed_from_crew(client, crew, bob)
    with time_machine.travel(timezone.now() + LASTS + timedelta(seconds=5)):
        late = press(client, page)
    assert late.status_code == 410
    assert "too late to undo" in late.text


def test_a_member_who_has_joined_anew_stays_as_they_are(
    alice: Player, bob: Player, crew: Crew, signed_in: SignedIn
) -> None:
    client = signed_in(alice)
    page = removed_from_crew(client, crew, bob)
    crews.join_crew(crew=crew, player=bob)
    answer = press(client, page)
    assert answer.status_code == 409
    assert "changed again in the meantime" in answer.text
    assert crew.members.filter(player=bob, left_at=None).count() == 1


def test_a_founder_no_more_undoes_nothing(
    alice: Player, bob: Player, charlie: Player, crew: Crew, signed_in: SignedIn
) -> None:
    CrewMember.objects.create(crew=crew, player=charlie, role=CrewMember.Role.FOUNDER)
    client = signed_in(alice)
    page = removed_from_crew(client, crew, bob)
    crews.leave_crew(crew=crew, player=alice)
    assert press(client, page).status_code == 403
    assert not crew.members.filter(player=bob, left_at=None).exists()


def test_a_restored_member_sits_in_their_seat_again(
    running: Challenge, alice: Player, bob: Player, crew: Crew, signed_in: SignedIn
) -> None:
    with time_machine.travel(NOON + HOUR):
        _leaves_a_seat_and_returns(table_of(running, crew, alice), alice, bob, signed_in(alice))


def _leaves_a_seat_and_returns(table: Table, alice: Player, bob: Player, client: Client) -> None:
    tables.clear_seat(table_id=table.pk, by=alice, number=2)
    tables.put_in_seat(table_id=table.pk, by=alice, player=bob, number=2)
    assert table.crew is not None
    page = removed_from_crew(client, table.crew, bob)
    assert not table.seats.filter(player=bob).exists()
    assert press(client, page).status_code == 200
    assert table.seats.get(player=bob).number == 2


# --- members of a club


def removed_from_club(client: Client, club: Club, player: Player) -> Any:
    return client.post(reverse("club-member-remove", args=(club.slug, player.pk)), follow=True)


def test_a_clubs_organizer_is_back_with_role_and_date(
    club: Club, olga: Player, charlie: Player, signed_in: SignedIn
) -> None:
    owner = club.members.get(role="owner").player
    with time_machine.travel(NOON):
        clubs.join_club(club=club, player=charlie)
    clubs.change_role(club=club, by=owner, player=charlie, role="organizer")
    before = ClubMember.objects.values("role", "joined_at").get(player=charlie)
    client = signed_in(owner)
    page = removed_from_club(client, club, charlie)
    assert not club.members.filter(player=charlie).exists()
    for _ in range(2):
        undone = press(client, page)
        assert "Undone: the member is back in the club, as before." in undone.text
    assert ClubMember.objects.values("role", "joined_at").get(player=charlie) == before
    assert not club.removals.exists()


def test_a_player_of_a_crew_only_plays_in_the_club_again(
    club: Club, olga: Player, bob: Player, signed_in: SignedIn
) -> None:
    clubs.leave_club(club=club, player=bob)
    client = signed_in(olga)
    page = removed_from_club(client, club, bob)
    assert not club.players().contains(bob)
    press(client, page)
    assert club.players().contains(bob)
    assert not club.members.filter(player=bob).exists()


def test_a_player_readmitted_meanwhile_is_not_restored(
    club: Club, olga: Player, charlie: Player, signed_in: SignedIn
) -> None:
    clubs.join_club(club=club, player=charlie)
    client = signed_in(olga)
    page = removed_from_club(client, club, charlie)
    removals.readmit_member(removal=club.removals.get())
    assert press(client, page).status_code == 409
    assert not club.members.filter(player=charlie).exists()


def test_an_organizer_no_more_undoes_nothing(club: Club, olga: Player, charlie: Player, signed_in: SignedIn) -> None:
    owner = club.members.get(role="owner").player
    clubs.join_club(club=club, player=charlie)
    client = signed_in(olga)
    page = removed_from_club(client, club, charlie)
    clubs.change_role(club=club, by=owner, player=olga, role="member")
    assert press(client, page).status_code == 403
    assert club.removals.count() == 1


# --- entries of a logbook


def test_a_logged_attempt_counts_no_more_after_undo(campaign: Campaign, alice: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    page = client.post(reverse("campaign-log", args=[campaign.pk]), filled(), follow=True)
    assert "Attempt logged." in page.text
    for _ in range(2):
        assert "Undone: the entry no longer counts." in press(client, page).text
    assert LogEntry.objects.get().removed_at is not None
    assert not MissionLog.objects.filter(attempts__gt=0).exists()


def test_the_tally_by_script_brings_its_message_along(campaign: Campaign, alice: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    told = {"key": filled()["key"], "mission": "1"}
    page = client.post(reverse("campaign-tally", args=[campaign.pk]), told, headers={"HX-Request": "true"})
    assert "Failed attempt logged." in page.text
    press(client, page)
    assert LogEntry.objects.get().removed_at is not None


def test_a_corrected_attempt_is_not_undone(campaign: Campaign, alice: Player, bob: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    page = client.post(reverse("campaign-log", args=[campaign.pk]), filled(), follow=True)
    entries.correct_entry(entry_id=LogEntry.objects.get().pk, by=bob, note="It was closer than it looks.")
    assert press(client, page).status_code == 409
    assert LogEntry.objects.get().removed_at is None


def test_a_removed_entry_is_back_as_it_was(campaign: Campaign, alice: Player, signed_in: SignedIn) -> None:
    entry = add(campaign, alice, won=True, note="Close.")
    before = LogEntry.objects.values().get(pk=entry.pk)
    client = signed_in(alice)
    page = client.post(reverse("campaign-entry-turn", args=[campaign.pk, entry.pk, "remove"]), follow=True)
    assert "Entry removed: it no longer counts." in page.text
    for _ in range(2):
        assert "Undone: the entry counts again." in press(client, page).text
    assert LogEntry.objects.values().get(pk=entry.pk) == before
    assert MissionLog.objects.get(campaign=campaign, mission="1").won


def test_an_entry_of_a_closed_campaign_stays_removed(campaign: Campaign, alice: Player, signed_in: SignedIn) -> None:
    entry = add(campaign, alice)
    client = signed_in(alice)
    page = client.post(reverse("campaign-entry-turn", args=[campaign.pk, entry.pk, "remove"]), follow=True)
    campaigns.close_campaign(campaign_id=campaign.pk, by=alice)
    assert press(client, page).status_code == 409
    assert LogEntry.objects.get().removed_at is not None


# --- news of a club


def deleted(client: Client, club: Club, post: News) -> Any:
    page = client.post(reverse("club-news-delete", args=(club.slug, post.pk)), follow=True)
    assert "The post has been deleted." in page.text
    assert post.title not in page.text
    return page


def test_deleted_news_is_back_word_for_word(club: Club, olga: Player, signed_in: SignedIn) -> None:
    post = news.write_news(club=club, by=olga, title="Lost and found", text="A blue scarf.")
    before, client = News.objects.values().get(pk=post.pk), signed_in(olga)
    page = deleted(client, club, post)
    assert not club.news.exists()
    for _ in range(2):
        undone = press(client, page).text
        assert "Undone: the post is back." in undone
        assert "A blue scarf." in undone
    assert News.objects.values().get(pk=post.pk) == before


def test_news_gone_for_good_is_not_restored(club: Club, olga: Player, signed_in: SignedIn) -> None:
    client = signed_in(olga)
    page = deleted(client, club, news.write_news(club=club, by=olga, title="Lost and found", text="A blue scarf."))
    news.purge_news()
    assert News.with_deleted.exists(), "as long as it can be undone nothing is purged"
    with time_machine.travel(timezone.now() + 2 * LASTS):
        news.purge_news()
    assert not News.with_deleted.exists()
    assert press(client, page).status_code == 409


def test_an_organizer_no_more_restores_no_news(club: Club, olga: Player, signed_in: SignedIn) -> None:
    client = signed_in(olga)
    page = deleted(client, club, news.write_news(club=club, by=olga, title="Lost and found", text="A blue scarf."))
    club.members.filter(player=olga).update(role="member")
    assert press(client, page).status_code == 403
    assert not club.news.exists()
