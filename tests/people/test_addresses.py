"""Email addresses: an unconfirmed one owns nothing, a change asks for the password and can be taken back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from logbook.people.models.addresses import AddressChange, PendingAddress
from logbook.people.models.players import Player
from logbook.people.services import addresses
from logbook.people.tasks import expire_addresses
from tests.conftest import PASSWORD, SignedIn
from tests.notifications.scenes import letters
from tests.people.scenes import by_password, own, user_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]
NEW = "another long enough password"
OURS, OTHER = "alice@example.org", "mallory@example.org"


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(datetime(2026, 11, 21, 12, tzinfo=UTC), tick=True) as clock:
        yield clock


@pytest.fixture
def confirmed(alice: Player) -> Player:
    """Alice has confirmed her address."""
    own(alice, OURS, primary=True)
    return alice


@pytest.fixture
def mandatory(settings: Settings) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"


def add(client: Client, email: str) -> Any:
    return client.post(reverse("account_email"), {"action_add": "", "email": email})


def links(path: str, to: str = "") -> list[str]:
    """The links to such a page in the mails, the newest last."""
    bodies = [str(mail.body) for mail in letters() if not to or mail.to == [to]]
    return [link for body in bodies for link in re.findall(rf"http://localhost({path}\S+)", body)]


def addresses_of(player: Player) -> list[str]:
    return addresses.addresses_of(user_of(player))


def reset(email: str, password: str = NEW) -> Client | None:
    """Reset the password with the mailed link, or return None where no link came."""
    client, before = Client(), len(links("/accounts/password/reset/key/", email))
    client.post(reverse("account_reset_password"), {"email": email})
    found = links("/accounts/password/reset/key/", email)[before:]
    if not found:
        return None
    page = client.get(found[-1], follow=True)
    client.post(page.request["PATH_INFO"], {"password1": password, "password2": password})
    return client


def signs_in(email: str, password: str) -> bool:
    client = Client()
    client.post(reverse("account_login"), {"login": email, "password": password})
    return "_auth_user_id" in client.session


def test_pending_address_neither_signs_in_nor_resets_the_password(confirmed: Player) -> None:
    add(by_password(confirmed), OTHER)
    assert addresses_of(confirmed) == [OURS]
    assert PendingAddress.objects.get().email == OTHER
    assert not signs_in(OTHER, PASSWORD)
    assert reset(OTHER) is None


@pytest.mark.usefixtures("mandatory")
def test_address_parked_on_another_account_can_sign_up(confirmed: Player) -> None:
    add(by_password(confirmed), "victim@example.org")
    client = Client()
    client.post(reverse("account_signup"), {"name": "Vic", "email": "victim@example.org", "password1": NEW})
    assert User.objects.filter(email="victim@example.org").exists()
    client.post(links("/accounts/confirm-email/", "victim@example.org")[-1])
    assert signs_in("victim@example.org", NEW)


def test_address_is_added_when_its_owner_opens_the_link(confirmed: Player) -> None:
    client = by_password(confirmed)
    page = add(client, OTHER)
    assert page.status_code == 302
    assert OTHER in client.get(reverse("account_email")).content.decode()
    link = links("/accounts/addresses/confirm/", OTHER)[0]
    assert OTHER in client.get(link).content.decode()
    assert client.post(link).status_code == 302
    assert addresses_of(confirmed) == [OURS, OTHER]
    assert not PendingAddress.objects.exists()
    assert client.post(link).status_code == 404


def test_link_of_another_account_adds_nothing(confirmed: Player, bob: Player) -> None:
    add(by_password(confirmed), OTHER)
    link = links("/accounts/addresses/confirm/", OTHER)[0]
    assert by_password(bob).post(link).status_code == 404
    assert Client().post(link).status_code == 302
    assert addresses_of(confirmed) == [OURS]


def test_address_that_another_account_has_confirmed_is_refused(confirmed: Player, bob: Player) -> None:
    client = by_password(confirmed)
    add(client, OTHER)
    own(bob, OTHER)
    page = client.post(links("/accounts/addresses/confirm/", OTHER)[0], follow=True)
    assert f"{OTHER} already belongs to another account." in page.content.decode()
    assert addresses_of(confirmed) == [OURS]


def test_link_ends_after_three_days(confirmed: Player, clock: time_machine.Traveller) -> None:
    client = by_password(confirmed)
    add(client, OTHER)
    clock.shift(addresses.CONFIRM_WITHIN + timedelta(minutes=1))
    assert client.post(links("/accounts/addresses/confirm/", OTHER)[0]).status_code == 404


def test_pending_address_is_removed(confirmed: Player, bob: Player) -> None:
    client = by_password(confirmed)
    add(client, OTHER)
    drop = reverse("address-drop", args=[PendingAddress.objects.get().pk])
    by_password(bob).post(drop)
    assert PendingAddress.objects.exists()
    client.post(drop)
    assert not PendingAddress.objects.exists()


def test_account_has_three_pending_addresses_at_most(confirmed: Player) -> None:
    for number in range(5):
        addresses.ask_for_address(user=user_of(confirmed), email=f"a{number}@example.org")
    assert [one.email for one in PendingAddress.objects.all()] == [f"a{n}@example.org" for n in (2, 3, 4)]


@pytest.mark.parametrize("action", ["action_add", "action_primary", "action_remove"])
def test_borrowed_browser_is_asked_for_the_password(action: str, confirmed: Player, signed_in: SignedIn) -> None:
    own(confirmed, OTHER)
    client = signed_in(confirmed)
    page = client.post(reverse("account_email"), {action: "", "email": OTHER if action != "action_add" else "x@y.org"})
    assert page.headers["Location"].startswith(reverse("account_reauthenticate"))
    assert addresses_of(confirmed) == [OURS, OTHER]
    assert not PendingAddress.objects.exists()


def add_and_confirm(player: Player, email: str) -> None:
    client = by_password(player)
    add(client, email)
    client.post(links("/accounts/addresses/confirm/", email)[-1])


def test_each_change_is_mailed_to_the_addresses_of_before(confirmed: Player) -> None:
    add_and_confirm(confirmed, OTHER)
    assert len(links("/accounts/addresses/back/", OURS)) == 1
    assert not links("/accounts/addresses/back/", OTHER)
    client = by_password(confirmed)
    client.post(reverse("account_email"), {"action_primary": "", "email": OTHER})
    assert len(links("/accounts/addresses/back/", OURS)) == 2
    client.post(reverse("account_email"), {"action_remove": "", "email": OURS})
    assert addresses_of(confirmed) == [OTHER]
    assert len(links("/accounts/addresses/back/", OURS)) == 3


def test_change_is_taken_back(confirmed: Player) -> None:
    add_and_confirm(confirmed, OTHER)
    attacker = by_password(confirmed)
    attacker.post(reverse("account_email"), {"action_primary": "", "email": OTHER})
    attacker.post(reverse("account_email"), {"action_remove": "", "email": OURS})
    first = links("/accounts/addresses/back/", OURS)[0]
    owner = Client()
    assert OURS in owner.get(first).content.decode()
    owner.post(first)
    assert addresses_of(confirmed) == [OURS]
    assert User.objects.get(pk=user_of(confirmed).pk).email == OURS
    assert attacker.get(reverse("profile")).status_code == 302
    assert not signs_in(OURS, PASSWORD)
    assert links("/accounts/password/reset/key/", OURS)
    assert owner.post(first).status_code == 404
    assert not AddressChange.objects.exists()


def test_way_back_ends_after_a_week(confirmed: Player, clock: time_machine.Traveller) -> None:
    add_and_confirm(confirmed, OTHER)
    clock.shift(addresses.TAKE_BACK_WITHIN + timedelta(minutes=1))
    assert Client().post(links("/accounts/addresses/back/", OURS)[0]).status_code == 404
    assert addresses_of(confirmed) == [OURS, OTHER]


def test_reset_ends_addresses_of_the_last_week(confirmed: Player) -> None:
    add_and_confirm(confirmed, OTHER)
    add(by_password(confirmed), "third@example.org")
    assert reset(OURS) is not None
    assert addresses_of(confirmed) == [OURS]
    assert not PendingAddress.objects.exists()
    assert not signs_in(OTHER, NEW)
    assert signs_in(OURS, NEW)


def test_new_address_resets_no_password_for_a_week(confirmed: Player, clock: time_machine.Traveller) -> None:
    add_and_confirm(confirmed, OTHER)
    assert reset(OTHER) is None
    clock.shift(addresses.TAKE_BACK_WITHIN + timedelta(minutes=1))
    assert reset(OTHER) is not None
    assert addresses_of(confirmed) == [OURS, OTHER]


def signed_up(email: str) -> Client:
    """A browser in which an account was opened with this address."""
    client = Client()
    client.post(reverse("account_signup"), {"name": "Vic", "email": email, "password1": PASSWORD})
    return client


@pytest.mark.usefixtures("mandatory")
def test_other_browser_gives_the_password_to_confirm_an_account() -> None:
    signed_up("victim@example.org")
    link, victim = links("/accounts/confirm-email/")[0], Client()
    page = victim.get(link).content.decode()
    assert 'name="password"' in page
    assert victim.post(link).status_code == 422
    answer = victim.post(link, {"password": "a guess"})
    assert answer.status_code == 422
    assert "This isn’t the password for this account." in answer.content.decode()
    assert not EmailAddress.objects.get().verified
    victim.post(link, {"password": PASSWORD})
    assert EmailAddress.objects.get().verified


@pytest.mark.usefixtures("mandatory")
def test_an_owner_of_an_address_takes_over_a_strangers_account() -> None:
    signed_up("victim@example.org")
    assert reset("victim@example.org") is not None
    assert EmailAddress.objects.get().verified
    assert not signs_in("victim@example.org", PASSWORD)
    assert signs_in("victim@example.org", NEW)


@pytest.mark.usefixtures("mandatory")
def test_browser_that_signed_up_confirms_without_the_password() -> None:
    client = signed_up("victim@example.org")
    link = links("/accounts/confirm-email/")[0]
    assert 'name="password"' not in client.get(link).content.decode()
    client.post(link)
    assert EmailAddress.objects.get().verified


@pytest.mark.usefixtures("mandatory")
def test_account_that_nobody_confirmed_ends(alice: Player, clock: time_machine.Traveller) -> None:
    signed_up("victim@example.org")
    clock.shift(addresses.UNCONFIRMED_ACCOUNTS_END_AFTER - timedelta(minutes=1))
    expire_addresses()
    assert User.objects.filter(email="victim@example.org").exists()
    clock.shift(timedelta(minutes=2))
    expire_addresses()
    assert list(User.objects.all()) == [alice.user]
    assert list(Player.objects.all()) == [alice]


def test_links_that_have_ended_are_deleted(confirmed: Player, clock: time_machine.Traveller) -> None:
    add_and_confirm(confirmed, OTHER)
    add(by_password(confirmed), "third@example.org")
    clock.shift(addresses.TAKE_BACK_WITHIN + timedelta(minutes=1))
    expire_addresses()
    assert not PendingAddress.objects.exists()
    assert not AddressChange.objects.exists()


@pytest.mark.parametrize("host", ["localhost:1234", "127.0.0.1"])
def test_links_in_mails_name_the_sites_own_address(host: str, confirmed: Player) -> None:
    Client(headers={"host": host}).post(reverse("account_reset_password"), {"email": OURS})
    (mail,) = letters()
    assert re.findall(r"https?://[^/\s]+", str(mail.body)) == ["http://localhost"] * 2


def test_an_owner_of_an_address_takes_over_what_a_stranger_added(clock: time_machine.Traveller) -> None:
    stranger = signed_up("victim@example.org")
    stranger.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    page = add(stranger, OTHER)
    assert page.status_code == 422
    assert "Confirm your first address before you add another one." in page.content.decode()
    assert not PendingAddress.objects.exists()
    EmailAddress.objects.create(user=User.objects.get(), email=OTHER, verified=True)  # Of a version before 0.3.0.
    clock.shift(timedelta(days=30))
    assert reset("victim@example.org") is not None
    assert [(one.email, one.verified) for one in EmailAddress.objects.all()] == [("victim@example.org", True)]
    assert Player.objects.get().confirmed_at is not None
    assert reset(OTHER) is None


def test_only_address_resets_the_password_however_new(confirmed: Player) -> None:
    add_and_confirm(confirmed, OTHER)
    client = by_password(confirmed)
    client.post(reverse("account_email"), {"action_primary": "", "email": OTHER})
    client.post(reverse("account_email"), {"action_remove": "", "email": OURS})
    assert reset(OTHER) is not None
    assert addresses_of(confirmed) == [OTHER]


def test_the_way_back_leaves_an_address_confirmed_elsewhere(confirmed: Player, bob: Player) -> None:
    own(confirmed, OTHER)
    by_password(confirmed).post(reverse("account_email"), {"action_remove": "", "email": OTHER})
    own(bob, OTHER)
    assert Client().post(links("/accounts/addresses/back/", OURS)[0]).status_code == 302
    assert addresses_of(confirmed) == [OURS]
    assert addresses_of(bob) == [OTHER]
