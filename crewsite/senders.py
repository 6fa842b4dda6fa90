"""Senders of requests, and their claim to the lanes: both are known before any thread is used."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import blake2b
from http.cookies import CookieError
from typing import Any, Final

from django.conf import settings
from django.http import parse_cookie

from crewsite import proxies
from crewsite.lanes import Claim
from logbook.lib import addresses

PERSON: Final = (2, 60)
"""The lanes that one person holds at once, and their requests that may wait."""
UNKNOWN: Final = (2, 240)
"""The same for the people at one address of whom no session was answered yet: after a start these are all."""
ADDRESS: Final = (4, 240)
"""The same for all people at one address, or in one /48: two of the six lanes are left to others."""
PASSWORDS: Final = Claim("passwords", 1, 40)
"""Requests that hash a password, which takes most of a second: one at a time."""
HASHING: Final = ("/accounts/", "/admin/")
"""The pages whose forms may hash a password."""
MOST_KNOWN: Final = 20_000


class Senders:
    """The people behind the sessions and tokens that this process has answered.

    A key that was not answered yet counts for its address, as an invented one does.
    """

    def __init__(self) -> None:
        self._people: OrderedDict[bytes, int] = OrderedDict()

    def claims_of(self, scope: Any) -> tuple[Claim, ...]:
        """Return the claims of a request; the first one names its sender."""
        address = proxies.address_of(scope)
        person = self._people.get(_key_of(scope))
        sender = Claim(f"unknown {address}", *UNKNOWN) if person is None else Claim(f"player {person}", *PERSON)
        claims = [sender, Claim(f"address {address}", *ADDRESS)]
        if network := addresses.wide_network(address):
            claims.append(Claim(f"network {network}", *ADDRESS))
        if scope["method"] == "POST" and scope["path"].startswith(HASHING):
            claims.append(PASSWORDS)
        return tuple(claims)

    def learn(self, scope: Any, player_id: int | None) -> None:
        """Remember whose session or token came with a request: 0 for nobody's, None where it was not read."""
        key = _key_of(scope)
        if player_id is None or not key:
            return
        if not player_id:
            self._people.pop(key, None)
            return
        self._people[key] = player_id
        self._people.move_to_end(key)
        if len(self._people) > MOST_KNOWN:
            self._people.popitem(last=False)


def _key_of(scope: Any) -> bytes:
    """Return a digest of the request's token or session key; empty without one."""
    heads = dict(scope["headers"])
    key = heads.get(b"authorization", b"")
    if not key and b"cookie" in heads:
        key = _session_in(heads[b"cookie"].decode("latin-1")).encode()
    return blake2b(key, digest_size=16).digest() if key else b""


def _session_in(cookie: str) -> str:
    try:
        return parse_cookie(cookie).get(settings.SESSION_COOKIE_NAME, "")
    except CookieError:
        return ""
