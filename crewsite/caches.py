"""The shared cache in Redis, for counts over all processes (wrong passwords, requests), with a local fallback."""

from __future__ import annotations

import json
import logging
import time
import uuid
from math import isfinite
from threading import Lock
from types import NoneType
from typing import Any, ClassVar, Final, cast

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis import ConnectionPool
from redis.exceptions import RedisError

from logbook.lib.redis_clients import pool_of

logger = logging.getLogger(__name__)

AWAY_SECONDS: Final = 5.0
"""The pause after a Redis failure: each attempt costs a timeout."""
MOST_KEPT: Final = 10_000

TAKE: Final = """
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[4])
redis.call('EXPIRE', KEYS[1], ARGV[5])
return 1
"""
"""Redis runs a script as one step: no other call comes between the count and the entry."""


class Json:
    """A serializer of JSON only: write access to Redis must not run code here."""

    @staticmethod
    def dumps(value: object) -> bytes:
        """Return the JSON text. Raises TypeError for a value that JSON would change."""
        if not is_same_in_json(value):
            raise TypeError(f"The cache keeps JSON, and this is not the same in it: {type(value).__name__}.")
        return json.dumps(value).encode()

    @staticmethod
    def loads(kept: bytes) -> Any:
        """Return the stored value."""
        return json.loads(kept)


def is_same_in_json(value: object) -> bool:
    """Return whether JSON preserves the value: no tuples, no sets, no keys but text, no subclasses."""
    kind = type(value)
    if kind is dict:
        return all(type(key) is str and is_same_in_json(one) for key, one in cast(dict[object, object], value).items())
    if kind is list:
        return all(map(is_same_in_json, cast(list[object], value)))
    return kind in {str, int, bool, NoneType} or (kind is float and isfinite(cast(float, value)))


class Connections:
    """The connections of Django's client, to one server or to a master that Sentinel watches."""

    @staticmethod
    def from_url(address: str, **options: Any) -> ConnectionPool:
        """Return the connections to this address."""
        return pool_of(address, **options)


class InRedis(RedisCache):
    """The cache in Redis, with atomic counts of recent actions."""

    def take(self, key: str, most: int, seconds: int) -> bool:
        """Count one more action (see `Shared.take`)."""
        name, now = self.make_and_validate_key(key), time.time()
        client: Any = self._cache.get_client(name, write=True)
        return bool(client.eval(TAKE, 1, name, now - seconds, most, now, uuid.uuid4().hex, seconds))


class InProcess(LocMemCache):
    """The cache of this process, with atomic counts of recent actions."""

    _taking: ClassVar[Lock] = Lock()

    def take(self, key: str, most: int, seconds: int) -> bool:
        """Count one more action (see `Shared.take`)."""
        with self._taking:
            now = time.time()
            recent = [at for at in self.get(key, []) if at > now - seconds]
            if len(recent) < most:
                self.set(key, [*recent, now], seconds)
            return len(recent) < most


class Shared(BaseCache):
    """A cache over all processes; local to each process while Redis does not answer. Pages go on either way."""

    _away_until: ClassVar[dict[str, float]] = {}

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._location = location
        options = {"serializer": Json, "pool_class": Connections, **params.get("OPTIONS", {})}
        self._redis = InRedis([location], {**params, "OPTIONS": options})
        self._own = InProcess(location, {**params, "OPTIONS": {"MAX_ENTRIES": MOST_KEPT}})

    def add(self, key: str, value: object, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Store the value unless the key exists; return whether it was stored. Raises TypeError for non-JSON."""
        Json.dumps(value)  # Checked here too, because the local fallback would accept any value.
        return bool(self._ask("add", key, value, timeout, version))

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """Return the stored value."""
        return self._ask("get", key, default, version)

    def set(self, key: str, value: object, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Store the value. Raises TypeError for values that are not JSON."""
        Json.dumps(value)
        self._ask("set", key, value, timeout, version)

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Extend the timeout of a stored value."""
        return bool(self._ask("touch", key, timeout, version))

    def delete(self, key: str, version: int | None = None) -> bool:
        """Delete the value."""
        return bool(self._ask("delete", key, version))

    def take(self, key: str, most: int, seconds: int) -> bool:
        """Count one more action under the key, unless there were `most` within the last seconds; return whether it was.

        Atomic: of many calls at once no more than `most` are counted.
        """
        return bool(self._ask("take", key, most, seconds))

    def clear(self) -> None:
        """Clear this process's own counts. Redis holds the queue too, so it is never flushed from here."""
        self._own.clear()

    def _ask(self, what: str, *arguments: Any) -> Any:
        if time.monotonic() >= self._away_until.get(self._location, 0.0):
            try:
                return getattr(self._redis, what)(*arguments)
            except (RedisError, OSError) as error:
                self._away_until[self._location] = time.monotonic() + AWAY_SECONDS
                logger.warning("each process counts for itself: %s", type(error).__name__)
        return getattr(self._own, what)(*arguments)
