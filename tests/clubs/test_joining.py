"""Joining a club: its public page, join requests, mailed invitations, departures."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from logbook.challenges.models.challenges import Challenge, Standing
from logbook.clubs.exceptions import TooManyMails
from logbook.clubs.models import Club, JoinRequest
from logbook.clubs.services import clubs, mailed_invitations, news, removals
from logbook.crews.models.crews import Crew
from logbook.notifications.models import OutboxMail
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from tests.challenges.scenes import NOON, make
from tests.conftest import SignedIn, person

SLUG = ["night-watch"]
CLUB = "/clubs/night-watch/"


@pytest.fixture
def public(club: Club) -> Club:
    Club.objects.update(public=True, about="We play on Fridays.")
    club.refresh_from_db()
    return club


def over(club: Club, by: Player, title: str, winner: Crew) -> Challenge:
    with time_machine.travel(NOON, tick=False):
        challenge = make(club, by, title=title)
    Challenge.objects.filter(pk=challenge.pk).update(
        state="closed", closed_at=timezone.now(), counted_at=timezone.now()
    )
    Standing.objects.create(challenge=challenge, crew=winner, rank=1, stages_won=2, score=3, attempts=3, distress=0)
    return challenge


# --- the public page


@pytest.mark.parametrize("who", ["nobody", "guest", "charlie"])
def test_everybody_reads_the_page_of_a_public_club(
    public: Club, olga: Player, crew: Crew, guest: Player, charlie: Player, signed_in: SignedIn, who: str
) -> None:
    challenge = over(public, olga, "Week 46", crew)
    news.write_news(club=public, by=olga, title="We meet", text="Tonight\n<b>late</b> at https://example.org/map")
    client = {"nobody": Client(), "guest": signed_in(guest), "charlie": signed_in(charlie)}[who]
    page = client.get(CLUB).content.decode()
    for shown in (
        "Night Watch",
        "We play on Fridays.",
        "A club with 3 members",
        "Aurora",
        "Week 46",
        "won by",
        "We meet",
    ):
        assert shown in page
    assert "&lt;b&gt;late&lt;/b&gt;" in page
    assert '<a href="https://example.org/map" rel="nofollow">' in page
    hidden = ["Alice", "Olga", "Bob", challenge.base_seed, challenge.secret, "webhook"]
    assert not [word for word in hidden if word and word in page]
    assert ("Ask to join" in page) == (who == "charlie")


def test_a_club_by_invitation_is_not_there_for_strangers(club: Club, charlie: Player, signed_in: SignedIn) -> None:
    assert signed_in(charlie).get(CLUB).status_code == 404
    assert signed_in(charlie).get(CLUB + "news/").status_code == 404
    assert signed_in(charlie).get(CLUB + "crews/aurora/").status_code == 404
    assert signed_in(charlie).get(CLUB + "calendar.ics").status_code == 404
    assert Client().get(CLUB).status_code == Client().get("/clubs/no-such-club/").status_code == 302


def test_the_public_page_asks_the_database_equally_often(
    public: Club, olga: Player, crew: Crew, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(3):
        over(public, olga, f"Week {number}", crew)
        news.write_news(club=public, by=olga, title="News", text="Text")
    with django_assert_num_queries(7):
        Client().get(CLUB)


def test_organizers_choose_who_reads_it(club: Club, olga: Player, bob: Player, signed_in: SignedIn) -> None:
    address, form = CLUB + "settings/", {"name": "Night Watch", "about": "Late", "public": "on"}
    assert signed_in(bob).post(address, form).status_code == 403
    assert signed_in(olga).post(address, form | {"name": ""}).status_code == 422
    assert not Club.objects.get().public
    assert signed_in(olga).post(address, form).status_code == 302
    assert (Club.objects.get().public, Club.objects.get().slug) == (True, "night-watch")


def test_a_crews_line_leads_to_its_results(
    public: Club, olga: Player, crew: Crew, bob: Player, signed_in: SignedIn
) -> None:
    challenge = over(public, olga, "Week 46", crew)
    address = CLUB + "crews/aurora/"
    assert address in Client().get(CLUB).content.decode()
    page = Client().get(address).content.decode()
    assert "1 of 1" in page
    assert f"/challenges/{challenge.pk}/" not in page
    assert f"/challenges/{challenge.pk}/" in signed_in(bob).get(address).content.decode()
    assert Client().get(CLUB + "crews/borealis/").status_code == 404


# --- asking to join


def ask(client: Client, words: str = "I am Charlie") -> int:
    return client.post(CLUB + "ask/", {"words": words}).status_code


def test_asking_twice_is_once_and_accepting_lets_in(
    public: Club, charlie: Player, olga: Player, bob: Player, signed_in: SignedIn
) -> None:
    client = signed_in(charlie)
    assert [ask(client), ask(client, "again")] == [302, 302]
    asked = JoinRequest.objects.get()
    assert asked.words == "I am Charlie"
    assert "Request sent. An organizer will answer it." in client.get(CLUB).content.decode()
    assert "I am Charlie" in signed_in(olga).get(CLUB).content.decode()
    assert "I am Charlie" not in signed_in(bob).get(CLUB).content.decode()
    address = f"{CLUB}requests/{asked.pk}/"
    assert signed_in(bob).post(address, {"answer": "accept"}).status_code == 403
    assert signed_in(olga).post(address, {"answer": "perhaps"}).status_code == 422
    for answer in ("accept", "decline"):
        assert signed_in(olga).post(address, {"answer": answer}).status_code == 302
    assert public.members.filter(player=charlie).count() == 1
    assert "4 members" in signed_in(charlie).get("/clubs/").content.decode()
    assert "Members" in client.get(CLUB).content.decode()


def test_who_is_declined_may_ask_again_after_a_day(
    public: Club, charlie: Player, olga: Player, signed_in: SignedIn
) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        clubs.ask_to_join(club=public, player=charlie, text="please")
        clubs.answer_join_request(request=JoinRequest.objects.get(), by=olga, accept=False)
        client = signed_in(charlie)
        assert (
            "The club declined your request. You can ask again a day after it was declined."
            in client.get(CLUB).content.decode()
        )
        assert ask(client) == 409
        clock.shift(timedelta(days=1))
        assert "Ask to join" in client.get(CLUB).content.decode()
        assert ask(client, "once more") == 302
    asked = JoinRequest.objects.get()
    assert (asked.state, asked.words, asked.answered_by) == ("waiting", "once more", None)


def test_a_request_can_be_withdrawn_and_made_again(
    public: Club, charlie: Player, olga: Player, bob: Player, signed_in: SignedIn
) -> None:
    client, withdraw = signed_in(charlie), CLUB + "ask/withdraw/"
    with time_machine.travel(NOON, tick=False) as clock:
        ask(client)
        assert "Withdraw the request" in client.get(CLUB).text
        page = client.post(withdraw, follow=True).text
        assert "Your request has been withdrawn." in page
        assert "Ask to join" in page
        asked = JoinRequest.objects.get()
        assert "I am Charlie" not in signed_in(olga).get(CLUB).text
        late = signed_in(olga).post(f"{CLUB}requests/{asked.pk}/", {"answer": "accept"}, follow=True).text
        assert "Charlie has withdrawn the request." in late
        assert not public.members.filter(player=charlie).exists()
        assert ask(client, "After all") == 302
        assert OutboxMail.objects.filter(player=olga, event="join-asked").count() == 1, "one mail a day"
        client.post(withdraw)
        clock.shift(timedelta(days=1))
        ask(client, "Really")
        assert OutboxMail.objects.filter(player=olga, event="join-asked").count() == 2
        signed_in(olga).post(f"{CLUB}requests/{asked.pk}/", {"answer": "accept"})
    assert "You have no request waiting here." in client.post(withdraw, follow=True).text
    assert public.members.filter(player=charlie).exists()


def test_an_invitation_settles_the_request(public: Club, charlie: Player) -> None:
    clubs.ask_to_join(club=public, player=charlie, text="")
    clubs.join_club(club=public, player=charlie)
    assert JoinRequest.objects.get().state == "accepted"


@pytest.mark.parametrize("who", ["nobody", "guest"])
def test_asking_needs_an_account(public: Club, guest: Player, signed_in: SignedIn, who: str) -> None:
    page = (Client() if who == "nobody" else signed_in(guest)).post(CLUB + "ask/", {"words": "x"})
    assert page.status_code == 302
    assert page.headers["Location"].startswith(reverse("account_login"))
    assert not JoinRequest.objects.exists()


def test_nobody_asks_at_a_club_they_cannot_see(club: Club, charlie: Player, signed_in: SignedIn) -> None:
    assert ask(signed_in(charlie)) == 404


def test_too_many_words(public: Club, charlie: Player, signed_in: SignedIn) -> None:
    page = signed_in(charlie).post(CLUB + "ask/", {"words": "x" * 201})
    assert page.status_code == 422
    assert "Use up to 200 characters." in page.content.decode()


# --- invitations by mail


def mail_out(client: Client, addresses: str) -> tuple[int, str]:
    page = client.post(CLUB + "invite/mail/", {"addresses": addresses}, follow=True)
    return page.status_code, page.content.decode()


def test_each_address_gets_a_link_for_one_person(
    club: Club, olga: Player, charlie: Player, signed_in: SignedIn,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:  # fmt: skip
    with django_capture_on_commit_callbacks(execute=True):
        status, page = mail_out(signed_in(olga), "charlie@example.org\nnew@example.org\nNEW@example.org\n")
    assert status == 200
    assert "2 invitations sent." in page
    assert sorted(message.to[0] for message in mail.outbox) == ["charlie@example.org", "new@example.org"]
    invite = Invite.objects.get(mail_to="new@example.org")
    body = next(str(message.body) for message in mail.outbox if message.to == ["new@example.org"])
    assert f"/join/{invite.token}/" in body
    # It is not an open link: the page still offers to create one.
    assert invite.token not in page
    assert signed_in(charlie).post(f"/join/{invite.token}/").status_code == 302
    assert signed_in(person("Dora")).post(f"/join/{invite.token}/").status_code == 410
    assert club.members.count() == 4
    mailed_invitations.send_invitation(invite_id=invite.pk)
    assert len(mail.outbox) == 2


def test_the_answer_does_not_tell_who_has_an_account(
    club: Club, olga: Player, charlie: Player, signed_in: SignedIn
) -> None:
    known = mail_out(signed_in(olga), "charlie@example.org")[1].replace("charlie@", "somebody@")
    Invite.objects.all().delete()
    unknown = mail_out(signed_in(olga), "nobody99@example.org")[1].replace("nobody99@", "somebody@")

    def told(page: str) -> list[str]:
        return [line for line in page.splitlines() if "csrf" not in line.lower() and "/links/" not in line]

    assert told(known) == told(unknown)


@pytest.mark.parametrize(
    ("addresses", "sentence"),
    [
        ("", "Enter at least one email address."),
        ("good@example.org\nbad@\nworse", "These aren’t valid email addresses: bad@, worse. Nothing was sent."),
        ("\n".join(f"p{n}@example.org" for n in range(21)), "Enter up to 20 addresses at a time. Nothing was sent."),
    ],
)
def test_bad_addresses_are_named_and_nothing_is_sent(
    club: Club, olga: Player, signed_in: SignedIn, addresses: str, sentence: str
) -> None:
    status, page = mail_out(signed_in(olga), addresses)
    assert status == 422
    assert sentence in page
    assert not Invite.objects.exists()


def test_a_club_is_no_way_to_mail_the_world(club: Club, olga: Player, bob: Player, signed_in: SignedIn) -> None:
    for turn in range(5):
        mailed_invitations.mail_invitations(
            club=club, by=olga, addresses=[f"p{turn}-{n}@example.org" for n in range(20)]
        )
    assert mail_out(signed_in(olga), "one-more@example.org")[0] == 429
    assert mail_out(signed_in(bob), "one-more@example.org")[0] == 403
    assert mailed_invitations.mail_invitations(club=club, by=olga, addresses=["p0-0@example.org"]) == 0
    second = clubs.create_club(player=olga, name="Second")
    with pytest.raises(TooManyMails):
        mailed_invitations.mail_invitations(club=second, by=olga, addresses=["one-more@example.org"])
    assert Invite.objects.count() == 100


# --- going


def test_organizers_remove_members_after_one_question(
    club: Club, olga: Player, bob: Player, alice: Player, signed_in: SignedIn
) -> None:
    client, address = signed_in(olga), f"{CLUB}members/{bob.pk}/remove/"
    assert "Remove Bob from Night Watch?" in client.get(address).content.decode()
    assert club.members.filter(player=bob).exists()
    assert client.post(address).status_code == 302
    removals.remove_member(club=club, by=olga, player=bob)
    assert not club.members.filter(player=bob).exists()
    assert club.entries.count() == 1, "what the crews have and do stays"


def test_whom_one_cannot_remove(club: Club, olga: Player, bob: Player, alice: Player, signed_in: SignedIn) -> None:
    assert signed_in(bob).post(f"{CLUB}members/{olga.pk}/remove/").status_code == 403
    page = signed_in(olga).post(f"{CLUB}members/{alice.pk}/remove/")
    assert page.status_code == 403
    assert "Organizers can remove members. Only the owner can remove an organizer." in page.content.decode()
    assert club.members.count() == 3
    assert signed_in(alice).post(f"{CLUB}members/{olga.pk}/remove/").status_code == 302
    assert signed_in(alice).post(f"{CLUB}members/{alice.pk}/remove/").status_code == 403
    assert [member.role for member in club.members.all()] == ["owner", "member"]


def test_the_owner_deletes_the_club_by_its_name(club: Club, alice: Player, olga: Player, signed_in: SignedIn) -> None:
    address = CLUB + "delete/"
    assert signed_in(olga).post(address, {"name": "Night Watch"}).status_code == 403
    page = signed_in(alice).post(address, {"name": "Day Watch"})
    assert page.status_code == 422
    assert "This isn’t the club’s name. Nothing was deleted." in page.content.decode()
    assert Club.objects.exists()
    assert signed_in(alice).post(address, {"name": "Night Watch"}).status_code == 302
    assert not Club.objects.exists()
    assert Crew.objects.exists()


# --- members' pages and news


def test_members_see_each_others_pages(
    club: Club, olga: Player, bob: Player, crew: Crew, charlie: Player, signed_in: SignedIn
) -> None:
    over(club, olga, "Week 46", crew)
    Club.objects.update(public=True)
    address = f"{CLUB}members/{bob.pk}/"
    page = signed_in(olga).get(address).content.decode()
    assert "Aurora" in page
    assert "Week 46" in page
    assert "1 of 1" in page
    assert signed_in(charlie).get(address).status_code == 404
    assert Client().get(address).status_code == 302
    assert signed_in(olga).get(f"{CLUB}members/{charlie.pk}/").status_code == 404


def test_news_come_newest_first_and_paged(club: Club, olga: Player, bob: Player, signed_in: SignedIn) -> None:
    client = signed_in(olga)
    for number in range(11):
        assert client.post(CLUB + "news/new/", {"title": f"Post {number}", "text": "x"}).status_code == 302
    page = signed_in(bob).get(CLUB).content.decode()
    assert page.index("Post 10") < page.index("Post 9") < page.index("Post 8")
    assert "Post 7" not in page
    assert "Post 0" not in signed_in(bob).get(CLUB + "news/").content.decode()
    assert "Post 0" in signed_in(bob).get(CLUB + "news/?page=2").content.decode()


def test_news_are_edited_and_deleted_by_organizers(club: Club, olga: Player, bob: Player, signed_in: SignedIn) -> None:
    post = news.write_news(club=club, by=olga, title="Old", text="x")
    address = f"{CLUB}news/{post.pk}/"
    for path in ("", "delete/"):
        assert signed_in(bob).post(address + path, {"title": "New", "text": "y"}).status_code == 403
    assert signed_in(bob).post(CLUB + "news/new/", {"title": "New", "text": "y"}).status_code == 403
    page = signed_in(olga).post(address, {"title": "", "text": "y" * 2001})
    assert page.status_code == 422
    assert "Enter a title for the post." in page.content.decode()
    signed_in(olga).post(address, {"title": "New", "text": "y"})
    assert (club.news.get().title, club.news.get().edited_at is not None) == ("New", True)
    assert signed_in(olga).get(address + "delete/").status_code == 200
    assert signed_in(olga).post(address + "delete/").status_code == 302
    assert not club.news.exists()
