"""A player with many jobs delays no other player's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django.fixtures import Settings
from redis import Redis

from logbook.lib import fair_queue, queue
from logbook.lib.fair_queue import Job, turn


@pytest.fixture
def sent(redis_url: str, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Job]]:
    """What is queued again, on a real Redis."""
    settings.REDIS_URL, settings.CELERY_TASK_ALWAYS_EAGER = redis_url, False
    found: list[Job] = []

    def send(task: str, *arguments: int, **params: Any) -> None:
        found.append(Job(task, arguments, params))

    monkeypatch.setattr(queue, "send", send)
    fair_queue._redis.cache_clear()
    yield found
    with Redis.from_url(redis_url) as server:
        server.flushall()
    fair_queue._redis().close()
    fair_queue._redis.cache_clear()


def job(number: int, **params: Any) -> Job:
    return Job("tables.play_bots", (number, 1), params)


def done(owner: str, one: Job) -> bool:
    with turn("bots", owner, one) as is_mine:
        return is_mine


def test_jobs_of_one_owner_are_done_one_after_the_other(sent: list[Job]) -> None:
    with turn("bots", "ana", job(1)) as first:
        assert first
        assert [done("ana", job(number)) for number in (2, 3, 2)] == [False, False, False]
        assert done("ben", job(9)), "another owner waits for none of them"
        assert sent == []
    assert sent == [job(2)]
    assert not done("ana", job(4)), "it is the turn of the one that was queued"
    assert done("ana", job(2))
    assert done("ana", job(3))
    assert done("ana", job(4))
    assert sent == [job(2), job(3), job(4)]
    assert done("ana", job(5))


def test_forty_jobs_have_one_place_in_the_queue(sent: list[Job]) -> None:
    """Whatever the first in the queue is, after it comes another owner's."""
    waiting = [("ana", job(number)) for number in range(40)] + [("ben", job(99))]
    with turn("bots", "ana", job(1000)):
        for owner, one in waiting[:-1]:
            assert not done(owner, one)
    order = []
    line = [waiting[-1], *(("ana", one) for one in sent)]
    while line:
        owner, one = line.pop(0)
        count = len(sent)
        assert done(owner, one)
        order.append(owner)
        line += [("ana", new) for new in sent[count:]]
    assert order == ["ben", *["ana"] * 40]


def test_a_turn_is_passed_on_where_its_job_fails(sent: list[Job]) -> None:
    def fail() -> None:
        with turn("bots", "ana", job(1)):
            done("ana", job(2, hurried=True))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert sent == [job(2, hurried=True)]


def test_a_turn_ends_with_its_lease(sent: list[Job], redis_url: str) -> None:
    with turn("bots", "ana", job(1)), Redis.from_url(redis_url) as server:
        assert not done("ana", job(2))
        assert 0 < server.ttl("fair/bots/ana/turn") <= fair_queue.LEASE_SECONDS
        server.delete("fair/bots/ana/turn")  # Its worker was killed long ago.
        with turn("bots", "ana", job(3)) as later:
            assert later
    assert sent == [job(2)], "the one that lost its turn passes nothing on"


def test_a_list_has_an_end(sent: list[Job], redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_queue, "MOST_ASIDE", 2)
    with turn("bots", "ana", job(1)), Redis.from_url(redis_url) as server:
        for number in range(2, 6):
            done("ana", job(number))
        assert server.llen("fair/bots/ana/aside") == 2


def test_jobs_are_done_as_they_come_without_redis(settings: Settings) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = False
    fair_queue._redis.cache_clear()
    with turn("bots", "ana", job(1)):
        assert done("ana", job(2))
    fair_queue._redis.cache_clear()
