"""Analyses while their workers are idle, and positions that are solved once for all attempts at a deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone
from kombu import Connection, Queue
from pytest_django.fixtures import Settings

import games
from crewsite import environment
from games.crew.solver import SOLVER_VERSION, Annotation
from logbook.challenges.models.challenges import Challenge
from logbook.crews.models.crews import Crew
from logbook.lib import queue
from logbook.people.models.players import Player
from logbook.replays import tasks
from logbook.replays.models.analyses import Analysis
from logbook.replays.services import analyses, shared_positions, turning_points
from logbook.tables import event_replay
from logbook.tables.models import Attempt
from tests.challenges.scenes import HOUR, deal, table_of
from tests.leaderboards.lost_rounds import lost_by_the_first_card
from tests.tables.attempts_scenes import open_table, started, store_all_but_the_last

pytestmark = [pytest.mark.django_db, pytest.mark.once]

Sent = list[tuple[Any, ...]]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """Record what is queued, instead of doing it at once."""
    found: Sent = []
    monkeypatch.setattr(queue, "send", lambda *given, **_named: found.append(given))
    return found


@pytest.fixture
def broker(settings: Settings, redis_url: str) -> Iterator[Connection]:
    """A real broker, and tasks that really wait in it."""
    settings.BROKER_REDIS_URL, settings.CELERY_TASK_ALWAYS_EAGER = redis_url, False
    options = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    with Connection(environment.broker(redis_url), transport_options=options) as connection:
        yield connection


def publish(broker: Connection, name: str, priority: int = 6) -> None:
    with broker.Producer() as producer:
        producer.publish("a task", routing_key=name, priority=priority, declare=[Queue(name)])


def first_possible(state: games.State) -> games.Action:
    return state.legal_actions(min(state.waiting_on))[0]


def ended(attempt: Attempt) -> Attempt:
    """Play the attempt, and give it up before its last card."""
    store_all_but_the_last(attempt, first_possible)
    attempt.state, attempt.ended_at, attempt.waiting_on = Attempt.State.FAILURE, timezone.now() - HOUR, []
    attempt.save()
    return attempt


def over(player: Player) -> Attempt:
    return ended(started(open_table(player, mission="4", bots=2), player))


# --- while the workers are idle


def test_attempt_is_analysed_at_once_while_no_other_waits(broker: Connection, sent: Sent, alice: Player) -> None:
    attempt = over(alice)
    publish(broker, "celery")
    analyses.analyse_if_idle(attempt)
    assert sent == [("replays.analyse_attempt", attempt.pk)]


@pytest.mark.parametrize("priority", [0, 6, 9])
def test_attempt_waits_for_the_sweep_while_others_are_queued(
    priority: int, broker: Connection, sent: Sent, alice: Player
) -> None:
    attempt = over(alice)
    publish(broker, analyses.QUEUE, priority)
    analyses.analyse_if_idle(attempt)
    assert sent == []


def test_reader_does_not_wait_for_idle_workers(broker: Connection, sent: Sent, alice: Player) -> None:
    attempt = over(alice)
    publish(broker, analyses.QUEUE)
    assert analyses.request_analysis(attempt)
    assert sent == [("replays.analyse_attempt", attempt.pk)]


def test_sweep_queues_nothing_behind_waiting_analyses(
    broker: Connection, sent: Sent, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "MOST_ANALYSES", 2)
    expected = [over(alice).pk for _ in range(3)]
    sent.clear()
    tasks.analyse_overlooked_attempts()
    assert sent == [("replays.analyse_attempt", pk) for pk in sorted(expected, reverse=True)[:2]]
    publish(broker, analyses.QUEUE)
    tasks.analyse_overlooked_attempts()
    assert len(sent) == 2


def test_nobody_says_idle_of_a_broker_that_is_away(settings: Settings) -> None:
    settings.BROKER_REDIS_URL, settings.CELERY_TASK_ALWAYS_EAGER = "redis://127.0.0.1:1/0", False
    assert not queue.is_empty(analyses.QUEUE)


# --- equal positions


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[int, bool]]:
    """Record what each analysis was told of its positions; any other first card would have won."""
    found: list[Mapping[int, bool]] = []

    def annotate(states: Sequence[games.State], budget: object, told: Mapping[int, bool]) -> Annotation:
        found.append(told)
        return lost_by_the_first_card(states, budget)

    monkeypatch.setattr(analyses, "annotate", annotate)
    return found


@pytest.fixture
def pair(
    running: Challenge, crew: Crew, rivals: Crew, alice: Player, charlie: Player, clock: Any
) -> tuple[Attempt, Attempt]:
    """Two crews' attempts at one deal, alike to the last card."""
    clock.move_to(running.opens_at + HOUR)
    tables = table_of(running, crew, alice), table_of(running, rivals, charlie)
    first, second = (ended(deal(table, player)) for table, player in zip(tables, (alice, charlie), strict=True))
    return first, second


def verdicts_for(attempt: Attempt) -> dict[int, bool]:
    others = shared_positions.analysed_alike(attempt)
    return shared_positions.known_verdicts(others, event_replay.moments_of(attempt))


def test_positions_of_a_deal_are_solved_once(
    pair: tuple[Attempt, Attempt], known: list[Mapping[int, bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    Analysis.objects.all().delete()
    analyses.analyse(attempt_id=pair[0].pk)
    monkeypatch.setattr(turning_points, "options_at", lambda *_given: pytest.fail("the same turning point"))
    analyses.analyse(attempt_id=pair[1].pk)
    first, second = (Analysis.objects.get(attempt=attempt) for attempt in pair)
    assert known == [{}, dict(enumerate(first.winnable))]
    assert first.options
    assert (second.winnable, second.fatal, second.options) == (first.winnable, first.fatal, first.options)


def test_options_that_looked_otherwise_are_not_shared(
    pair: tuple[Attempt, Attempt], known: list[Mapping[int, bool]]
) -> None:
    Analysis.objects.all().delete()
    analyses.analyse(attempt_id=pair[0].pk)
    others, moments = shared_positions.analysed_alike(pair[1]), event_replay.moments_of(pair[1])
    fatal = others[0].analysis.fatal
    assert fatal is not None
    assert shared_positions.known_options(others, moments, fatal) == others[0].analysis.options
    assert shared_positions.known_options(others, moments, None) is None
    assert shared_positions.known_options(others, moments, fatal + 1) is None
    other_deal = games.deal(replace(moments[0].setup, seed="another"))
    elsewhere = (*moments[:fatal], other_deal, *moments[fatal + 1 :])
    assert shared_positions.known_options(others, elsewhere, fatal) is None


def test_only_results_of_this_solver_and_this_deal_are_shared(
    pair: tuple[Attempt, Attempt], known: list[Mapping[int, bool]], alice: Player
) -> None:
    Analysis.objects.all().delete()
    analyses.analyse(attempt_id=pair[0].pk)
    moments = event_replay.moments_of(pair[1])
    assert len(verdicts_for(pair[1])) == len(moments)
    Analysis.objects.update(winnable=[None] * len(moments))
    assert verdicts_for(pair[1]) == {}
    Analysis.objects.update(winnable=[True] * len(moments), solver=SOLVER_VERSION - 1)
    assert verdicts_for(pair[1]) == {}
    Analysis.objects.update(solver=SOLVER_VERSION)
    Attempt.objects.filter(pk=pair[0].pk).update(number=9)
    assert verdicts_for(pair[1]) == {}
    elsewhere = over(alice)
    assert verdicts_for(elsewhere) == {}


def test_only_the_latest_attempts_of_a_deal_are_read(
    pair: tuple[Attempt, Attempt], known: list[Mapping[int, bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    Analysis.objects.all().delete()
    analyses.analyse(attempt_id=pair[0].pk)
    monkeypatch.setattr(shared_positions, "MOST_READ", 0)
    assert verdicts_for(pair[1]) == {}
