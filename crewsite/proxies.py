"""Headers of proxies: trusted from the configured number of proxies only."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from logbook.lib import addresses

ADDRESS: Final = "HTTP_X_FORWARDED_FOR"
SCHEME: Final = "HTTP_X_FORWARDED_PROTO"
UNUSED: Final = ("HTTP_FORWARDED", "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PORT", "HTTP_X_REAL_IP")
"""Headers that nothing here reads; later code shall not read them unawares."""

Respond = Callable[[HttpRequest], HttpResponseBase]


def forwarded(get_response: Respond) -> Respond:
    """Set the sender's address and scheme on the request, and remove every other header that could claim them.

    Each proxy appends the address that it received from. With `TRUSTED_PROXY_COUNT` proxies, the first of ours wrote
    the word at that position from the end. Without a proxy the sender is the peer of the connection. Of an IPv6
    address only the /64 is kept, so that every limit by address counts it as one.
    """

    def respond(request: HttpRequest) -> HttpResponseBase:
        told, scheme = request.META.pop(ADDRESS, ""), request.META.pop(SCHEME, "")
        for name in UNUSED:
            request.META.pop(name, None)
        count = settings.TRUSTED_PROXY_COUNT
        request.META["REMOTE_ADDR"] = _sender(request.META.get("REMOTE_ADDR") or "", told, count)
        if count and (found := _of(scheme, count)):
            request.META[SCHEME] = found
        return get_response(request)

    return respond


def address_of(scope: Any) -> str:
    """Return the counted address of an ASGI request's sender, as `forwarded` finds it."""
    words = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    peer = (scope.get("client") or ("",))[0] or ""
    return _sender(peer, b",".join(words).decode("latin-1"), settings.TRUSTED_PROXY_COUNT)


def _sender(peer: str, told: str, count: int) -> str:
    return addresses.counted_address((_address(told, count) if count else "") or peer)


def _of(told: str, count: int) -> str:
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
