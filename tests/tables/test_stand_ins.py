"""Stand-ins: a bot plays for a player who is away or has left, until the player takes the seat back."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.utils import timezone
from pytest_django.fixtures import Settings
from redis import Redis

from games.bots import strongest_bot
from logbook.leaderboards.models.results import Result, Tally
from logbook.leaderboards.models.runs import Run
from logbook.leaderboards.services import results
from logbook.people.models.players import Player
from logbook.tables import presence
from logbook.tables.counting import Counts
from logbook.tables.exceptions import (
    LastPlayer,
    NoStandInNeeded,
    NotAwayLong,
    NothingRunning,
    NotSeated,
    PresenceUnknown,
    StandInPlays,
    StandInsOff,
    TurnIsYoung,
)
from logbook.tables.models import Attempt, Event, Table
from logbook.tables.services import attempts, bots, deals, stand_ins, tables
from logbook.tables.services.tables import TableSettings
from tests.tables.absences import awaited_for
from tests.tables.attempts_scenes import open_table, started, verify
from tests.tables.presence_scenes import beat
from tests.tables.stand_ins_scenes import (
    act,
    agree,
    awaited,
    others_of,
    player_at,
    real_redis,
    running,
    table,
    with_stand_in,
)

__all__ = ["real_redis", "table"]  # Fixtures.
pytestmark = pytest.mark.django_db


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel("2026-11-16 20:00", tick=False) as travelled:
        yield travelled


def step(table: Table) -> attempts.ActionResult | None:
    table.refresh_from_db()
    return bots.play_bot_step(attempt_id=running(table).pk, seen=table.version)


# --- by agreement


def test_every_other_player_who_is_here_must_agree(table: Table) -> None:
    number, _player = awaited(table)
    first, second = others_of(table, number)
    beat(presence.beat_token(table.pk, first.pk))
    beat(presence.beat_token(table.pk, second.pk))
    assert not agree(table, number, first)
    assert table.seats.get(number=number).stand_in == ""
    assert agree(table, number, second)
    assert table.seats.get(number=number).stand_in == strongest_bot(table.game).slug


def test_a_player_who_is_away_too_is_not_waited_for(table: Table) -> None:
    number, _player = awaited(table)
    assert agree(table, number, others_of(table, number)[0])


def test_the_player_must_have_been_away_for_two_minutes(table: Table, clock: time_machine.Traveller) -> None:
    number, player = awaited(table)
    other = others_of(table, number)[0]
    beat(presence.beat_token(table.pk, player.pk))
    with pytest.raises(NotAwayLong, match=player.name):
        agree(table, number, other)
    clock.shift(stand_ins.AWAY_SECONDS - 1)
    with pytest.raises(NotAwayLong):
        agree(table, number, other)
    clock.shift(1)
    assert agree(table, number, other)


def test_wait_begins_with_the_turn_without_a_beat(
    clock: time_machine.Traveller, alice: Player, bob: Player, olga: Player, cache_server: Redis
) -> None:
    """A page without scripts, a program, or a Redis that has lost all beats: not known is not away."""
    table = open_table(alice, bob, olga)
    started(table, alice)
    for player in (alice, bob, olga):
        beat(presence.beat_token(table.pk, player.pk))
    cache_server.flushall()
    for _turn in range(3):
        clock.shift(stand_ins.AWAY_SECONDS - 1)
        number, player = awaited(table)
        other = others_of(table, number)[0]
        with pytest.raises(TurnIsYoung, match=player.name):
            agree(table, number, other)
        assert table.seats.get(number=number).stand_in == ""
        act(table, player)
    number, _player = awaited(table)
    clock.shift(stand_ins.AWAY_SECONDS)
    assert agree(table, number, others_of(table, number)[0])


def test_an_agreement_is_no_agreement_on_the_next_turn(table: Table) -> None:
    number, player = awaited(table)
    first, second = others_of(table, number)
    beat(presence.beat_token(table.pk, second.pk))
    assert not agree(table, number, first)
    act(table, player)
    assert table.seats.get(number=number).agreed == []


def test_a_player_who_took_the_seat_back_is_there(clock: time_machine.Traveller, table: Table) -> None:
    number, player = awaited(table)
    awaited_for(table, 1000)
    with_stand_in(table)
    stand_ins.take_back(table_id=table.pk, player=player)
    other = others_of(table, number)[0]
    with pytest.raises(TurnIsYoung):
        agree(table, number, other)
    clock.shift(stand_ins.AWAY_SECONDS)
    assert agree(table, number, other)


def test_a_player_who_has_just_acted_must_agree_without_a_beat(table: Table) -> None:
    number, player = awaited(table)
    while awaited(table)[0] == number:
        act(table, player)
    attempt, seat = running(table), table.seats.get(number=awaited(table)[0])
    assert table.seats.get(number=number) in stand_ins.missing_agreements(table, attempt, seat)
    awaited_for(table, stand_ins.AWAY_SECONDS)
    assert not stand_ins.missing_agreements(table, attempt, seat)


def test_nothing_is_agreed_while_nobody_knows_who_is_away(table: Table, settings: Settings) -> None:
    number, _player = awaited(table)
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    presence._redis.cache_clear()
    with pytest.raises(PresenceUnknown):
        agree(table, number, others_of(table, number)[0])


def test_what_needs_no_stand_in_gets_none(table: Table, charlie: Player) -> None:
    number, player = awaited(table)
    other = others_of(table, number)[0]
    not_awaited = table.seats.get(player=others_of(table, number)[1]).number
    for wrong in (not_awaited, table.seats.get(player=other).number, 7):
        with pytest.raises(NoStandInNeeded):
            agree(table, wrong, other)
    with pytest.raises(NotSeated):
        agree(table, number, charlie)
    agree(table, number, other)
    with pytest.raises(NoStandInNeeded):
        agree(table, number, other)
    with pytest.raises(StandInPlays):
        act(table, player)


def test_there_is_nothing_to_stand_in_for_between_attempts(table: Table, alice: Player) -> None:
    attempts.abandon_attempt(table_id=table.pk, player=alice, seen=table.version)
    with pytest.raises(NothingRunning):
        agree(table, 1, alice)
    with pytest.raises(NothingRunning):
        stand_ins.leave(table_id=table.pk, player=alice)


def test_a_table_may_allow_no_stand_ins(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(stand_ins=False)
    number, player = awaited(table)
    with pytest.raises(StandInsOff):
        agree(table, number, others_of(table, number)[0])
    with pytest.raises(StandInsOff):
        stand_ins.leave(table_id=table.pk, player=player)


@pytest.mark.parametrize(
    ("game", "mission", "allowed"),
    [("planet-nine", "1", True), ("deep-sea", "14", False), ("deep-blue", "troubled-waters", False)],
)
def test_races_and_missions_in_real_time_allow_none_unless_chosen(
    game: str, mission: str, allowed: bool, alice: Player
) -> None:
    about = {"player": alice, "game": game, "mission": mission, "players": 3}
    assert tables.open_table(**about).stand_ins == allowed  # type: ignore[arg-type]
    assert tables.open_table(**about, settings=TableSettings(stand_ins=True)).stand_ins  # type: ignore[arg-type]
    assert not tables.open_table(**about, settings=TableSettings(stand_ins=False)).stand_ins  # type: ignore[arg-type]


# --- what a stand-in does


def test_what_a_stand_in_decides_is_recorded_as_such(table: Table) -> None:
    number = with_stand_in(table)
    assert not running(table).mixed, "so far it has decided nothing"
    assert step(table) is not None
    event = Event.objects.latest("pk")
    assert (event.seat, event.player, event.by_stand_in) == (number, None, True)
    assert running(table).mixed
    while step(table) is not None:
        pass
    decided = set(Event.objects.values_list("seat", "by_stand_in"))
    assert decided == {(number, True)}, "the next decision is a player's"


def test_a_bots_own_seat_makes_no_attempt_mixed(alice: Player) -> None:
    table = open_table(alice, bots=3)
    started(table, alice)
    while step(table) is not None:
        pass
    assert Event.objects.exists()
    assert not Event.objects.filter(by_stand_in=True).exists()
    assert not running(table).mixed


def test_the_attempt_goes_on_to_its_end(table: Table) -> None:
    number, player = awaited(table)
    stand_ins.leave(table_id=table.pk, player=player)
    attempt = running(table)
    for _ in range(200):
        attempt.refresh_from_db()
        if attempt.state != Attempt.State.PLAYING:
            break
        table.refresh_from_db()
        if step(table) is None:
            act(table, player_at(table, min(running(table).waiting_on)))
    assert attempt.state in (Attempt.State.SUCCESS, Attempt.State.FAILURE)
    assert set(Event.objects.filter(seat=number).values_list("by_stand_in", flat=True)) == {True}
    assert set(Event.objects.exclude(seat=number).values_list("by_stand_in", flat=True)) == {False}


# --- back again


def test_the_player_takes_the_seat_back_between_two_actions(table: Table) -> None:
    number, player = awaited(table)
    with_stand_in(table)
    before = table.version
    stand_ins.take_back(table_id=table.pk, player=player)
    assert bots.play_bot_step(attempt_id=running(table).pk, seen=before) is None, "a late call does nothing"
    assert step(table) is None
    act(table, player)
    assert not Event.objects.get(seat=number).by_stand_in


def test_taking_back_twice_changes_nothing(table: Table) -> None:
    _number, player = awaited(table)
    with_stand_in(table)
    stand_ins.take_back(table_id=table.pk, player=player)
    table.refresh_from_db()
    stand_ins.take_back(table_id=table.pk, player=player)
    assert Table.objects.get(pk=table.pk).version == table.version


def test_a_stand_in_stays_for_the_next_attempt_until_its_player_deals(table: Table) -> None:
    number, player = awaited(table)
    with_stand_in(table)
    other = others_of(table, number)[0]
    attempts.abandon_attempt(table_id=table.pk, player=other, seen=table.version)
    deals.start_attempt(table_id=table.pk, player=other)
    assert table.seats.get(number=number).stand_in
    assert not running(table).mixed
    table.refresh_from_db()
    attempts.abandon_attempt(table_id=table.pk, player=other, seen=table.version)
    deals.start_attempt(table_id=table.pk, player=player)
    assert not table.seats.get(number=number).stand_in


@pytest.mark.django_db(transaction=True)
def test_a_player_who_comes_back_in_the_same_second_decides_once(table: Table) -> None:
    """The stand-in's action and the player's return, at once: one of both orders, never a card twice."""
    number, player = awaited(table)
    with_stand_in(table)
    attempt = running(table)

    def bot() -> None:
        bots.play_bot_step(attempt_id=attempt.pk, seen=table.version)
        connection.close()

    thread = threading.Thread(target=bot)
    thread.start()
    stand_ins.take_back(table_id=table.pk, player=player)
    thread.join()
    table.refresh_from_db()
    assert table.seats.get(number=number).stand_in == ""
    verify(attempt)
    attempt.refresh_from_db()
    assert attempt.mixed == attempt.events.exists()
    assert step(table) is None, "from now on the player decides"


# --- leaving on purpose


def test_a_player_who_leaves_gets_a_stand_in_at_once(table: Table) -> None:
    number, player = awaited(table)
    beat(presence.beat_token(table.pk, player.pk))
    stand_ins.leave(table_id=table.pk, player=player)
    assert table.seats.get(number=number).stand_in
    assert step(table) is not None


def test_the_last_player_cannot_leave_bots_among_themselves(table: Table) -> None:
    first, second, third = (player_at(table, number) for number in range(3))
    stand_ins.leave(table_id=table.pk, player=first)
    stand_ins.leave(table_id=table.pk, player=second)
    with pytest.raises(LastPlayer):
        stand_ins.leave(table_id=table.pk, player=third)


# --- what counts


def end(table: Table, state: str, *, mixed: bool) -> None:
    attempt = running(table)
    attempt.state, attempt.mixed = state, mixed
    attempts.close_attempt(table, attempt, reason="")
    Attempt.objects.filter(pk=attempt.pk).update(state=state, mixed=mixed)
    won = state == Attempt.State.SUCCESS
    Table.objects.filter(pk=table.pk).update(state=Table.State.WON if won else Table.State.BETWEEN)
    results.recompute_result(table_id=table.pk)


def test_a_mixed_win_counts_on_no_board(table: Table) -> None:
    end(table, Attempt.State.SUCCESS, mixed=True)
    assert not Result.objects.exists()
    assert not Tally.objects.filter(results__gt=0).exists()
    assert results.uncounted_tables(before=timezone.now() + timedelta(days=1)) == [], "and no sweep counts it again"


def test_the_losses_before_a_mixed_win_count(table: Table, alice: Player) -> None:
    end(table, Attempt.State.FAILURE, mixed=True)
    table.refresh_from_db()
    deals.start_attempt(table_id=table.pk, player=alice)
    end(table, Attempt.State.SUCCESS, mixed=True)
    result = Result.objects.get()
    assert (result.won, result.attempts, result.ended) == (False, 1, 1)
    tally = Tally.objects.get(results__gt=0)
    assert (tally.won, tally.attempts, tally.results) == (False, 1, 1)


def test_a_win_after_a_mixed_loss_counts_with_it(table: Table, alice: Player) -> None:
    end(table, Attempt.State.FAILURE, mixed=True)
    table.refresh_from_db()
    deals.start_attempt(table_id=table.pk, player=alice)
    end(table, Attempt.State.SUCCESS, mixed=False)
    result = Result.objects.get()
    assert (result.won, result.attempts, result.counts) == (True, 2, Counts.CREWS)
    run = Run.objects.get()
    assert (run.won, run.attempts) == (True, 2)
