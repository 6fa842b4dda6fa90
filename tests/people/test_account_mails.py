"""Account mails: no page waits for the mail server or fails with it, and no response tells who has an account."""

from __future__ import annotations

import logging
import re
import smtplib
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth import hashers
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from logbook.clubs.models import Club
from logbook.notifications import tasks as notifications_tasks
from logbook.people import tasks as people_tasks
from logbook.people.models.account_mails import AccountMail
from logbook.people.models.players import Player
from logbook.people.selectors import GUEST_KEY
from logbook.people.services import account_mails
from logbook.tables.models import Seat
from tests.browser.conftest import free_port
from tests.conftest import PASSWORD, SignedIn
from tests.notifications.scenes import letters
from tests.people.accounts_scenes import FORM, seat_of
from tests.people.scenes import by_password

pytestmark = pytest.mark.django_db

SIGNUP, RESET, EMAIL = "account_signup", "account_reset_password", "account_email"


@pytest.fixture
def refusing(settings: Settings) -> None:
    """A mail server that refuses connections."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()


@pytest.fixture
def mandatory(settings: Settings) -> None:
    """Who signs up confirms the address first."""
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"


def requests_with_mail(signed_in: SignedIn, club: Club, olga: Player, alice: Player) -> list[Any]:
    """Whatever a page is asked that sends a mail."""
    own = by_password(alice)
    return [
        Client().post(reverse(SIGNUP), FORM),
        Client().post(reverse(RESET), {"email": "alice@example.org"}),
        Client().post(reverse(RESET), {"email": "nobody@example.org"}),
        own.post(reverse(EMAIL), {"action_add": "", "email": "alice@elsewhere.example"}),
        own.post(reverse(EMAIL), {"action_send": "", "email": "alice@elsewhere.example"}),
        signed_in(olga).post(reverse("club-invite-mail", args=[club.slug]), {"addresses": "dora@example.org"}),
    ]


def test_no_page_fails_with_the_mail_server(
    refusing: None,
    signed_in: SignedIn,
    club: Club,
    olga: Player,
    alice: Player,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    """The account exists, the page says that a message is on its way, and it is sent once the server is back."""
    with django_capture_on_commit_callbacks(execute=True):
        answers = requests_with_mail(signed_in, club, olga, alice)
    assert [answer.status_code for answer in answers] == [302] * len(answers)
    assert User.objects.filter(email="dora@example.org").exists()
    waiting = AccountMail.objects.all()
    assert {one.to for one in waiting} == {
        *("dora@example.org", "alice@example.org", "nobody@example.org", "alice@elsewhere.example")
    }
    assert {one.tries for one in waiting} == {1}
    assert all(one.claimed_until is not None for one in waiting)


def test_it_is_tried_again_later_and_given_up_in_the_end(
    refusing: None, alice: Player, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    with time_machine.travel("2026-11-21 12:00Z", tick=False) as clock:
        Client().post(reverse(RESET), {"email": "alice@example.org"})
        (posted,) = AccountMail.objects.all()
        people_tasks.send_account_mail(posted.pk)
        people_tasks.send_account_mail(posted.pk)
        assert AccountMail.objects.get().tries == 1, "not before its time"
        for _try in range(account_mails.MOST_TRIES - 1):
            assert account_mails.unsent_account_mails() == []
            clock.shift(account_mails.LONGEST_WAIT)
            assert account_mails.unsent_account_mails() == [posted.pk]
            notifications_tasks.send_overlooked_notifications()
    assert not AccountMail.objects.exists()
    told = [record.getMessage() for record in caplog.records]
    assert f"Mail {posted.pk} about an account was given up after 9 tries" in told
    assert "alice@example.org" not in " ".join(told)
    assert not re.search(r"password/reset/key", " ".join(told))


def test_it_goes_out_once_the_server_is_back(refusing: None, alice: Player, settings: Settings) -> None:
    with time_machine.travel("2026-11-21 12:00Z", tick=False) as clock:
        Client().post(reverse(RESET), {"email": "alice@example.org"})
        people_tasks.send_account_mail(AccountMail.objects.get().pk)
        settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
        clock.shift(timedelta(minutes=3))
        notifications_tasks.send_overlooked_notifications()
        notifications_tasks.send_overlooked_notifications()
    assert [sent.subject for sent in mail.outbox] == ["Set a new password"]
    assert not AccountMail.objects.exists()


def test_one_that_was_lost_is_found(alice: Player) -> None:
    with time_machine.travel("2026-11-21 12:00Z", tick=False) as clock:
        Client().post(reverse(RESET), {"email": "alice@example.org"})
        assert account_mails.unsent_account_mails() == [], "its own task is on its way"
        clock.shift(timedelta(minutes=2))
        notifications_tasks.send_overlooked_notifications()
    assert len(mail.outbox) == 1


def test_a_refused_address_is_not_tried_again(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_given: object) -> None:
        raise smtplib.SMTPRecipientsRefused({"alice@example.org": (550, b"no such person")})

    Client().post(reverse(RESET), {"email": "alice@example.org"})
    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", refuse)
    people_tasks.send_account_mail(AccountMail.objects.get().pk)
    assert not AccountMail.objects.exists()


# --- who has an account


def alike(answer: Any, client: Client) -> tuple[object, ...]:
    """All that an answer tells, and the page that it leads to, without what differs each time."""
    following = client.get(answer.headers["Location"])
    page = re.sub(r'(csrfmiddlewaretoken" value=|"X-CSRFToken": ?)"[^"]+"', "", following.text)
    # The page repeats the typed address.
    page = page.replace("alice@example.org", "THE ADDRESS").replace("dora@example.org", "THE ADDRESS")
    headers = {name: value for name, value in answer.headers.items() if name != "X-Request-ID"}
    return answer.status_code, headers, sorted(answer.cookies), sorted(client.cookies), page


@pytest.mark.usefixtures("mandatory")
def test_signing_up_does_not_tell_which_addresses_have_an_account(alice: Player) -> None:
    EmailAddress.objects.create(user=alice.user, email="alice@example.org", verified=True, primary=True)
    answers = []
    with time_machine.travel(timezone.now(), tick=False):  # An answer carries the second in which its cookie expires.
        for email in ("dora@example.org", "alice@example.org"):
            client = Client()
            answers.append(alike(client.post(reverse(SIGNUP), FORM | {"email": email}), client))
    assert answers[0] == answers[1]
    assert {(one.to[0], one.subject) for one in letters()} == {
        ("dora@example.org", "Welcome aboard: confirm your email address"),
        ("alice@example.org", "You already have an account"),
    }
    assert User.objects.filter(email="alice@example.org").count() == 1


@pytest.mark.usefixtures("mandatory")
def test_signing_up_takes_as_long_with_an_address_that_has_an_account(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What takes the time is hashing the password: it is hashed as often."""
    hashed, make = [], hashers.MD5PasswordHasher.encode

    def encode(self: Any, password: str, salt: str) -> str:
        hashed.append(password)
        return make(self, password, salt)

    monkeypatch.setattr(hashers.MD5PasswordHasher, "encode", encode)
    counts = []
    for email in ("dora@example.org", "alice@example.org"):
        hashed.clear()
        Client().post(reverse(SIGNUP), FORM | {"email": email})
        counts.append(len(hashed))
    assert counts == [1, 1]


def test_a_new_password_does_not_tell_which_addresses_have_accounts(alice: Player) -> None:
    told = []
    for email in ("dora@example.org", "alice@example.org"):
        for _again in range(2):
            client = Client()
            told.append(alike(client.post(reverse(RESET), {"email": email}), client))
    assert told == [told[0]] * 4


def test_adding_an_address_does_not_tell_whether_another_has_it(alice: Player, bob: Player) -> None:
    EmailAddress.objects.create(user=bob.user, email="bob@example.org", verified=True, primary=True)
    told = []
    for email in ("dora@example.org", "bob@example.org"):
        answer = by_password(alice).post(reverse(EMAIL), {"action_add": "", "email": email})
        told.append((answer.status_code, answer.headers["Location"]))
    assert told == [(302, reverse(EMAIL))] * 2


@pytest.mark.usefixtures("mandatory")
def test_a_guest_stays_a_guest_until_the_address_is_confirmed(guest: Player, signed_in: SignedIn) -> None:
    """Nothing is lost meanwhile: they go on playing, and the account takes all over when they sign in."""
    seat = seat_of(guest)
    client = signed_in(guest)
    client.post(reverse(SIGNUP), FORM)
    assert Seat.objects.get(pk=seat.pk).player == guest
    assert client.session[GUEST_KEY] == guest.pk
    link = re.findall(r"http://localhost(/\S+)", str(letters()[0].body))[0]
    client.post(link)
    client.post(reverse("account_login"), {"login": "dora@example.org", "password": FORM["password1"]})
    dora = Player.objects.get(name="Dora")
    assert Seat.objects.get(pk=seat.pk).player == dora
    assert GUEST_KEY not in client.session


@pytest.mark.usefixtures("mandatory")
def test_signing_in_before_confirmation_sends_another_message(db: None) -> None:
    Client().post(reverse(SIGNUP), FORM)
    letters()
    with time_machine.travel(timedelta(minutes=10) + _now()):
        page = Client().post(
            reverse("account_login"), {"login": "dora@example.org", "password": FORM["password1"]}, follow=True
        )
        assert "Check your email" in page.text
        assert len(letters()) == 2


def _now() -> Any:
    from django.utils import timezone

    return timezone.now()


def test_a_mail_is_no_line_in_the_log(alice: Player, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        Client().post(reverse(RESET), {"email": "alice@example.org"})
        letters()
    assert "password/reset/key" not in caplog.text
    assert PASSWORD not in caplog.text
