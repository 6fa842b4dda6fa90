"""Signals at turn-based tables: the wait before each trick, and players who decline to signal."""

from __future__ import annotations

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from logbook.lib.exceptions import Unreadable
from logbook.people.models.players import Player
from logbook.tables.exceptions import ClockRuns, NothingToSignal, NotSeated, SignalsFirst
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts, signal_declines, stand_ins
from tests.conftest import SignedIn
from tests.tables.attempts_scenes import state_of
from tests.tables.by_turns_scenes import HOUR, clock, clocks, real_redis, sweep, table
from tests.tables.stand_ins_scenes import act, player_at, running

__all__ = ["clock", "real_redis", "table"]  # Fixtures.

pytestmark = pytest.mark.django_db


def test_no_seat_is_given_to_a_bot_while_the_table_waits_for_signals(table: Table) -> None:
    attempt = at_a_gap(table)
    leader = leader_of(attempt)
    with pytest.raises(ClockRuns):
        stand_ins.agree(table_id=table.pk, number=leader, player=player_at(table, (leader + 1) % 3))


def at_a_gap(table: Table) -> Attempt:
    """Let the players choose their tasks; the table then waits for signals before the first trick."""
    for _ in range(20):
        attempt = running(table)
        if attempt.phase == "gap":
            return attempt
        act(table, player_at(table, min(attempt.waiting_on)))
    raise AssertionError("no gap came")


def leader_of(attempt: Attempt) -> int:
    (leader,) = attempt.waiting_on
    return int(leader)


def lead(table: Table) -> None:
    attempt = running(table)
    table.refresh_from_db()
    seat = leader_of(attempt)
    text = next(one.text for one in state_of(attempt).legal_actions(seat) if one.text.startswith("play"))
    attempts.act(table_id=table.pk, player=player_at(table, seat), text=text, seen=table.version)


def test_the_table_waits_for_signals_for_a_quarter_of_the_pace(table: Table, clock: time_machine.Traveller) -> None:
    attempt = at_a_gap(table)
    assert attempt.signals_until == timezone.now() + 6 * HOUR
    assert clocks(table) == {}, "meanwhile no clock runs"
    with pytest.raises(SignalsFirst):
        lead(table)
    clock.shift(6 * HOUR)
    sweep()
    assert running(table).signals_until is None
    assert clocks(table) == {leader_of(attempt): 24 * HOUR}
    assert not running(table).mixed, "silence is decided by no stand-in"
    lead(table)


def test_the_trick_begins_once_everybody_has_answered(table: Table) -> None:
    attempt = at_a_gap(table)
    others = [number for number in range(3) if number != leader_of(attempt)]
    version = Table.objects.get().version
    signal_declines.decline(table_id=table.pk, player=player_at(table, others[0]), choice="trick")
    assert Table.objects.get().version == version, "nobody is told who has answered"
    with pytest.raises(SignalsFirst):
        lead(table)
    signal_declines.decline(table_id=table.pk, player=player_at(table, others[1]), choice="round")
    assert Table.objects.get().version == version + 1
    lead(table)
    for _ in others:
        act(table, player_at(table, min(running(table).waiting_on)))
    if running(table).phase == "gap" and leader_of(running(table)) != others[0]:
        assert running(table).signals_until is not None, "“not now” was for one trick"


def test_a_signal_is_an_answer(table: Table) -> None:
    attempt = at_a_gap(table)
    others = [number for number in range(3) if number != leader_of(attempt)]
    for number in others:
        table.refresh_from_db()
        signals = [one.text for one in state_of(attempt).legal_actions(number) if one.text.startswith("signal ")]
        attempts.act(table_id=table.pk, player=player_at(table, number), text=signals[0], seen=table.version)
    lead(table)


def test_lists_say_who_may_signal(table: Table, signed_in: SignedIn) -> None:
    attempt = at_a_gap(table)
    first, second = [player_at(table, number) for number in range(3) if number != leader_of(attempt)]
    leader = player_at(table, leader_of(attempt))
    signal_declines.decline(table_id=table.pk, player=first, choice="trick")

    def is_asked(player: Player) -> bool:
        return "you may signal" in signed_in(player).get("/tables/").text

    assert [is_asked(player) for player in (first, second, leader)] == [False, True, False]


def test_only_the_player_sees_what_they_said(table: Table, signed_in: SignedIn) -> None:
    attempt = at_a_gap(table)
    first, second = [player_at(table, number) for number in range(3) if number != leader_of(attempt)]
    address = reverse("table", args=(table.pk,))
    before = signed_in(second).get(address).text
    assert "Signal before this trick, or say “Not now”" in before
    signed_in(first).post(reverse("table-decline", args=(table.pk,)), {"until": "round"})
    own = signed_in(first).get(address).text
    assert "You won’t signal in this attempt. Only you see this." in own
    assert "Waiting for signals until" in own
    assert "You won’t signal" not in signed_in(second).get(address).text
    signed_in(first).post(reverse("table-decline", args=(table.pk,)), {"until": "none"})
    assert "Signal before this trick" in signed_in(first).get(address).text


def test_what_cannot_be_declined_is_refused(table: Table, charlie: Player) -> None:
    attempt = running(table)
    assert attempt.phase != "gap"
    with pytest.raises(NothingToSignal):
        signal_declines.decline(table_id=table.pk, player=player_at(table, 0), choice="trick")
    with pytest.raises(Unreadable):
        signal_declines.decline(table_id=table.pk, player=player_at(table, 0), choice="never")
    with pytest.raises(NotSeated):
        signal_declines.decline(table_id=table.pk, player=charlie, choice="round")
