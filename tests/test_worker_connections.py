"""Connections of workers: kept from task to task while they are good, closed once they are too old."""

from __future__ import annotations

import time

import pytest
from celery.fixups.django import DjangoWorkerFixup  # type: ignore[attr-defined]
from django.db import connection

from crewsite.celery import app, keep_good_connections
from logbook.people.models.players import Player

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the moments at which the connection is closed."""
    moments: list[float] = []
    connection.ensure_connection()  # A new one would have an age of its own.
    monkeypatch.setattr(connection, "close", lambda: moments.append(time.monotonic()))
    return moments


def run_a_task(*, eager: bool = False) -> None:
    fixup, task = DjangoWorkerFixup(app), app.tasks["logbook.daily.tasks.make_coming_days"]
    task.push_request(is_eager=eager)
    try:
        fixup.on_task_prerun(task)
        keep_good_connections(task)
        assert not Player.objects.exists()
        fixup.on_task_postrun(task)
        keep_good_connections(task)
    finally:
        task.pop_request()


def test_a_good_connection_stays_open(closed: list[float]) -> None:
    connection.close_at = time.monotonic() + 60
    run_a_task()
    run_a_task()
    assert closed == []


def test_an_old_connection_is_closed(closed: list[float]) -> None:
    connection.close_at = time.monotonic() - 1
    run_a_task()
    assert closed != []


def test_a_task_inside_a_request_closes_nothing(closed: list[float]) -> None:
    connection.close_at = time.monotonic() - 1
    run_a_task(eager=True)
    assert closed == []
