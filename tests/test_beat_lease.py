"""Of several beats, one queues the periodic tasks."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from pytest_django import Settings

from crewsite import beat_lease
from crewsite.beat_lease import KEY, LASTS_SECONDS, BeatLease
from crewsite.beat_scheduler import WAITS_SECONDS, Scheduler
from crewsite.celery import app
from tests.faults.processes import free_port

ELSEWHERE = "another-machine boot 1 4711 token"


@pytest.fixture
def server(redis_url: str, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[redis.Redis]:
    """The broker's Redis, which a lease asks at each call."""
    settings.REDIS_URL = redis_url
    monkeypatch.setattr(beat_lease, "RENEWED_SECONDS", 0.0)
    with redis.Redis.from_url(redis_url) as client:
        client.delete(KEY)
        yield client
        client.delete(KEY)


def test_the_first_beat_has_it_and_keeps_it(server: redis.Redis) -> None:
    lease = BeatLease()
    assert lease.is_held()
    server.expire(KEY, 1)
    assert lease.is_held()
    assert 1 < server.ttl(KEY) <= LASTS_SECONDS, "it is renewed"


def test_a_second_beat_waits_and_says_who_has_it(server: redis.Redis, caplog: pytest.LogCaptureFixture) -> None:
    server.set(KEY, ELSEWHERE, ex=LASTS_SECONDS)
    lease = BeatLease()
    assert [lease.is_held() for _ in range(3)] == [False] * 3
    assert lease.is_of_another
    assert [record.getMessage() for record in caplog.records] == [
        "Another beat queues the periodic tasks (another-machine, process 4711). This one waits until it stops."
    ]
    server.delete(KEY)
    assert lease.is_held()
    assert not lease.is_of_another


def test_a_beat_that_stops_frees_it(server: redis.Redis) -> None:
    lease = BeatLease()
    assert lease.is_held()
    lease.release()
    assert server.get(KEY) is None
    server.set(KEY, ELSEWHERE)
    lease.release()
    assert server.get(KEY) == ELSEWHERE.encode(), "another beat has it now"


def test_a_beat_that_was_killed_here_is_replaced_at_once(server: redis.Redis) -> None:
    with subprocess.Popen([sys.executable, "-c", "pass"]) as killed:
        pass
    server.set(KEY, f"{BeatLease().name.rsplit(' ', 2)[0]} {killed.pid} token", ex=LASTS_SECONDS)
    assert BeatLease().is_held()


def test_a_beat_of_a_machine_with_the_same_name_is_waited_for(server: redis.Redis) -> None:
    with subprocess.Popen([sys.executable, "-c", "pass"]) as unseen:
        pass
    server.set(KEY, f"{socket.gethostname()} another-boot 1 {unseen.pid} token", ex=LASTS_SECONDS)
    assert not BeatLease().is_held()


def test_a_beat_with_the_number_of_a_former_one_takes_its_place(server: redis.Redis) -> None:
    first = BeatLease()
    assert first.is_held()
    second = BeatLease()
    assert second.is_held()
    assert server.get(KEY) == second.name.encode()


def test_the_end_of_a_beat_needs_no_redis(server: redis.Redis, settings: Settings) -> None:
    lease = BeatLease()
    assert lease.is_held()
    lease.__dict__["_server"] = redis.Redis(port=free_port())
    lease.release()
    assert not lease._is_held


def test_a_beat_without_redis_waits(settings: Settings, caplog: pytest.LogCaptureFixture) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    lease = BeatLease()
    assert not lease.is_held()
    assert not lease.is_of_another, "as far as it knows"
    assert "Redis doesn’t say whether another beat runs: ConnectionError." in caplog.text


def test_a_waiting_scheduler_queues_nothing(
    server: redis.Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(Scheduler, "apply_entry", lambda _beat, entry, **_named: sent.append(entry.task))
    monkeypatch.setattr(Scheduler, "producer", None)
    server.set(KEY, ELSEWHERE, ex=LASTS_SECONDS)
    beat = Scheduler(app=app, schedule_filename=str(tmp_path / "beat"))
    assert beat.tick() == WAITS_SECONDS
    assert not sent
    server.delete(KEY)
    beat.tick()
    assert sent
    beat.close()
    assert server.get(KEY) is None
