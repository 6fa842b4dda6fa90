"""How often one may ask: so much a token, so much an address. Without Redis nobody is held up."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from django.core.cache import caches
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from logbook.api.caller import caller
from logbook.models import ApiToken

if TYPE_CHECKING:
    from rest_framework.views import APIView

logger = logging.getLogger(__name__)


class Throttle(SimpleRateThrottle):
    """Counts in Redis, over all web processes."""

    cache = caches["throttles"]

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Whether there is room for one request more."""
        try:
            return super().allow_request(request, view)
        except (RedisError, OSError) as error:
            logger.warning("nobody counts requests: %s", type(error).__name__)
            return True


class ByCaller(Throttle):
    """Of one token, or of one person's session."""

    scope = "caller"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        if isinstance(request.auth, ApiToken):
            return f"throttle/token/{request.auth.pk}"
        asks = caller(request)
        return f"throttle/player/{asks.pk}" if asks else None


class ByAddress(Throttle):
    """Of one address that does not say who it is."""

    scope = "address"

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        return f"throttle/address/{self.get_ident(request)}" if caller(request) is None else None
