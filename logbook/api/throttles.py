"""Throttles of requests: per player, per address and per network, over all web processes (`crewsite.caches`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from logbook.api.callers import caller
from logbook.lib import addresses

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


class NetworkThrottle(Throttle):
    """Throttle by the /48 of an IPv6 address, which has more addresses than a limit for each could hold."""

    scope = "address"

    def parse_rate(self, rate: str | None) -> Any:
        """Return the number of requests, more than those of an address, and the seconds."""
        number, seconds = super().parse_rate(rate)
        return number and number * addresses.WIDER, seconds

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        network = addresses.wide_network(self.get_ident(request) or "")
        return f"throttle/network/{network}" if network and caller(request) is None else None
