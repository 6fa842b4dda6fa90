"""Bots act by the same service as players, one action at a time, and a late call does nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from logbook.people.models.players import Player
from logbook.tables import tasks
from logbook.tables.models import Attempt, Event, Seat, Table
from logbook.tables.services import attempts, bots
from tests.tables.attempts_scenes import open_table, started, state_of, verify
from tests.tables.bots_scenes import all_bots, table

__all__ = ["table"]  # Fixtures.

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_bots_play_until_a_person_is_waited_for(table: Table, alice: Player) -> None:
    attempt = started(table, alice)
    for _ in range(50):
        moved = bots.play_bot_step(attempt_id=attempt.pk, seen=table.version)
        if moved is None:
            break
        table.refresh_from_db()
        assert moved.number == table.version
        verify(attempt)
    assert state_of(attempt).waiting_on == {0}


def test_a_late_call_does_nothing(table: Table, alice: Player) -> None:
    attempt = started(table, alice)
    all_bots(table)
    assert bots.play_bot_step(attempt_id=attempt.pk, seen=table.version) is not None
    assert bots.play_bot_step(attempt_id=attempt.pk, seen=table.version) is None
    assert Event.objects.count() == 1


def test_the_same_call_chooses_the_same(table: Table, alice: Player) -> None:
    attempt = started(table, alice)
    all_bots(table)
    fetched = Attempt.objects.select_related("table").get(pk=attempt.pk)
    assert len({bots._choice(fetched, hurried=False) for _ in range(20)}) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_bots_finish_an_attempt_by_themselves(players: int, alice: Player) -> None:
    table = open_table(alice, bots=players - 1)
    all_bots(table)
    Seat.objects.filter(table=table, number=0).update(player=alice, bot="")
    attempt = started(table, alice)
    all_bots(table)
    table.refresh_from_db()
    tasks.play_bots.delay(attempt.pk, table.version)
    attempt.refresh_from_db()
    assert attempt.state in (Attempt.State.SUCCESS, Attempt.State.FAILURE)
    verify(attempt)


@pytest.mark.django_db(transaction=True)
def test_a_persons_act_wakes_the_bots(table: Table, alice: Player) -> None:
    attempt = started(table, alice)  # The deal queues the bots too.
    while True:
        table.refresh_from_db()
        state = state_of(attempt)
        if state.outcome:
            break
        assert state.waiting_on == {0}  # The bots have no action left.
        legal = [action.text for action in state.legal_actions(0)]
        text = next((text for text in legal if text.startswith(("play", "take", "decline", "refrain"))), legal[0])
        attempts.act(table_id=table.pk, player=alice, text=text, seen=table.version)
    assert Event.objects.filter(player=None).exists()


def test_the_sweep_finds_bots_whose_call_was_lost(table: Table, alice: Player) -> None:
    attempt = started(table, alice)
    all_bots(table)
    now = timezone.now()
    table.refresh_from_db()
    assert bots.attempts_waiting_for_bots(since=now - timedelta(minutes=1)) == []
    assert bots.attempts_waiting_for_bots(since=now + timedelta(minutes=1)) == [(attempt.pk, table.version)]
    Table.objects.filter(pk=table.pk).update(moved_at=now - timedelta(minutes=5))
    tasks.resume_bots.delay()
    attempt.refresh_from_db()
    assert attempt.length > 0


def test_the_sweep_leaves_people_the_time_that_the_bots_leave_them(
    table: Table, alice: Player, settings: Settings
) -> None:
    settings.BOT_COURTESY_SECONDS = settings.BOT_ALONE_COURTESY_SECONDS = settings.BOT_PAUSE_SECONDS = 90
    attempt = started(table, alice)
    all_bots(table)
    for speed, left in (("fast", 36), ("normal", 90), ("slow", 225)):
        Table.objects.filter(pk=table.pk).update(bot_speed=speed)
        table.refresh_from_db()
        found = [bots.attempts_waiting_for_bots(since=table.moved_at + timedelta(seconds=left + by)) for by in (-1, 1)]
        assert found == [[], [(attempt.pk, table.version)]], speed


def test_the_sweep_leaves_people_alone(table: Table, alice: Player) -> None:
    attempt = started(table, alice)
    while bots.play_bot_step(attempt_id=attempt.pk, seen=table.version) is not None:
        table.refresh_from_db()
    assert bots.attempts_waiting_for_bots(since=timezone.now() + timedelta(minutes=1)) == []
