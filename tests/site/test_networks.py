"""Limits by address hold where a sender has very many IPv6 addresses: a /64 is one, and a /48 has a wider limit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from logbook.api.throttles import AddressThrottle, NetworkThrottle
from logbook.lib import event_streams
from logbook.lib.addresses import WIDER
from logbook.people import quotas as people_quotas
from logbook.tables import quotas as table_quotas

pytestmark = [pytest.mark.django_db, pytest.mark.once]

MOST = 2


@pytest.fixture(autouse=True)
def scarce(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(table_quotas, "VISITORS", replace(table_quotas.VISITORS, most=MOST))
    monkeypatch.setattr(people_quotas, "ACCOUNT_FORMS", replace(people_quotas.ACCOUNT_FORMS, most=MOST * WIDER))
    monkeypatch.setattr(event_streams, "MOST_OF_AN_ADDRESS", MOST)
    for throttle in (AddressThrottle, NetworkThrottle):
        monkeypatch.setattr(throttle, "THROTTLE_RATES", {"address": f"{MOST}/min"})


def press(address: str) -> bool:
    return Client(REMOTE_ADDR=address).post(reverse("play-now")).status_code == 302


def ask(address: str) -> bool:
    return Client(REMOTE_ADDR=address).get("/api/v1/games/").status_code == 200


def follow(address: str) -> bool:
    from crewsite.senders import address_of

    reader = f"address {address_of({'client': (address, 1), 'headers': []})}"
    if event_streams.is_full(reader):
        return False
    event_streams.count_reader(reader, 1)
    return True


@pytest.fixture(autouse=True)
def no_streams() -> Iterator[None]:
    yield
    event_streams._readers.clear()


@pytest.mark.parametrize("attempt", [press, ask, follow])
def test_a_64_counts_as_one_address(attempt: Callable[[str], bool]) -> None:
    passed = [attempt(f"2001:db8:1:2:{number:x}::{number:x}") for number in range(1, 6)]
    assert passed == [True] * MOST + [False] * (5 - MOST)
    assert attempt("2001:db8:1:3::1"), "its neighbour is another one"
    assert attempt("198.51.100.7")


@pytest.mark.parametrize("attempt", [press, ask, follow])
def test_a_48_has_a_wider_limit(attempt: Callable[[str], bool]) -> None:
    passed = [attempt(f"2001:db8:1:{number:x}::1") for number in range(MOST * WIDER + 3)]
    assert passed == [True] * (MOST * WIDER) + [False] * 3
    assert attempt("2001:db8:2::1"), "its neighbour is another one"


def test_streams_that_end_make_room() -> None:
    assert [follow("2001:db8:1:2::1") for _ in range(3)] == [True, True, False]
    event_streams.count_reader("address 2001:db8:1:2::", -1)
    event_streams.count_reader("address 2001:db8:1:2::", -1)
    assert not event_streams._readers


def test_forms_of_accounts_have_a_wide_limit() -> None:
    def sign_in(number: int) -> int:
        form = {"login": f"mallory{number}@example.org", "password": "wrong"}
        client = Client(REMOTE_ADDR=f"2001:db8:1:{number:x}::1")
        return client.post(reverse("account_login"), form).status_code

    answers = [sign_in(number) for number in range(MOST * WIDER + 2)]
    assert answers == [422] * (MOST * WIDER) + [429] * 2
    refused = Client(REMOTE_ADDR="2001:db8:1:ffff::1").post(reverse("account_login"), {})
    assert "Too many people on your network" in refused.text
    assert Client(REMOTE_ADDR="2001:db8:1:ffff::1").get(reverse("account_login")).status_code == 200
    assert Client(REMOTE_ADDR="2001:db8:2::1").post(reverse("account_login"), {}).status_code == 422
