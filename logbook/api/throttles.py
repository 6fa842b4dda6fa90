"""Throttles of requests: per player and per address, over all web processes (`crewsite.caches`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from logbook.api.callers import caller

if TYPE_CHECKING:
    from rest_framework.views import APIView


class Throttle(SimpleRateThrottle):
    """A throttle that counts in the site's cache."""


class CallerThrottle(Throttle):
    """Throttle by player, over all tokens and sessions."""

    scope = "caller"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        player = caller(request)
        return f"throttle/player/{player.pk}" if player else None


class AddressThrottle(Throttle):
    """Throttle by address, for requests without authentication."""

    scope = "address"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        return f"throttle/address/{self.get_ident(request)}" if caller(request) is None else None
