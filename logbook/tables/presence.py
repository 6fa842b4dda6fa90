"""Presence at a table: whether a player has its page open and in sight.

A page in sight sends a *beat* every 15 seconds: a token that was signed for this player and table when the page was
made. Redis keeps the time of each player's last beat for a day. A beat needs neither session nor database, and says
only that a page is open.
"""

from __future__ import annotations

import contextlib
import time
from functools import cache, lru_cache
from typing import Final

import redis
from django.core import signing
from django.utils.crypto import salted_hmac
from redis.backoff import NoBackoff
from redis.retry import Retry

from logbook.lib.redis_clients import client, live_address
from logbook.tables.exceptions import PresenceUnknown

BEAT_SECONDS: Final = 15
HERE_SECONDS: Final = 28
"""A player whose last beat is older than this is away. The others see it at their next beat, within 45 seconds."""
LONGEST_PAGE_SECONDS: Final = 24 * 3600
"""The age at which a page's token ends."""
KEPT_SECONDS: Final = 24 * 3600
LONGEST_TOKEN: Final = 200
WATCHES: Final = "w"
"""Begins the key of a reader who may only watch, of whom there may be any number."""
MOST_WATCHERS: Final = 1000
"""The most watchers whose keys are read."""
PATIENCE_SECONDS: Final = 0.5


ENTER: Final = """
local own, kind, now, since, most = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
local others = redis.call("ZCOUNT", KEYS[2], since, "+inf")
local is_in = tonumber(redis.call("ZSCORE", KEYS[2], own) or 0) >= since
local beats = redis.call("HGETALL", KEYS[1])
for at = 1, #beats, 2 do
  if tonumber(beats[at + 1]) >= since then
    others = others + 1
    is_in = is_in or beats[at] == own
  end
end
if not is_in and others >= most then return 0 end
if kind == "player" then redis.call("HSET", KEYS[1], own, now) else redis.call("ZADD", KEYS[2], now, own) end
redis.call("EXPIRE", kind == "player" and KEYS[1] or KEYS[2], ARGV[6])
return 1
"""
"""The script by which a reader enters a place that takes so many: two at once cannot both be the last one."""


class InvalidBeat(Exception):
    """The token was not made here for this table, or its page is older than a day."""


@lru_cache(maxsize=1 << 12)
def presence_key(table_id: int, player_id: int) -> str:
    """Return the player's key at this table: it stands at the seat and in Redis, and names no player."""
    return salted_hmac("logbook.tables.presence", f"{table_id}:{player_id}", algorithm="sha256").hexdigest()[:16]


def beat_token(table_id: int, player_id: int) -> str:
    """Return the token of the page of a player, or of a member of the table's crew."""
    return _token(table_id, presence_key(table_id, player_id))


def watcher_token(table_id: int, player_id: int | None, address: str) -> str:
    """Return the token of a page that is open to its reader for watching alone. Visitors count by their address."""
    key = visitor_key(table_id, address) if player_id is None else presence_key(table_id, player_id)
    return _token(table_id, WATCHES + key)


def visitor_key(table_id: int, address: str) -> str:
    """Return the key at this table of all visitors at one address: it does not tell the address."""
    return salted_hmac("logbook.tables.presence", f"{table_id}:at {address}", algorithm="sha256").hexdigest()[:16]


def _token(table_id: int, key: str) -> str:
    return _signer().sign(f"{table_id}:{key}:{int(time.time())}")


def read_token(token: str) -> tuple[int, str]:
    """Return the table and the player's key. Raises InvalidBeat."""
    table_id, key, made_at = _verified(token)
    if time.time() - made_at > LONGEST_PAGE_SECONDS:
        raise InvalidBeat
    return table_id, key


@lru_cache(maxsize=1 << 14)
def _verified(token: str) -> tuple[int, str, int]:
    """Return the table, the key and the time of a token. Cached, because a page sends the same one all day."""
    try:
        table_id, key, made_at = _signer().unsign(token).split(":")
    except (signing.BadSignature, ValueError) as error:
        raise InvalidBeat from error
    return int(table_id), key, int(made_at)


@cache
def _signer() -> signing.Signer:
    return signing.Signer(salt="logbook.tables.beat")


def name_of(table_id: int) -> str:
    """Return the name of the hash in Redis that holds the table's last beats, by key, in seconds since 1970."""
    return f"presence:{table_id}"


def watchers_of(table_id: int) -> str:
    """Return the name of the sorted set in Redis that holds the last beats of those who may only watch."""
    return f"watchers:{table_id}"


def note_beat(place: int, player_id: int) -> None:
    """Store a beat of the player: they have just asked for the page, or pressed a button there. Never raises."""
    with contextlib.suppress(redis.RedisError), _at(place).pipeline(transaction=False) as pipeline:
        pipeline.hset(name_of(place), presence_key(place, player_id), str(int(time.time())))
        pipeline.expire(name_of(place), KEPT_SECONDS)
        pipeline.execute()


def enter(place: int, *, player_id: int | None, address: str, most: int) -> bool:
    """Store a first beat of the reader unless `most` others are there; return whether they are in. One step in Redis.

    Raises PresenceUnknown.
    """
    own = visitor_key(place, address) if player_id is None else presence_key(place, player_id)
    now, kind = int(time.time()), "visitor" if player_id is None else "player"
    names = (name_of(place), watchers_of(place))
    try:
        return bool(_at(place).eval(ENTER, len(names), *names, own, kind, now, now - HERE_SECONDS, most, KEPT_SECONDS))
    except redis.RedisError as error:
        raise PresenceUnknown from error


def keys_here(table_id: int) -> set[str]:
    """Return the keys of all who have the table's page in sight, seated or not. Raises PresenceUnknown."""
    since = time.time() - HERE_SECONDS
    try:
        with _at(table_id).pipeline(transaction=False) as pipeline:
            pipeline.hgetall(name_of(table_id))
            pipeline.zrevrangebyscore(watchers_of(table_id), "+inf", since, start=0, num=MOST_WATCHERS)
            beats, watchers = pipeline.execute()
    except redis.RedisError as error:
        raise PresenceUnknown from error
    return {key.decode() for key, last in beats.items() if float(last) >= since} | {key.decode() for key in watchers}


def seconds_away(table_id: int, player_id: int) -> float | None:
    """Return the seconds since the player's last beat at the table; None without one. Raises PresenceUnknown."""
    try:
        last = _at(table_id).hget(name_of(table_id), presence_key(table_id, player_id))
    except redis.RedisError as error:
        raise PresenceUnknown from error
    return None if last is None else max(0.0, time.time() - float(last))


def is_here(table_id: int, player_id: int) -> bool:
    """True if the player has the table's page open and in sight; False while Redis is away."""
    try:
        away = seconds_away(table_id, player_id)
    except PresenceUnknown:
        return False
    return away is not None and away <= HERE_SECONDS


def _at(place: int) -> redis.Redis:
    """Return the server that has the beats of this place."""
    return _redis(live_address(place))


@cache
def _redis(address: str) -> redis.Redis:
    return client(
        address,
        socket_connect_timeout=PATIENCE_SECONDS,
        socket_timeout=PATIENCE_SECONDS,
        retry=Retry(NoBackoff(), 1),
    )
