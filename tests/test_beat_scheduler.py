"""Beat does at once what is done again and again, and a clock that is put back holds nothing up."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import time_machine

from crewsite.beat_scheduler import Scheduler
from crewsite.celery import app

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What beat has asked for so far."""
    asked: list[str] = []
    monkeypatch.setattr(Scheduler, "apply_entry", lambda _beat, entry, **_named: asked.append(entry.task))
    monkeypatch.setattr(Scheduler, "producer", None)  # There is no broker to ask.
    return asked


def everything_due(beat: Scheduler) -> None:
    while beat.tick() == 0:
        pass


@pytest.fixture
def beat(sent: list[str], tmp_path: Path) -> Iterator[Scheduler]:
    with time_machine.travel(NOON, tick=False):
        beat = Scheduler(app=app, schedule_filename=str(tmp_path / "beat"))
        yield beat
        beat.close()


def intervals() -> set[str]:
    return {str(entry["task"]) for entry in app.conf.beat_schedule.values() if isinstance(entry["schedule"], float)}


def test_what_is_done_again_and_again_is_done_at_once(beat: Scheduler, sent: list[str]) -> None:
    everything_due(beat)
    assert set(sent) == intervals()
    assert len(sent) == len(set(sent))


@pytest.mark.parametrize("hours", [-5, 5])
def test_a_clock_that_jumps_holds_nothing_up(hours: int, beat: Scheduler, sent: list[str]) -> None:
    everything_due(beat)
    with time_machine.travel(NOON + timedelta(hours=hours), tick=False) as clock:
        everything_due(beat)
        sent.clear()
        clock.shift(301)
        everything_due(beat)
    assert intervals() <= set(sent)
