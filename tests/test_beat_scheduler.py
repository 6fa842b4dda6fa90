"""Beat does at once what is done again and again, and a clock that is put back holds nothing up."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
import time_machine
from celery.beat import PersistentScheduler
from kombu.exceptions import OperationalError
from redis import exceptions
from redis.sentinel import MasterNotFoundError

from crewsite.beat_lease import BeatLease
from crewsite.beat_scheduler import Scheduler
from crewsite.celery import app
from crewsite.periodic_tasks import SWEEPS
from logbook.lib import activity

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other beat runs (tests/test_beat_lease.py)."""
    monkeypatch.setattr(BeatLease, "is_held", lambda _lease: True)


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


def sweeps() -> set[str]:
    return {str(app.conf.beat_schedule[name]["task"]) for name in SWEEPS}


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What beat has put into the queue so far."""
    names: list[str] = []
    monkeypatch.setattr(PersistentScheduler, "apply_async", lambda _beat, entry, **_named: names.append(entry.task))
    monkeypatch.setattr(Scheduler, "producer", None)
    return names


def a_minute_later(beat: Scheduler, clock: time_machine.Traveller, queued: list[str]) -> set[str]:
    """Return what beat queues in the next minute."""
    queued.clear()
    clock.shift(61)
    everything_due(beat)
    return set(queued)


def test_sweeps_run_seldom_while_no_task_is_queued(tmp_path: Path, queued: list[str]) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        beat = Scheduler(app=app, schedule_filename=str(tmp_path / "beat"))
        everything_due(beat)
        assert sweeps() <= set(queued), "after a start at once"
        busy = [a_minute_later(beat, clock, queued) for _ in range(9)]
        assert all(sweeps() <= names for names in busy), "the site may have been busy before"
        clock.shift(60)
        quiet = [a_minute_later(beat, clock, queued) for _ in range(8)]
        assert not any(sweeps() & names for names in quiet)
        assert all(intervals() - sweeps() - set(names) <= FIVE_MINUTES for names in quiet), "deadlines are kept"
        clock.shift(activity.QUIET_SECONDS)
        assert sweeps() <= a_minute_later(beat, clock, queued), "every ten minutes they look"
        beat.close()


def test_sweeps_run_again_once_a_task_is_queued(
    tmp_path: Path, queued: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(activity, "_noted_at", -1e9)
    with time_machine.travel(NOON, tick=False) as clock:
        beat = Scheduler(app=app, schedule_filename=str(tmp_path / "beat"))
        everything_due(beat)
        clock.shift(activity.QUIET_SECONDS + 60)
        a_minute_later(beat, clock, queued)
        assert not sweeps() & a_minute_later(beat, clock, queued)
        activity.note()
        assert sweeps() <= a_minute_later(beat, clock, queued)
        beat.close()


FIVE_MINUTES: Final = {
    "logbook.campaigns.tasks.delete_old_prints",
    "logbook.daily.tasks.announce_closing_deals",
    "logbook.notifications.tasks.send_due_digests",
}


def test_every_sweep_is_a_periodic_task() -> None:
    assert set(app.conf.beat_schedule) >= SWEEPS


@pytest.mark.parametrize(
    ("cause", "reason"),
    [
        (
            MasterNotFoundError("No master found for 'crew' : <redis.client.Redis(…)>"),
            "no Sentinel names a living master",
        ),
        (exceptions.ConnectionError("Connection refused"), "Connection refused"),
    ],
)
def test_log_says_in_one_sentence_that_the_broker_is_away(
    cause: Exception, reason: str, beat: Scheduler, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(_task: object, *_given: object, **_named: object) -> None:
        raise OperationalError(str(cause)) from cause

    monkeypatch.undo()
    monkeypatch.setattr("celery.app.task.Task.apply_async", refuse)
    task = "logbook.tables.tasks.resume_bots"
    beat.apply_entry(next(entry for entry in beat.schedule.values() if entry.task == task), producer=None)
    assert [record.getMessage() for record in caplog.records] == [f"{task} could not be queued: {reason}"]
    assert caplog.records[0].exc_info is None


# --- a beat that waits for another one

NIGHTLY: Final = "logbook.site.tasks.replay_everything"
"""It runs at 2:20."""


def other_beat_runs(monkeypatch: pytest.MonkeyPatch, *, known: bool = True) -> None:
    monkeypatch.setattr(BeatLease, "is_held", lambda _lease: False)
    monkeypatch.setattr(BeatLease, "is_of_another", known, raising=False)
    monkeypatch.setattr(BeatLease, "__init__", lambda _lease: None)
    monkeypatch.setattr(BeatLease, "release", lambda _lease: None)


def nightly(sent: list[str]) -> list[str]:
    return [task for task in sent if task not in intervals()]


@pytest.mark.parametrize(("last_heard", "tasks"), [((2, 19, 50), [NIGHTLY]), ((2, 30, 0), [])])
def test_beat_that_takes_over_repeats_no_nightly_task(
    last_heard: tuple[int, int, int],
    tasks: list[str],
    tmp_path: Path,
    sent: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Days later; a task whose moment came just after the other beat's end is run."""
    other_beat_runs(monkeypatch)
    with time_machine.travel(NOON, tick=False) as clock:
        beat = Scheduler(app=app, schedule_filename=str(tmp_path / "beat"))
        clock.move_to(datetime(2026, 11, 27, *last_heard, tzinfo=UTC))
        beat.tick()
        clock.shift(40)
        monkeypatch.setattr(BeatLease, "is_held", lambda _lease: True)
        everything_due(beat)
        assert nightly(sent) == tasks
        beat.close()


def test_beat_that_was_killed_while_it_waited_repeats_none(
    tmp_path: Path, sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    other_beat_runs(monkeypatch)
    with time_machine.travel(NOON, tick=False) as clock:
        waiting = Scheduler(app=app, schedule_filename=str(tmp_path / "beat"))
        clock.shift(timedelta(days=3))
        waiting.tick()
        store: Any = vars(waiting)["_store"]
        store.cache.clear()  # A kill leaves no time to write what is not yet in the file.
        store.close()
        monkeypatch.setattr(BeatLease, "is_held", lambda _lease: True)
        beat = Scheduler(app=app, schedule_filename=str(tmp_path / "beat"))
        everything_due(beat)
        assert not nightly(sent)
        beat.close()


def test_beat_that_waits_for_redis_alone_runs_what_was_missed(
    tmp_path: Path, sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    other_beat_runs(monkeypatch, known=False)
    with time_machine.travel(NOON, tick=False) as clock:
        beat = Scheduler(app=app, schedule_filename=str(tmp_path / "beat"))
        clock.shift(timedelta(days=1))
        beat.tick()
        monkeypatch.setattr(BeatLease, "is_held", lambda _lease: True)
        everything_due(beat)
        assert NIGHTLY in sent
        beat.close()
