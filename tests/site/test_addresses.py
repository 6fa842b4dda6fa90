"""Hostile values in addresses: a NUL, a number beyond the databases' range. They lead to no page, and to no error."""

from __future__ import annotations

import pytest
from django.urls import get_resolver, reverse
from django.urls.converters import IntConverter, StringConverter

from logbook.people.models.players import Player
from tests.conftest import SignedIn
from tests.site import world as stage

pytestmark = pytest.mark.django_db

HUGE, NUL = 10**20, "a\0b"


def addresses() -> list[str]:
    """Return an address with a hostile value for every page and operation with a free parameter."""
    found = []
    resolver = get_resolver()
    for name, blanks in stage.patterns():
        ((_possible, _pattern, _defaults, converters),) = resolver.reverse_dict.getlist(name)
        odd = {key: _odd(converters.get(key)) for key in blanks}
        if {HUGE, NUL} & {*odd.values()}:
            found.append(reverse(name, kwargs=odd))
    return found


def _odd(converter: object) -> object:
    if isinstance(converter, IntConverter):
        return HUGE if type(converter) is IntConverter else 1  # The API's own numbers are in range.
    return NUL if type(converter) is StringConverter else "x"


def test_nothing_in_an_address_is_an_error(alice: Player, signed_in: SignedIn) -> None:
    browser = signed_in(alice)
    asked = [
        *addresses(),
        "/tables/new/?crew=%00&mission=%00",
        "/leaderboards/?game=%00&crew=%00",
        "/tables/?game=%00",
    ]
    assert sum("%00" in address for address in asked) > 10
    assert sum(str(HUGE) in address for address in asked) > 50
    browser.raise_request_exception = False
    assert {address: status for address in asked if (status := browser.get(address).status_code) >= 500} == {}


def test_nothing_in_a_cookie_is_an_error(alice: Player, signed_in: SignedIn) -> None:
    browser = signed_in(alice)
    browser.raise_request_exception = False
    for name, value in (("sessionid", '"\\000aaaaaaaaa"'), ("sessionid", "a\0b"), ("csrftoken", '"\\000"')):
        assert browser.get("/", headers={"cookie": f"{name}={value}"}).status_code == 200
        assert browser.get("/tables/", headers={"cookie": f"{name}={value}"}).status_code < 500
