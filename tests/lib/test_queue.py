"""The queue finds a task by its name, and every name that the code queues exists."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from celery.exceptions import NotRegistered
from django.conf import settings
from kombu import Connection

from crewsite import environment
from logbook.lib import queue
from logbook.tables.tasks import play_bots

LOGBOOK = Path(__file__).resolve().parents[2] / "logbook"
QUEUED = re.compile(r"""queue\.(?:later|send)\(\s*"([^"]+)\"""")


def names() -> set[str]:
    return {name for path in LOGBOOK.rglob("*.py") for name in QUEUED.findall(path.read_text(encoding="utf-8"))}


def test_a_task_is_found_by_its_subject_and_name() -> None:
    assert queue.task_by_name("tables.play_bots").name == play_bots.name
    with pytest.raises(NotRegistered):
        queue.task_by_name("tables.play_everything")


@pytest.mark.parametrize("name", sorted(names()))
def test_every_queued_name_is_a_task(name: str) -> None:
    assert queue.task_by_name(name).name == f"logbook.{name.replace('.', '.tasks.')}"


def test_the_schedule_and_the_routes_name_tasks_that_exist() -> None:
    scheduled = {str(entry["task"]) for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert len(scheduled) > 8
    for name in scheduled | set(settings.CELERY_TASK_ROUTES):
        assert queue.task_by_name(name.removeprefix("logbook.").replace(".tasks.", ".")).name == name


@pytest.mark.parametrize("address", ["redis://127.0.0.1:1/0", "redis+sentinel://127.0.0.1:1,127.0.0.1:2/crew/0"])
def test_a_request_is_not_held_up_without_a_broker(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, address: str
) -> None:
    monkeypatch.setattr(settings, "CELERY_TASK_ALWAYS_EAGER", False)
    waits: list[float] = []
    for place in ("kombu.utils.functional.sleep", "redis.retry.sleep"):
        monkeypatch.setattr(place, waits.append)
    options = settings.CELERY_BROKER_TRANSPORT_OPTIONS | environment.broker_options(address)
    task = queue.task_by_name("tables.play_bots")
    sent: Any = task.apply_async
    with Connection(environment.broker(address), transport_options=options) as broker:
        here = partial(sent, connection=broker)
        monkeypatch.setattr(type(task), "apply_async", lambda _task, *given, **named: here(*given, **named))
        queue.send("tables.play_bots", 7, 1)
    (said,) = caplog.messages
    assert said.startswith("tables.play_bots(7, 1) could not be queued: ")
    assert len(said) < 200, "one clear sentence"
    assert not waits


def test_an_analysis_that_a_reader_waits_for_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others keep their route's priority, behind everything else in a queue of their own."""
    sent: list[dict[str, Any]] = []
    task = queue.task_by_name("replays.analyse_attempt")
    monkeypatch.setattr(type(task), "apply_async", lambda _task, *_given, **options: sent.append(options))
    queue.send("replays.analyse_attempt", 7)
    queue.send("replays.analyse_attempt", 7, priority=0)
    route: Any = settings.CELERY_TASK_ROUTES["logbook.replays.tasks.analyse_attempt"]
    assert [options.get("priority", route["priority"]) for options in sent] == [6, 0]
    assert route["queue"] == "analyses"
