"""Senders of requests, and their claim to the lanes: both are known before any thread is used.

Headers of proxies are trusted from the configured number of proxies only.
"""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b
from http.cookies import CookieError
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, parse_cookie
from django.http.response import HttpResponseBase

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
FORWARDED_FOR: Final = "HTTP_X_FORWARDED_FOR"
FORWARDED_PROTO: Final = "HTTP_X_FORWARDED_PROTO"
UNUSED_HEADERS: Final = ("HTTP_FORWARDED", "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PORT", "HTTP_X_REAL_IP")
"""Headers that nothing here reads; later code shall not read them unawares."""

Respond = Callable[[HttpRequest], HttpResponseBase]


class Senders:
    """The people behind the sessions and tokens that this process has answered.

    A key that was not answered yet counts for its address, as an invented one does.
    """

    def __init__(self) -> None:
        self._people: OrderedDict[bytes, int] = OrderedDict()

    def claims_of(self, scope: Any) -> tuple[Claim, ...]:
        """Return the claims of a request; the first one names its sender."""
        address = address_of(scope)
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


def forwarded(get_response: Respond) -> Respond:
    """Set the sender's address and scheme on the request, and remove every other header that could claim them.

    Each proxy appends the address that it received from. With `TRUSTED_PROXY_COUNT` proxies, the first of ours wrote
    the word at that position from the end. Without a proxy the sender is the peer of the connection. Of an IPv6
    address only the /64 is kept, so that every limit by address counts it as one.
    """

    def respond(request: HttpRequest) -> HttpResponseBase:
        told, scheme = request.META.pop(FORWARDED_FOR, ""), request.META.pop(FORWARDED_PROTO, "")
        for name in UNUSED_HEADERS:
            request.META.pop(name, None)
        count = settings.TRUSTED_PROXY_COUNT
        request.META["REMOTE_ADDR"] = _sender(request.META.get("REMOTE_ADDR") or "", told, count)
        if count and (found := _word_of_first_proxy(scheme, count)):
            request.META[FORWARDED_PROTO] = found
        return get_response(request)

    return respond


def address_of(scope: Any) -> str:
    """Return the counted address of an ASGI request's sender, as `forwarded` finds it."""
    words = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    peer = (scope.get("client") or ("",))[0] or ""
    return _sender(peer, b",".join(words).decode("latin-1"), settings.TRUSTED_PROXY_COUNT)


def _sender(peer: str, told: str, count: int) -> str:
    return addresses.counted_address((_address(told, count) if count else "") or peer)


def _word_of_first_proxy(told: str, count: int) -> str:
    """Return the word of our first proxy; a header that each proxy overwrites has one word."""
    words = [word.strip() for word in told.split(",")]
    return words[-count] if len(words) >= count else words[0]


def _address(told: str, count: int) -> str:
    words = [word.strip() for word in told.split(",") if word.strip()]
    if len(words) < count:
        return ""  # The request did not pass all proxies.
    try:
        return str(ipaddress.ip_address(words[-count].strip("[]")))
    except ValueError:
        return ""
