"""Keys: API tokens and calendar addresses end with the password, however it is changed, or all at once on demand."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from unittest import mock

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from logbook.clubs.models import Club
from logbook.notifications.models import CalendarLink, PushSubscription
from logbook.notifications.services import calendars
from logbook.people.models.players import Player
from logbook.people.services import tokens
from tests.conftest import PASSWORD, SignedIn
from tests.notifications.scenes import letters

pytestmark = pytest.mark.django_db

NEW = "a quite different one"


@pytest.fixture
def keys(alice: Player, bob: Player, club: Club) -> Callable[[], tuple[list[int], list[int]]]:
    """What opens with Alice's token and calendars, and with Bob's, which stay. Both have a phone with notifications."""
    for who in (alice, bob):
        PushSubscription.objects.create(player=who, endpoint=f"https://push.example.org/{who.pk}")
    made = [tokens.create_token(player=who, name="bot", scopes=[], days=9)[1] for who in (alice, bob)]
    links = [calendars.create_calendar_link(player=who, club=of) for who in (alice, bob) for of in (None, club)]

    def opens() -> tuple[list[int], list[int]]:
        asked = [Client().get("/api/v1/me/", headers={"authorization": f"Bearer {key}"}) for key in made]
        read = [Client().get(reverse("calendar", args=[link.token])) for link in links]
        return [answer.status_code for answer in asked], [answer.status_code for answer in read]

    assert opens() == ([200, 200], [200] * 4)
    return opens


Opens = Callable[[], tuple[list[int], list[int]]]
ENDED = ([401, 200], [404, 404, 200, 200])


def by_change(browser: Client) -> None:
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert browser.post(reverse("account_change_password"), form).status_code == 302


def by_link(browser: Client) -> None:
    browser = Client()
    browser.post(reverse("account_reset_password"), {"email": "alice@example.org"})
    link = re.findall(r"http://localhost(/accounts/password\S+)", str(letters()[0].body))[0]
    address = browser.get(link).headers["Location"]
    assert "revokes your API tokens" in browser.get(address).text
    assert browser.post(address, {"password1": NEW, "password2": NEW}).status_code == 302


def by_command(browser: Client) -> None:
    with mock.patch("getpass.getpass", return_value=NEW):
        call_command("changepassword", "alice", stdout=io.StringIO())


def by_admin(browser: Client) -> None:
    root = Client()
    root.force_login(User.objects.create_superuser("root"), backend="django.contrib.auth.backends.ModelBackend")
    alice = User.objects.get(username="alice")
    form = {"password1": NEW, "password2": NEW, "usable_password": "true"}
    assert root.post(reverse("admin:auth_user_password_change", args=[alice.pk]), form).status_code == 302


def by_button(browser: Client) -> None:
    page = browser.post(reverse("profile-keys-end"), follow=True)
    assert "have been revoked" in page.text


def by_api(browser: Client) -> None:
    answer = browser.delete("/api/v1/me/keys/")
    assert (answer.status_code, answer.json()) == (200, {"tokens": 1, "calendars": 2, "devices": 1})
    assert browser.delete("/api/v1/me/keys/").json() == {"tokens": 0, "calendars": 0, "devices": 0}


@pytest.mark.parametrize("way", [by_change, by_link, by_command, by_admin, by_button, by_api])
def test_they_end(way: Callable[[Client], None], keys: Opens, alice: Player, signed_in: SignedIn) -> None:
    way(signed_in(alice))
    assert keys() == ENDED
    assert not PushSubscription.objects.filter(player=alice).exists(), "a lost phone gets no more notifications"
    assert PushSubscription.objects.count() == 1


def test_a_token_can_end_all_with_itself(alice: Player, keys: Opens) -> None:
    for scopes, status in (([], 403), (["manage"], 200)):
        _token, key = tokens.create_token(player=alice, name="guard", scopes=scopes, days=1)
        answer = Client().delete("/api/v1/me/keys/", headers={"authorization": f"Bearer {key}"})
        assert answer.status_code == status
    assert Client().get("/api/v1/me/", headers={"authorization": f"Bearer {key}"}).status_code == 401
    assert keys() == ENDED


def test_signing_in_ends_nothing(alice: Player, keys: Opens) -> None:
    """Not even where the same password is hashed anew, as after an upgrade."""
    with mock.patch.object(MD5PasswordHasher, "must_update", return_value=True):
        right = Client().post(reverse("account_login"), {"login": "alice@example.org", "password": PASSWORD})
    assert right.status_code == 302
    assert keys() == ([200, 200], [200] * 4)


def test_a_password_that_is_refused_ends_nothing(alice: Player, keys: Opens, signed_in: SignedIn) -> None:
    form = {"oldpassword": PASSWORD, "password1": "123", "password2": "123"}
    assert signed_in(alice).post(reverse("account_change_password"), form).status_code == 422
    assert keys() == ([200, 200], [200] * 4)


def test_the_pages_say_so(alice: Player, signed_in: SignedIn) -> None:
    browser = signed_in(alice)
    assert "revokes your API tokens" in browser.get(reverse("account_change_password")).text
    assert "Changing your password revokes all your tokens" in browser.get(reverse("profile-tokens")).text
    calendars.create_calendar_link(player=alice)
    assert "Keep this address to yourself" in browser.get(reverse("profile")).text
    assert CalendarLink.objects.count() == 1
