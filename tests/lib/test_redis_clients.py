"""Addresses of Redis: one for each job, several for the live channel, and a master that Sentinel watches."""

from __future__ import annotations

import asyncio
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
import redis
from kombu import Connection
from pytest_django.fixtures import Settings
from redis.sentinel import MasterNotFoundError

from crewsite import environment, redis_server
from crewsite.caches import Shared
from logbook.lib import announcements, event_streams, fair_queue
from logbook.lib.redis_clients import (
    Outages,
    Watched,
    WatchedPool,
    async_client,
    client,
    every_address,
    live_address,
)
from logbook.tables import presence
from tests import own_redis
from tests.browser.conftest import free_port

PATIENCE = 20.0
MASTER = "crew"


@pytest.fixture
def servers() -> Iterator[list[str]]:
    """Four servers: the broker's, two of the live channel, and the cache's."""
    with ExitStack() as running:
        yield [running.enter_context(own_redis.one()) for _ in range(4)]


@pytest.fixture
def apart(servers: list[str], settings: Settings) -> list[str]:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    settings.BROKER_REDIS_URL, settings.LIVE_REDIS_URLS, settings.CACHE_REDIS_URL = servers[0], servers[1:3], servers[3]
    return servers


def test_every_job_has_the_one_address_by_default(settings: Settings) -> None:
    settings.REDIS_URL = "redis://one/0"
    assert every_address() == ["redis://one/0"]
    assert live_address(7) == "redis://one/0"


def test_presence_is_at_the_server_of_the_table(apart: list[str]) -> None:
    for table in (10, 11):
        presence.note_beat(table, 1)
    assert [client(address).keys() for address in apart] == [[], [b"presence:10"], [b"presence:11"], []]
    assert presence.is_here(10, 1)
    assert presence.is_here(11, 1)


def test_numbers_reach_readers_over_the_server_of_their_table(apart: list[str]) -> None:
    async def heard() -> list[int | None]:
        readers = [event_streams.Subscriber(table) for table in (10, 11)]
        for reader in readers:
            await reader.open()
        for table in (10, 11):
            await asyncio.to_thread(announcements.announce, table, table * 2)
        numbers = [await anext(reader.numbers()) for reader in readers]
        for reader in readers:
            reader.close()
        return numbers

    assert asyncio.run(heard()) == [20, 22]
    assert len(set(map(live_address, (10, 11)))) == 2


def test_the_loss_of_one_live_server_costs_its_tables_alone(apart: list[str]) -> None:
    client(live_address(10)).shutdown(nosave=True)
    assert not presence.is_here(10, 1)
    presence.note_beat(11, 1)
    assert presence.is_here(11, 1)
    announcements.announce(10, 1)  # This is logged and raises nothing.


def test_turns_of_a_fair_queue_are_at_the_broker(apart: list[str], settings: Settings) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = False
    fair_queue._redis.cache_clear()
    fair_queue._redis().set("a turn", 1)
    fair_queue._redis.cache_clear()
    assert client(apart[0]).keys() == [b"a turn"]


# --- Sentinel


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[str]:
    """The address of a master that a Sentinel watches."""
    with _watched(tmp_path, [], []) as hosts:
        yield f"redis+sentinel://{hosts}/{MASTER}/3"


@pytest.fixture
def guarded(tmp_path: Path, settings: Settings) -> Iterator[str]:
    """The same where the master has a user with a password, and the Sentinel a password of its own."""
    settings.SENTINEL_PASSWORD = "of the sentinel"
    ours = ["user default off", "user us:er on >p@ss;word ~* &* +@all"]
    theirs = [f"sentinel auth-user {MASTER} us:er", f"sentinel auth-pass {MASTER} p@ss;word"]
    with _watched(tmp_path, ours, [*theirs, f'requirepass "{settings.SENTINEL_PASSWORD}"']) as hosts:
        yield f"redis+sentinel://us%3Aer:p%40ss%3Bword@{hosts}/{MASTER}/3"


@contextmanager
def _watched(folder: Path, ours: list[str], theirs: list[str]) -> Iterator[str]:
    """Start a master and its Sentinel, each with more lines of configuration; yield where the Sentinel is."""
    server, ports = redis_server.binary(), [free_port(), free_port()]
    assert server is not None
    watches = [f"sentinel monitor {MASTER} 127.0.0.1 {ports[0]} 1", *theirs]
    lines = {"master": ['save ""', *ours], "sentinel": watches}
    with ExitStack() as running:
        for port, (name, own) in zip(ports, lines.items(), strict=True):
            configuration = folder / f"{name}.conf"
            configuration.write_text("\n".join([f"port {port}", f"dir {folder}", *own, ""]))
            command = [server, str(configuration), *(["--sentinel"] if name == "sentinel" else [])]
            process = running.enter_context(subprocess.Popen(command, stdout=subprocess.DEVNULL))
            running.callback(process.terminate)
        for port in ports:
            _wait_for(port)
        yield f"127.0.0.1:{ports[1]}"


def _wait_for(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            redis.Redis(port=port).ping()
        except redis.AuthenticationError:
            return
        except redis.RedisError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError(f"nothing answers at {port}")


def test_a_master_is_found_through_sentinel(watched: str) -> None:
    with client(watched, socket_timeout=2, socket_connect_timeout=2) as there:
        there.set("a", "1")

    async def read() -> object:
        async with async_client(watched, socket_timeout=2) as there:
            return await there.get("a")

    assert asyncio.run(read()) == b"1"
    cache = Shared(watched, {"OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 2}})
    cache.set("b", [1])
    assert cache.get("b") == [1]


def test_master_and_sentinel_have_passwords_of_their_own(guarded: str, settings: Settings) -> None:
    with client(guarded, socket_timeout=2) as there:
        there.set("a", "1")

    async def read() -> object:
        async with async_client(guarded, socket_timeout=2) as there:
            return await there.get("a")

    assert asyncio.run(read()) == b"1"
    options = environment.broker_options(guarded, settings.SENTINEL_PASSWORD)
    with Connection(environment.broker(guarded), transport_options=options) as broker:
        channel: Any = broker.default_channel
        assert channel.client.get("a") == b"1"


def test_another_master_ends_no_question_to_sentinel(watched: str) -> None:
    with client(watched, socket_timeout=2) as there:
        there.ping()
        pool = there.connection_pool
        assert isinstance(pool, WatchedPool)
        (sentinel,) = pool.sentinel_manager.sentinels
        asking = sentinel.connection_pool.get_connection()
        asking.send_command("PING")
        pool.proxy.master_address = None  # As before the first look: any master is another one now.
        pool.get_master_address()  # type: ignore[no-untyped-call]
        assert asking.read_response() in (b"PONG", "PONG")
        sentinel.connection_pool.release(asking)


def test_a_missing_master_is_asked_for_once_in_a_while(watched: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = watched.replace(MASTER, "another")
    with client(wrong, socket_timeout=1) as there, pytest.raises(MasterNotFoundError, match="names a living master"):
        there.ping()
    with client(wrong, socket_timeout=1) as there:
        with pytest.raises(MasterNotFoundError, match="named a living master of another a moment ago"):
            there.ping()
        monkeypatch.setattr(Outages, "_until", {})
        with pytest.raises(MasterNotFoundError, match="names a living master"):
            there.ping()


def test_an_event_loop_asks_for_a_missing_master_once_in_a_while(watched: str) -> None:
    async def ask() -> None:
        async with async_client(watched.replace(MASTER, "third"), socket_timeout=1) as there:
            await there.ping()

    for words in ("names a living master", "named a living master of third a moment ago"):
        with pytest.raises(MasterNotFoundError, match=words):
            asyncio.run(ask())


def test_a_sentinel_that_is_gone_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr("redis.retry.sleep", waits.append)
    with client("redis+sentinel://127.0.0.1:1/crew/0") as there, pytest.raises(MasterNotFoundError) as caught:
        there.ping()
    assert len(str(caught.value)) < 100
    assert not waits


def test_a_sentinel_that_names_no_master_is_an_outage(watched: str) -> None:
    wrong = watched.replace(MASTER, "another")
    with client(wrong, socket_timeout=1) as there, pytest.raises(redis.exceptions.ConnectionError):
        there.ping()


def test_addresses_are_read_in_their_parts() -> None:
    address = "redis+sentinel://:p%40ss@one:26380,two/crew/2"
    assert Watched.read(address) == Watched((("one", 26380), ("two", 26379)), "crew", 2, None, "p@ss")
    named = Watched.read("redis+sentinel://us%3Aer:p%40ss@one/crew")
    assert (named.user, named.password) == ("us:er", "p@ss")
    assert (
        environment.broker("redis+sentinel://:pw@one:1,two:2/crew/2") == "sentinel://:pw@one:1/2;sentinel://:pw@two:2/2"
    )
    assert environment.broker_options("redis+sentinel://one:1/crew")["master_name"] == "crew"
    assert environment.broker_options("redis://one:1/0") == {}
    with pytest.raises(ValueError):  # noqa: PT011 - its reader says what is wrong
        Watched.read("redis+sentinel://one:1")
