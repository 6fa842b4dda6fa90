"""Clients of Redis by their job: the broker, the live channel and the cache, each at an address of its own.

All three are `REDIS_URL` unless a setting names another one. The live channel may be several servers: what belongs to a
table is at the server that its number chooses. An address may also name a master that Sentinel watches:
`redis+sentinel://host:26379,host:26379/name/0`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import redis
import redis.asyncio
import redis.asyncio.sentinel
import redis.sentinel
from django.conf import settings

SENTINEL: Final = "redis+sentinel"
SENTINEL_PORT: Final = 26379


@dataclass(frozen=True, slots=True)
class Watched:
    """A master that Sentinel watches."""

    sentinels: tuple[tuple[str, int], ...]
    name: str
    database: int
    password: str | None

    @classmethod
    def read(cls, address: str) -> Watched:
        """Return the master of an address that begins with `redis+sentinel://`. Raises ValueError."""
        found = urlsplit(address)
        password, _at, hosts = found.netloc.rpartition("@")
        name, _slash, database = found.path.strip("/").partition("/")
        if not name or not hosts:
            raise ValueError
        sentinels = tuple(map(_host, hosts.split(",")))
        return cls(sentinels, name, int(database or 0), unquote(password.removeprefix(":")) or None)


def _host(text: str) -> tuple[str, int]:
    host, _colon, port = text.rpartition(":")
    return (host, int(port)) if host else (text, SENTINEL_PORT)


def live_address(pk: int) -> str:
    """Return the address of the live channel of the table (or challenge, or room) with this key."""
    addresses: list[str] = settings.LIVE_REDIS_URLS or [settings.REDIS_URL]
    return addresses[pk % len(addresses)]


def broker_address() -> str:
    """Return the address of the tasks' broker."""
    return settings.BROKER_REDIS_URL or settings.REDIS_URL


def every_address() -> list[str]:
    """Return each address once."""
    live = settings.LIVE_REDIS_URLS or [settings.REDIS_URL]
    return list(dict.fromkeys([broker_address(), *live, settings.CACHE_REDIS_URL or settings.REDIS_URL]))


class WatchedPool(redis.sentinel.SentinelConnectionPool):
    """Connections to a watched master. The pool's end also ends the connections to Sentinel."""

    def disconnect(self, inuse_connections: bool = True) -> None:
        """Close all connections."""
        super().disconnect(inuse_connections)
        for one in self.sentinel_manager.sentinels:
            one.close()


class AsyncWatchedPool(redis.asyncio.sentinel.SentinelConnectionPool):
    """The same for an event loop."""

    async def disconnect(self, inuse_connections: bool = True) -> None:
        """Close all connections."""
        await super().disconnect(inuse_connections)
        for one in self.sentinel_manager.sentinels:
            await one.aclose()


def pool_of(address: str, **options: Any) -> redis.ConnectionPool:
    """Return connections to this address; `options` are those of a connection of redis-py."""
    if not address.startswith(SENTINEL):
        return redis.ConnectionPool.from_url(address, **options)
    watched = Watched.read(address)
    sentinel = redis.sentinel.Sentinel(watched.sentinels, sentinel_kwargs=_patience(options))  # type: ignore[no-untyped-call]
    return WatchedPool(watched.name, sentinel, db=watched.database, password=watched.password, **options)  # type: ignore[no-untyped-call]


def client(address: str, **options: Any) -> redis.Redis:
    """Return a client of this address, which closes its connections with itself."""
    return redis.Redis.from_pool(pool_of(address, **options))


def async_client(address: str, **options: Any) -> redis.asyncio.Redis:
    """Return a client of this address for an event loop."""
    if not address.startswith(SENTINEL):
        return redis.asyncio.Redis.from_url(address, **options)
    watched = Watched.read(address)
    sentinel = redis.asyncio.sentinel.Sentinel(watched.sentinels, sentinel_kwargs=_patience(options))  # type: ignore[no-untyped-call]
    pool = AsyncWatchedPool(watched.name, sentinel, db=watched.database, password=watched.password, **options)  # type: ignore[no-untyped-call]
    return redis.asyncio.Redis.from_pool(pool)


def _patience(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options that connections to Sentinel have, too."""
    return {key: value for key, value in options.items() if key.startswith("socket_")}
