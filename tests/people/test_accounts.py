"""Accounts: signing up, in and out, a forgotten password, and what a guest hands over."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games.crew.bots import BOTS
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.people.selectors import GUEST_KEY
from logbook.people.services import players
from logbook.tables.models import Event, Table
from tests.conftest import PASSWORD, SignedIn
from tests.notifications.scenes import letters
from tests.people.accounts_scenes import FORM, seat_of


def test_signing_up_makes_a_player(db: None) -> None:
    client = Client()
    page = client.post(reverse("account_signup"), FORM)
    assert page.headers["Location"] == reverse("home")
    assert Player.objects.get().name == "Dora"
    assert "Dora" in client.get(reverse("profile")).content.decode()
    assert [message.subject for message in letters()] == ["Welcome aboard: confirm your email address"]


@pytest.mark.parametrize(
    ("field", "sentence"),
    [
        ("name", "Enter a name for others to see."),
        ("email", "Enter your email address."),
        ("password1", "Choose a password."),
    ],
)
def test_signing_up_with_a_field_missing(db: None, field: str, sentence: str) -> None:
    page = Client().post(reverse("account_signup"), FORM | {field: ""})
    text = page.content.decode()
    assert page.status_code == 422
    assert sentence in text
    assert all(value in text for name, value in FORM.items() if name not in {field, "password1"})
    assert not User.objects.exists()


def test_signing_up_with_an_address_that_has_an_account(alice: Player) -> None:
    page = Client().post(reverse("account_signup"), FORM | {"email": "alice@example.org"})
    assert page.status_code == 422
    assert User.objects.count() == 1


def test_confirming_the_address(db: None) -> None:
    client = Client()
    client.post(reverse("account_signup"), FORM)
    link = re.findall(r"http://localhost(/\S+)", str(letters()[0].body))[0]
    assert "dora@example.org" in client.get(link).content.decode()
    assert Player.objects.filter(name="Dora", confirmed_at=None).exists()
    assert client.post(link).status_code == 302
    assert Player.objects.filter(name="Dora", confirmed_at__isnull=False).exists()
    assert "confirmed" in client.get(reverse("account_email")).content.decode()


def test_signing_in_and_out(alice: Player) -> None:
    client = Client()
    page = client.post(reverse("account_login"), {"login": "alice@example.org", "password": PASSWORD})
    assert page.headers["Location"] == reverse("home")
    assert client.get(reverse("profile")).status_code == 200
    client.post(reverse("account_logout"))
    assert client.get(reverse("profile")).status_code == 302


def test_signing_in_with_the_wrong_password(alice: Player) -> None:
    page = Client().post(reverse("account_login"), {"login": "alice@example.org", "password": "nonsense"})
    assert page.status_code == 422
    assert "alice@example.org" in page.content.decode()


def test_a_forgotten_password(alice: Player) -> None:
    client = Client()
    page = client.post(reverse("account_reset_password"), {"email": "alice@example.org"})
    assert page.status_code == 302
    (sent,) = letters()
    assert sent.subject == "Set a new password"
    link = re.findall(r"http://localhost(/accounts/password\S+)", str(sent.body))[0]
    address = client.get(link).headers["Location"]
    client.post(address, {"password1": "a quite different one", "password2": "a quite different one"})
    assert client.login(username="alice", password="a quite different one")


def test_a_forgotten_password_of_nobody_tells_nothing(db: None) -> None:
    page = Client().post(reverse("account_reset_password"), {"email": "nobody@example.org"})
    assert page.status_code == 302
    assert letters()[0].subject == "No account with this address"


def test_a_reset_link_that_has_ended(db: None) -> None:
    page = Client().get(reverse("account_reset_password_from_key", args=["1", "abc-def"]))
    assert "This link no longer works" in page.content.decode()


def test_signing_up_claims_the_guest(guest: Player, signed_in: SignedIn) -> None:
    seat = seat_of(guest)
    client = signed_in(guest)
    assert "You’re playing as Gus" in client.get(reverse("account_signup")).content.decode()
    client.post(reverse("account_signup"), FORM)
    seat.refresh_from_db()
    assert seat.player == Player.objects.get()
    assert seat.player is not None
    assert (seat.player.name, seat.player.is_guest) == ("Dora", False)
    assert GUEST_KEY not in client.session


def test_the_guests_name_stands_in_the_form(guest: Player, signed_in: SignedIn) -> None:
    address = reverse("account_signup")
    assert 'value="Gus"' in signed_in(guest).get(address).text
    assert "Gus" not in Client().get(address).text
    assert 'value="Dora"' in signed_in(guest).post(address, {"name": "Dora"}).text


def test_signing_in_claims_the_guest(guest: Player, alice: Player, signed_in: SignedIn) -> None:
    seat = seat_of(guest)
    invite = Invite.objects.create(table=seat.table, created_by=guest)
    client = signed_in(guest)
    client.post(reverse("account_login"), {"login": "alice@example.org", "password": PASSWORD})
    seat.refresh_from_db()
    invite.refresh_from_db()
    assert (seat.player, invite.created_by) == (alice, alice)
    assert Player.objects.get() == alice
    assert GUEST_KEY not in client.session


def test_the_account_keeps_its_own_seat_where_both_sit(guest: Player, alice: Player) -> None:
    own = seat_of(alice)
    other = seat_of(guest, number=1, table=own.table)
    assert alice.user is not None
    for _ in range(2):
        players.open_player(user=alice.user, guest=Player.objects.filter(user=None).first())
    own.refresh_from_db()
    other.refresh_from_db()
    assert (own.player, other.player) == (alice, None)


def test_a_bot_takes_the_guests_second_seat_amid_an_attempt(guest: Player, alice: Player) -> None:
    own = seat_of(alice)
    other = seat_of(guest, number=1, table=own.table)
    Table.objects.update(state=Table.State.PLAYING)
    assert alice.user is not None
    players.open_player(user=alice.user, guest=guest)
    other.refresh_from_db()
    own.table.refresh_from_db()
    assert (other.player, other.bot, own.table.version) == (None, next(iter(BOTS)), 1)


def test_a_claimed_guest_keeps_what_it_played(guest: Player, alice: Player) -> None:
    seat = seat_of(guest)
    attempt = seat.table.attempts.create(number=1, seed="s/1", rules=1)
    event = Event.objects.create(attempt=attempt, sequence=1, seat=0, text="play B7", player=guest)
    assert alice.user is not None
    players.open_player(user=alice.user, guest=guest)
    event.refresh_from_db()
    assert event.player == alice


def test_a_claimed_player_answers_only_to_its_account(alice: Player) -> None:
    client = Client()
    session = client.session
    session[GUEST_KEY] = alice.pk
    session.save()
    assert "Alice" not in client.get(reverse("home")).content.decode()


def test_an_account_made_by_command_gets_its_player_when_it_signs_in(db: None) -> None:
    User.objects.create_superuser("root", "root@example.org", PASSWORD)
    client = Client()
    client.post(reverse("admin:login"), {"username": "root", "password": PASSWORD, "next": "/admin/"})
    assert Player.objects.get().name == "root"


def test_my_page_shows_my_crews_and_clubs(club: object, alice: Player, signed_in: SignedIn) -> None:
    page = signed_in(alice).get(reverse("profile")).content.decode()
    assert all(word in page for word in ("Alice", "Aurora", "Night Watch", "alice@example.org"))


def test_changing_my_name(alice: Player, signed_in: SignedIn) -> None:
    page = signed_in(alice).post(reverse("profile"), {"name": "Alice the Second"})
    assert page.headers["Location"] == reverse("profile")
    alice.refresh_from_db()
    assert alice.name == "Alice the Second"


@pytest.mark.parametrize("name", ["", "x" * 41])
def test_a_name_that_is_none(alice: Player, signed_in: SignedIn, name: str) -> None:
    page = signed_in(alice).post(reverse("profile"), {"name": name})
    assert page.status_code == 422
    alice.refresh_from_db()
    assert alice.name == "Alice"
    assert "<h1>Alice</h1>" in page.content.decode()


def test_my_page_needs_an_account(guest: Player, signed_in: SignedIn) -> None:
    assert signed_in(guest).get(reverse("profile")).status_code == 302
    assert signed_in(guest).put(reverse("profile")).status_code == 405
