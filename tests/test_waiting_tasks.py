"""Tasks wait while the database is away and during maintenance; those that beat queues are left to the next one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from celery import Task
from celery.exceptions import Ignore, Reject, Retry
from django.db import IntegrityError, OperationalError
from kombu.exceptions import OperationalError as BrokerAway

from crewsite import waiting_tasks
from crewsite.celery import app
from crewsite.waiting_tasks import WaitingTask
from logbook.lib import maintenance

app.loader.import_default_modules()
Tasks = dict[str, Task[Any, Any]]
ONE = "logbook.challenges.tasks.prepare_challenge"
NIGHTLY = "logbook.site.tasks.replay_everything"
PERIODIC = "logbook.daily.tasks.make_coming_days"


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Return how the tasks are queued again."""
    queued: list[dict[str, Any]] = []
    monkeypatch.setattr("celery.canvas.Signature.apply_async", lambda task, **how: queued.append(dict(task.options)))
    return queued


@pytest.fixture(autouse=True)
def _usual() -> Iterator[None]:
    yield
    maintenance.set_read_only(on=False)


def run(name: str, error: Exception | None, monkeypatch: pytest.MonkeyPatch, *, eager: bool = False) -> None:
    """Run the task as a worker does, with this error in its work."""
    task = app.tasks[name]

    def work(*_given: object) -> None:
        if error is not None:
            raise error

    monkeypatch.setattr(task, "_orig_run", work)
    task.push_request(id="1", args=(1,), kwargs={}, called_directly=False, is_eager=eager, retries=3)
    arguments = () if name in (PERIODIC, NIGHTLY) else (1,)
    try:
        task.before_start("1", arguments, {})
        task.run(*arguments)
    finally:
        task.pop_request()


def test_every_task_is_one_that_waits() -> None:
    own = [task for name, task in app.tasks.items() if name.startswith("logbook.")]
    assert len(own) > 30
    assert all(isinstance(task, WaitingTask) for task in own)


def test_task_waits_for_the_database(sent: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Retry):
        run(ONE, OperationalError("gone"), monkeypatch)
    (again,) = sent
    assert (again["countdown"], again["retries"]) == (waiting_tasks.AGAIN_SECONDS, 4)


def test_task_waits_for_the_end_of_maintenance(sent: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    maintenance.set_read_only(on=True)
    with pytest.raises(Retry):
        run(ONE, None, monkeypatch)
    assert len(sent) == 1
    maintenance.set_read_only(on=False)
    run(ONE, None, monkeypatch)
    assert len(sent) == 1


def test_periodic_task_is_left_to_the_next_one(sent: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Ignore):
        run(PERIODIC, OperationalError("gone"), monkeypatch)
    assert sent == []


def test_task_of_the_night_waits(sent: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Retry):
        run(NIGHTLY, OperationalError("gone"), monkeypatch)
    assert len(sent) == 1


@pytest.mark.parametrize(("error", "requeues"), [(BrokerAway("refused"), True), (TypeError("no JSON"), False)])
def test_task_stays_in_the_queue_while_the_broker_is_away_too(
    error: Exception, requeues: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_task: object, **_how: object) -> None:
        raise error

    monkeypatch.setattr("celery.canvas.Signature.apply_async", refuse)
    with pytest.raises(Reject) as rejected:
        run(ONE, OperationalError("gone"), monkeypatch)
    assert f"requeue={requeues}" in repr(rejected.value)


def test_task_with_an_error_of_its_own_fails(sent: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(IntegrityError):
        run(ONE, IntegrityError("twice"), monkeypatch)
    assert sent == []


def test_task_in_a_request_leaves_its_error_to_it(sent: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OperationalError):
        run(ONE, OperationalError("gone"), monkeypatch, eager=True)
    assert sent == []


def test_log_says_it_once_a_minute(
    sent: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(WaitingTask, "said_at", -waiting_tasks.SAID_EVERY)
    for _number in range(3):
        with pytest.raises(Retry):
            run(ONE, OperationalError("gone"), monkeypatch)
    assert caplog.text.count("Tasks wait until it does.") == 1
