"""Clients of Redis by their job: the broker, the live channel and the cache, each at an address of its own.

All three are `REDIS_URL` unless a setting names another one. The live channel may be several servers: what belongs to a
table is at the server that its number chooses. An address may also name a master that Sentinel watches:
`redis+sentinel://user:password@host:26379,host:26379/name/0`, with a user and the password of the Redis servers. Where
no Sentinel names a living master, a process remembers that for some seconds: it would delay every request to ask all of
them for each command.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, ClassVar, Final
from urllib.parse import unquote, urlsplit

import redis
import redis.asyncio
import redis.asyncio.retry
import redis.asyncio.sentinel
import redis.sentinel
from django.conf import settings
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from redis.sentinel import MasterNotFoundError

AWAY_SECONDS: Final = 3.0
"""The pause after no Sentinel named a living master."""
SENTINEL: Final = "redis+sentinel"
SENTINEL_PORT: Final = 26379
Hosts = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Watched:
    """A master that Sentinel watches."""

    sentinels: Hosts
    name: str
    database: int
    user: str | None
    password: str | None

    @classmethod
    def read(cls, address: str) -> Watched:
        """Return the master of an address that begins with `redis+sentinel://`. Raises ValueError."""
        found = urlsplit(address)
        who, _at, hosts = found.netloc.rpartition("@")
        user, _colon, password = who.partition(":")
        name, _slash, database = found.path.strip("/").partition("/")
        if not name or not hosts:
            raise ValueError
        sentinels = tuple(map(_host, hosts.split(",")))
        return cls(sentinels, name, int(database or 0), unquote(user) or None, unquote(password) or None)

    @property
    def options(self) -> dict[str, Any]:
        """Return what a connection to the master needs beside its address."""
        return {"db": self.database, "username": self.user, "password": self.password}


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


class Outages:
    """Masters that no Sentinel could name a moment ago, as far as this process knows."""

    _until: ClassVar[dict[tuple[Hosts, str], float]] = {}

    @classmethod
    def ensure_none(cls, sentinels: Hosts, name: str) -> None:
        """Raise MasterNotFoundError during the pause after a failure."""
        if time.monotonic() < cls._until.get((sentinels, name), 0.0):
            raise MasterNotFoundError(f"no Sentinel named a living master of {name} a moment ago")

    @classmethod
    def note(cls, sentinels: Hosts, name: str) -> MasterNotFoundError:
        """Begin the pause; return the error in short: Sentinel's own one repeats every option of every connection."""
        cls._until[sentinels, name] = time.monotonic() + AWAY_SECONDS
        return MasterNotFoundError(f"no Sentinel names a living master of {name}")


class Sentinels(redis.sentinel.Sentinel):
    """The Sentinels of an address, each asked once for a master."""

    def __init__(self, hosts: Hosts, options: dict[str, Any]) -> None:
        self._hosts = hosts
        asked = _asked(options) | {"retry": Retry(NoBackoff(), 0)}
        super().__init__(hosts, sentinel_kwargs=asked)  # type: ignore[no-untyped-call]

    def discover_master(self, service_name: str) -> tuple[str, int]:
        """Return the address of the living master. Raises MasterNotFoundError."""
        Outages.ensure_none(self._hosts, service_name)
        try:
            return super().discover_master(service_name)  # type: ignore[no-untyped-call, no-any-return]
        except RedisError:
            raise Outages.note(self._hosts, service_name) from None


class AsyncSentinels(redis.asyncio.sentinel.Sentinel):
    """The same for an event loop."""

    def __init__(self, hosts: Hosts, options: dict[str, Any]) -> None:
        self._hosts = hosts
        asked = _asked(options) | {"retry": redis.asyncio.retry.Retry(NoBackoff(), 0)}
        super().__init__(hosts, sentinel_kwargs=asked)  # type: ignore[no-untyped-call]

    async def discover_master(self, service_name: str) -> tuple[str, int]:
        """Return the address of the living master. Raises MasterNotFoundError."""
        Outages.ensure_none(self._hosts, service_name)
        try:
            return await super().discover_master(service_name)  # type: ignore[no-any-return]
        except RedisError:
            raise Outages.note(self._hosts, service_name) from None


class WatchedPool(redis.sentinel.SentinelConnectionPool):
    """Connections to a watched master. The pool's end also ends the connections to Sentinel."""

    def disconnect(self, inuse_connections: bool = True) -> None:
        """Close all connections; where another master was named, the idle ones.

        Another thread may be asking a Sentinel at that moment.
        """
        super().disconnect(inuse_connections)
        for one in self.sentinel_manager.sentinels if inuse_connections else ():
            one.close()


class AsyncWatchedPool(redis.asyncio.sentinel.SentinelConnectionPool):
    """The same for an event loop."""

    async def disconnect(self, inuse_connections: bool = True) -> None:
        """Close all connections; where another master was named, the idle ones."""
        await super().disconnect(inuse_connections)
        for one in self.sentinel_manager.sentinels if inuse_connections else ():
            await one.aclose()


def pool_of(address: str, **options: Any) -> redis.ConnectionPool:
    """Return connections to this address; `options` are those of a connection of redis-py."""
    if not address.startswith(SENTINEL):
        return redis.ConnectionPool.from_url(address, **options)
    watched = Watched.read(address)
    sentinels = Sentinels(watched.sentinels, options)
    # redis-py has no types for pools of Sentinel.
    return WatchedPool(watched.name, sentinels, **watched.options, **options)  # type: ignore[no-untyped-call]


def client(address: str, **options: Any) -> redis.Redis:
    """Return a client of this address, which closes its connections with itself."""
    return redis.Redis.from_pool(pool_of(address, **options))


def async_client(address: str, **options: Any) -> redis.asyncio.Redis:
    """Return a client of this address for an event loop."""
    if not address.startswith(SENTINEL):
        return redis.asyncio.Redis.from_url(address, **options)
    watched = Watched.read(address)
    sentinels = AsyncSentinels(watched.sentinels, options)
    # redis-py has no types for pools of Sentinel.
    pool = AsyncWatchedPool(watched.name, sentinels, **watched.options, **options)  # type: ignore[no-untyped-call]
    return redis.asyncio.Redis.from_pool(pool)


def _asked(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of connections to Sentinel: the patience of those to the master, and a password of its own."""
    patience = {key: value for key, value in options.items() if key.startswith("socket_")}
    return patience | {"password": settings.SENTINEL_PASSWORD or None}
