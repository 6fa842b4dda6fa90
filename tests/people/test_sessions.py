"""Sessions: one query says who asks, and it never says anybody else."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from logbook.people import tasks
from logbook.people.models.players import Player
from logbook.people.models.sessions import Session
from tests.conftest import PASSWORD, SignedIn

ACCOUNTS = ("auth_user", "logbook_player", "logbook_session")


def queries_about_people(client: Client, address: str) -> list[str]:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert client.get(address).status_code == 200
    return [query["sql"] for query in queries if any(f'FROM "{table}"' in query["sql"] for table in ACCOUNTS)]


def test_one_query_finds_session_player_and_account(alice: Player, signed_in: SignedIn) -> None:
    assert len(queries_about_people(signed_in(alice), reverse("rules"))) == 1


def test_one_query_finds_a_guest(guest: Player, signed_in: SignedIn) -> None:
    client = signed_in(guest)
    assert Session.objects.get().player == guest
    assert len(queries_about_people(client, reverse("rules"))) == 1
    assert "Gus (guest)" in client.get(reverse("rules")).content.decode()


def test_a_new_password_ends_the_sessions_of_other_browsers(alice: Player) -> None:
    here, there = Client(), Client()
    assert here.login(username="alice", password=PASSWORD)
    assert there.login(username="alice", password=PASSWORD)
    user = User.objects.get(username="alice")
    user.set_password("another long enough password")
    user.save()
    assert there.get(reverse("rules")).wsgi_request.user.is_anonymous
    assert not Session.objects.filter(session_key=there.cookies["sessionid"].value, player=alice).exists()


def test_a_deactivated_account_is_signed_out(alice: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    User.objects.update(is_active=False)
    assert client.get(reverse("rules")).wsgi_request.user.is_anonymous


def test_a_row_that_names_another_player_is_not_believed(alice: Player, bob: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    Session.objects.update(player=bob)
    request = client.get(reverse("rules")).wsgi_request
    assert request.user == alice.user
    assert request.player == alice  # type: ignore[attr-defined]


def test_a_row_without_its_player_still_signs_in(alice: Player, signed_in: SignedIn) -> None:
    client = signed_in(alice)
    Session.objects.update(player=None)
    assert client.get(reverse("rules")).wsgi_request.player == alice  # type: ignore[attr-defined]


def test_signing_in_gives_the_guests_session_to_the_account(alice: Player, guest: Player, signed_in: SignedIn) -> None:
    client = signed_in(guest)
    client.post(reverse("account_login"), {"login": "alice@example.org", "password": PASSWORD})
    row = Session.objects.get(session_key=client.cookies["sessionid"].value)
    assert row.player == alice
    assert row.get_decoded()[SESSION_KEY] == str(alice.user_id)


def test_expired_sessions_are_deleted(alice: Player, bob: Player, signed_in: SignedIn) -> None:
    signed_in(alice)
    signed_in(bob)
    Session.objects.filter(player=alice).update(expire_date=timezone.now() - timedelta(seconds=1))
    tasks.delete_expired_sessions()
    assert [session.player for session in Session.objects.all()] == [bob]
