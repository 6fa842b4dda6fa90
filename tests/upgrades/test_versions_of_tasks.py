"""A worker of the previous version beside newer web processes leaves unknown tasks to newer workers."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from celery import Celery

from crewsite.environment import broker as broker_of
from crewsite.worker_consumer import Consumer
from tests import own_redis
from tests.faults.processes import PYTHON, ROOT, environment, waited_until

pytestmark = [pytest.mark.once, pytest.mark.slow]

GREET, PART = "logbook.tests.tasks.greet", "logbook.tests.tasks.part"


@contextmanager
def worker(folder: Path, redis: str, version: str) -> Iterator[Callable[[], str]]:
    """Run a worker of a version; yield a function that returns its log."""
    place, log = folder / version, folder / f"{version}.log"
    place.mkdir()
    own = {"REDIS_URL": redis, "GREETINGS": str(folder / "greetings")}
    options = ("--concurrency", "1", "-n", version, "--include", f"tests.upgrades.{version}_tasks")
    command = (*PYTHON, "celery", "--quiet", "-A", "crewsite", "worker", "--loglevel", "WARNING", *options)
    with (
        log.open("w") as file,
        subprocess.Popen(
            command, cwd=ROOT, stdout=file, stderr=file, env={**os.environ, **environment("", place), **own}
        ) as process,
    ):
        try:
            yield log.read_text
        finally:
            process.terminate()


@dataclass(frozen=True)
class Site:
    """A site with an older worker; `web`: the application of its newer web processes."""

    folder: Path
    redis: str
    web: Celery
    log: Callable[[], str]
    """Returns the older worker's log."""

    def greetings(self) -> list[str]:
        return (self.folder / "greetings").read_text().splitlines()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    (tmp_path / "greetings").touch()
    with (
        own_redis.one() as redis,
        worker(tmp_path, redis, "older") as log,
        Celery(broker=broker_of(redis), set_as_current=False) as web,
    ):
        yield Site(tmp_path, redis, web, log)


def test_a_worker_leaves_what_it_does_not_know_to_a_newer_one(site: Site) -> None:
    site.web.send_task(PART, ("Ana",))
    site.web.send_task(GREET, ("Ana", "good evening"))
    told = {f"The task {task} is of a newer version" for task in (PART, GREET)}
    assert waited_until(lambda: all(sentence in site.log() for sentence in told)), site.log()
    site.web.send_task(GREET, ("Ben",))
    assert waited_until(lambda: site.greetings() == ["hello Ben"]), "other tasks do not wait"
    with worker(site.folder, site.redis, "newer"):
        assert waited_until(lambda: len(site.greetings()) == 3), site.log()
    assert sorted(site.greetings()) == ["good evening Ana", "goodbye Ana", "hello Ben"]
    assert site.log().count("is of a newer version") == 2, "it is said once a minute"
    assert "Traceback" not in site.log()


class BrokenConnection:
    """A connection that kombu fails to close."""

    def close(self) -> None:
        raise AttributeError("'NoneType' object has no attribute 'hostname'")


def test_a_lost_connection_does_not_end_the_worker(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    after_it: list[Exception] = []

    def close_and_go_on(one: Consumer, error: Exception) -> None:
        one.connection.close()
        after_it.append(error)

    monkeypatch.setattr("celery.worker.consumer.Consumer.on_connection_error_after_connected", close_and_go_on)
    consumer, error = Consumer.__new__(Consumer), OSError()
    consumer.connection = BrokenConnection()
    consumer.on_connection_error_after_connected(error)
    assert after_it == [error], "Celery cancels running tasks after that"
    assert "can’t return its tasks to the broker" in caplog.text


def test_a_task_is_left_with_its_time_and_its_expiry(site: Site) -> None:
    later = datetime.now(UTC) + timedelta(seconds=4)
    site.web.send_task(PART, ("Ben",), expires=2)
    site.web.send_task(PART, ("Ana",), eta=later)
    assert waited_until(lambda: f"The task {PART} is of a newer version" in site.log()), site.log()
    time.sleep(2)
    with worker(site.folder, site.redis, "newer"):
        assert waited_until(site.greetings)
        assert datetime.now(UTC) >= later
    assert site.greetings() == ["goodbye Ana"], "the other one has expired"
