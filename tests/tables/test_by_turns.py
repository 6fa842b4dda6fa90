"""Turn-based tables: clocks, reminders, and decisions of stand-ins."""

from __future__ import annotations

from datetime import date, time, timedelta

import pytest
import time_machine
from django.core import mail
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from logbook.notifications.message_texts import message_text
from logbook.notifications.models import Message, MessageKind, OutboxMail
from logbook.people.models.players import Player
from logbook.people.services import quiet_times
from logbook.tables import presence
from logbook.tables.exceptions import ClockRuns, NotSeated
from logbook.tables.models import Attempt, Event, Table
from logbook.tables.selectors.table_rows import by_urgency, table_rows
from logbook.tables.services import attempts, bots, stand_ins
from tests.conftest import SignedIn
from tests.tables.attempts_scenes import verify, waited_for
from tests.tables.by_turns_scenes import HOUR, all_decline, by_turns, clock, clocks, real_redis, sweep, table
from tests.tables.presence_scenes import beat
from tests.tables.stand_ins_scenes import act, player_at, running

__all__ = ["clock", "real_redis", "table"]  # Fixtures.

pytestmark = pytest.mark.django_db


# --- clocks


@pytest.mark.parametrize(("pace", "hours"), [("8h", 8), ("1d", 24), ("3d", 72)])
def test_the_clock_runs_for_whom_the_table_waits(
    pace: str, hours: int, clock: time_machine.Traveller, alice: Player, bob: Player, olga: Player
) -> None:
    table = by_turns(alice, bob, olga, pace=pace)
    assert clocks(table) == dict.fromkeys(running(table).waiting_on, hours * HOUR)


@pytest.mark.parametrize("pace", ["live", "relaxed"])
def test_other_paces_have_no_clock(
    pace: str, clock: time_machine.Traveller, alice: Player, bob: Player, olga: Player
) -> None:
    table = by_turns(alice, bob, olga, pace=pace)
    act(table, player_at(table, waited_for(running(table))[0]))
    assert clocks(table) == {}


def test_every_decision_has_its_own_time(table: Table, clock: time_machine.Traveller) -> None:
    all_decline(table)
    for _ in range(6):
        clock.shift(HOUR)
        seat, _text = waited_for(running(table))
        act(table, player_at(table, seat))
        if running(table).signals_until is None:
            assert clocks(table) == dict.fromkeys(running(table).waiting_on, 24 * HOUR)


def test_the_clock_stands_still_in_quiet_times(
    clock: time_machine.Traveller, alice: Player, bob: Player, olga: Player
) -> None:
    for player in (alice, bob, olga):
        player.time_zone = "UTC"
        player.save()
        quiet_times.set_quiet_hours(player=player, begins=time(22), ends=time(8))
    table = by_turns(alice, bob, olga, pace="8h")
    (number,) = running(table).waiting_on
    assert clocks(table) == {number: 8 * HOUR}, "from noon to eight"
    clock.shift(4 * HOUR)
    act(table, player_at(table, number))
    assert set(clocks(table).values()) <= {18 * HOUR}, "six hours until ten, two hours after eight"


def test_changed_quiet_times_change_a_running_clock(table: Table, clock: time_machine.Traveller) -> None:
    ((number, _left),) = clocks(table).items()
    player = player_at(table, number)
    player.time_zone = "UTC"
    player.save()
    quiet_times.add_holidays(player=player, first=date(2026, 11, 17), last=date(2026, 11, 18))
    assert clocks(table) == {number: 72 * HOUR}


def test_a_reminder_comes_at_half_time_once(table: Table, clock: time_machine.Traveller) -> None:
    ((number, _left),) = clocks(table).items()
    clock.shift(12 * HOUR - timedelta(minutes=1))
    sweep()
    assert not OutboxMail.objects.exists()
    clock.shift(timedelta(minutes=1))
    sweep()
    sweep()
    assert [letter.player for letter in OutboxMail.objects.all()] == [player_at(table, number)]


def test_a_player_at_the_table_is_not_reminded(table: Table, clock: time_machine.Traveller) -> None:
    ((number, _left),) = clocks(table).items()
    clock.shift(12 * HOUR)
    beat(presence.beat_token(table.pk, player_at(table, number).pk))
    sweep()
    assert not OutboxMail.objects.exists()


def test_stand_in_makes_one_decision_at_the_end(table: Table, clock: time_machine.Traveller) -> None:
    ((number, _left),) = clocks(table).items()
    clock.shift(24 * HOUR - timedelta(seconds=1))
    sweep()
    assert not Event.objects.exists()
    clock.shift(1)
    sweep()
    event = Event.objects.get()
    assert (event.seat, event.by_stand_in, event.player) == (number, True, None)
    assert running(table).mixed
    assert table.seats.get(number=number).stand_in == "", "the seat is still the player's"
    verify(running(table))
    sweep()
    assert Event.objects.count() == 1, "the next decision has its own time"


def test_no_seat_is_given_to_a_bot_while_its_clock_runs(
    table: Table, clock: time_machine.Traveller, signed_in: SignedIn
) -> None:
    ((number, _left),) = clocks(table).items()
    others = [player_at(table, other) for other in range(3) if other != number]
    address = reverse("table", args=(table.pk,))
    for hours in (0, 12, 11):
        clock.shift(hours * HOUR)
        for other in others:
            with pytest.raises(ClockRuns):
                stand_ins.agree(table_id=table.pk, number=number, player=other)
            assert f'id="stand-in-{number}"' not in signed_in(other).get(address).text
    clock.shift(HOUR)
    assert f'id="stand-in-{number}"' in signed_in(others[0]).get(address).text
    assert stand_ins.agree(table_id=table.pk, number=number, player=others[0])


def test_table_without_stand_ins_waits_and_says_so(
    clock: time_machine.Traveller, alice: Player, bob: Player, olga: Player, signed_in: SignedIn
) -> None:
    table = by_turns(alice, bob, olga, stand_in_allowed=False)
    ((number, _left),) = clocks(table).items()
    clock.shift(30 * HOUR)
    sweep()
    assert not Event.objects.exists()
    other = player_at(table, (number + 1) % 3)
    assert "time is up" in signed_in(other).get(reverse("table", args=(table.pk,))).text
    act(table, player_at(table, number))
    assert Event.objects.exists(), "a late decision counts"


def test_the_player_reads_that_a_bot_decided_for_them(
    table: Table, clock: time_machine.Traveller, settings: Settings
) -> None:
    ((number, _left),) = clocks(table).items()
    seat = table.seats.get(number=number)
    clock.shift(25 * HOUR)
    bots.decide_for_player(seat_id=seat.pk)
    message = Message.objects.get(kind=MessageKind.STOOD_IN)
    assert message.player == seat.player
    assert message_text(message).sentence.startswith("Your time was up, so a bot decided for you: Mission ")
    bots.decide_for_player(seat_id=seat.pk)
    assert Message.objects.filter(kind=MessageKind.STOOD_IN).count() == 1
    assert OutboxMail.objects.filter(event=OutboxMail.Event.MESSAGE, player=seat.player).exists()


def test_a_decision_and_the_end_of_the_time_at_once_decide_once(table: Table, clock: time_machine.Traveller) -> None:
    ((number, _left),) = clocks(table).items()
    seat = table.seats.get(number=number)
    clock.shift(25 * HOUR)
    act(table, player_at(table, number))
    (other,) = set(running(table).waiting_on) or {number}
    before = Event.objects.count()
    if other != number:
        bots.decide_for_player(seat_id=seat.pk)
        assert Event.objects.count() == before
    with pytest.raises(NotSeated):
        attempts.act_as_bot(attempt_id=running(table).pk, seat=other, text="x", seen=Table.objects.get().version)


@pytest.mark.parametrize(
    ("game", "mission", "phase"),
    [("deep-sea", "6", "agreeing"), ("deep-sea", "17", "selecting"), ("planet-nine", "50", "roles")],
)
def test_a_captains_proposal_is_made_at_the_end_of_the_time(
    game: str, mission: str, phase: str, clock: time_machine.Traveller, alice: Player, bob: Player, olga: Player
) -> None:
    table = by_turns(alice, bob, olga, game=game, mission=mission)
    while running(table).phase == "poll":
        act(table, player_at(table, running(table).waiting_on[0]))
    assert running(table).phase == phase
    clock.shift(25 * HOUR)
    sweep()
    assert Event.objects.latest("sequence").text.startswith("propose ")


def test_a_stand_in_has_no_clock(table: Table) -> None:
    ((number, _left),) = clocks(table).items()
    stand_ins.leave(table_id=table.pk, player=player_at(table, number))
    assert clocks(table) == {}
    stand_ins.take_back(table_id=table.pk, player=player_at(table, number))
    assert clocks(table) == {number: 24 * HOUR}


def test_three_days_end_a_round_that_two_players_have_left(table: Table, clock: time_machine.Traveller) -> None:
    """Only one player looks in, twice a day; stand-ins decide the rest, and nothing is lost by a restart."""
    present = player_at(table, 0)
    for _ in range(400):
        attempt = table.attempts.get()
        if attempt.state != Attempt.State.PLAYING:
            break
        sweep()
        table.refresh_from_db()
        if 0 in table.attempts.get().waiting_on and table.attempts.get().signals_until is None:
            act(table, present)
        clock.shift(6 * HOUR)
    attempt = table.attempts.get()
    assert attempt.state in (Attempt.State.SUCCESS, Attempt.State.FAILURE)
    assert attempt.mixed
    assert clocks(table) == {}
    verify(attempt)


def test_my_tables_are_listed_by_urgency(
    clock: time_machine.Traveller, alice: Player, bob: Player, olga: Player, signed_in: SignedIn
) -> None:
    slow, fast, other = (by_turns(alice, bob, olga, pace=pace) for pace in ("3d", "8h", "1d"))
    for one in (slow, fast, other):
        attempt = running(one)
        attempt.waiting_on = [1 if one == other else 0]
        attempt.save()
        for seat in one.seats.all():
            seat.decides_by = timezone.now() + (Table.TURN_HOURS[Table.Pace(one.pace)] * HOUR)
            seat.save()
    rows = by_urgency(table_rows(Table.objects.all(), alice))
    assert [row.table.pk for row in rows] == [fast.pk, slow.pk, other.pk]
    html = signed_in(alice).get(reverse("table-list")).text
    assert "until" in html


def test_the_mail_of_a_reminder_names_the_table_alone(
    table: Table, clock: time_machine.Traveller, django_capture_on_commit_callbacks: object
) -> None:
    clock.shift(12 * HOUR)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        sweep()
    (letter,) = mail.outbox
    assert f"/tables/{table.pk}/" in letter.body
    assert not any(suit in letter.body for suit in ("pink", "blue", "green", "yellow", "rocket"))
