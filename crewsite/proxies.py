"""What proxies say of a request: believed of as many as are configured, and of nobody else."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

ADDRESS: Final = "HTTP_X_FORWARDED_FOR"
SCHEME: Final = "HTTP_X_FORWARDED_PROTO"
UNUSED: Final = ("HTTP_FORWARDED", "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PORT", "HTTP_X_REAL_IP")
"""Nothing here reads these; nothing that is added later shall, unawares."""

Respond = Callable[[HttpRequest], HttpResponseBase]


def forwarded(get_response: Respond) -> Respond:
    """Let the request bear the address and the scheme of its sender, and no header by which to claim others.

    Each proxy adds whom it heard from at the end, so of `TRUSTED_PROXY_COUNT` proxies the first that is ours wrote the
    last but so many. Without a proxy it is who the connection comes from.
    """

    def respond(request: HttpRequest) -> HttpResponseBase:
        told, scheme = request.META.pop(ADDRESS, ""), request.META.pop(SCHEME, "")
        for name in UNUSED:
            request.META.pop(name, None)
        count = settings.TRUSTED_PROXY_COUNT
        if count:
            request.META["REMOTE_ADDR"] = _address(told, count) or request.META.get("REMOTE_ADDR", "")
            if found := _of(scheme, count):
                request.META[SCHEME] = found
        return get_response(request)

    return respond


def _of(told: str, count: int) -> str:
    """What the first of our proxies wrote; a header that each of them writes anew holds one word."""
    words = [word.strip() for word in told.split(",")]
    return words[-count] if len(words) >= count else words[0]


def _address(told: str, count: int) -> str:
    words = [word.strip() for word in told.split(",") if word.strip()]
    if len(words) < count:
        return ""  # It did not come through all of them.
    try:
        return str(ipaddress.ip_address(words[-count].strip("[]")))
    except ValueError:
        return ""
