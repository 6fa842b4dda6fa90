"""What all processes count together (wrong passwords, requests) lies in Redis. Without it each counts for itself."""

from __future__ import annotations

import json
import logging
import time
from math import isfinite
from types import NoneType
from typing import Any, ClassVar, Final, cast

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

AWAY_SECONDS: Final = 5.0
"""So long nobody asks a Redis that did not answer: each question costs its patience."""
MOST_KEPT: Final = 10_000


class Json:
    """Numbers and lists of them are kept as text: whoever can write to Redis must not run code here."""

    @staticmethod
    def dumps(value: object) -> bytes:
        """The text that is kept. Raises TypeError for what would not come back as it went."""
        if not is_same_in_json(value):
            raise TypeError(f"The cache keeps JSON, and this is not the same in it: {type(value).__name__}.")
        return json.dumps(value).encode()

    @staticmethod
    def loads(kept: bytes) -> Any:
        """What was kept."""
        return json.loads(kept)


def is_same_in_json(value: object) -> bool:
    """Whether JSON gives it back unchanged: no tuples, no sets, no keys but text, no kinds of these of one's own."""
    kind = type(value)
    if kind is dict:
        return all(type(key) is str and is_same_in_json(one) for key, one in cast(dict[object, object], value).items())
    if kind is list:
        return all(map(is_same_in_json, cast(list[object], value)))
    return kind in {str, int, bool, NoneType} or (kind is float and isfinite(cast(float, value)))


class Shared(BaseCache):
    """One count over all processes; each process's own while Redis does not answer. Pages go on either way."""

    _away_until: ClassVar[dict[str, float]] = {}

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._location = location
        self._redis = RedisCache(location, {**params, "OPTIONS": {"serializer": Json, **params.get("OPTIONS", {})}})
        self._own = LocMemCache(location, {**params, "OPTIONS": {"MAX_ENTRIES": MOST_KEPT}})

    def add(self, key: str, value: object, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Keep the value unless there is one; whether there was none. Raises TypeError for what is no JSON."""
        Json.dumps(value)  # Also while each process keeps it for itself, where anything would do.
        return bool(self._ask("add", key, value, timeout, version))

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """What is kept."""
        return self._ask("get", key, default, version)

    def set(self, key: str, value: object, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Keep the value. Raises TypeError for what is no JSON."""
        Json.dumps(value)
        self._ask("set", key, value, timeout, version)

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Keep for longer what is kept."""
        return bool(self._ask("touch", key, timeout, version))

    def delete(self, key: str, version: int | None = None) -> bool:
        """Keep it no longer."""
        return bool(self._ask("delete", key, version))

    def clear(self) -> None:
        """Forget this process's own counts. Redis holds the queue too: it is never emptied from here."""
        self._own.clear()

    def _ask(self, what: str, *arguments: Any) -> Any:
        if time.monotonic() >= self._away_until.get(self._location, 0.0):
            try:
                return getattr(self._redis, what)(*arguments)
            except (RedisError, OSError) as error:
                self._away_until[self._location] = time.monotonic() + AWAY_SECONDS
                logger.warning("each process counts for itself: %s", type(error).__name__)
        return getattr(self._own, what)(*arguments)
