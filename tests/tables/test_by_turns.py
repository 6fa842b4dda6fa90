"""Turn-based tables: clocks, reminders, decisions of stand-ins, and the wait for signals before each trick."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, time, timedelta

import pytest
import time_machine
from django.core import mail
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from logbook.lib.exceptions import Unreadable
from logbook.notifications.message_texts import message_text
from logbook.notifications.models import Message, MessageKind, OutboxMail
from logbook.people.models.players import Player
from logbook.people.services import quiet_times
from logbook.tables import presence, tasks
from logbook.tables.exceptions import ClockRuns, NothingToSignal, NotSeated, SignalsFirst
from logbook.tables.models import Attempt, Event, Table
from logbook.tables.selectors.table_rows import by_urgency, table_rows
from logbook.tables.services import attempts, bots, signal_declines, stand_ins
from tests.conftest import SignedIn
from tests.tables.attempts_scenes import open_table, started, state_of, verify, waited_for
from tests.tables.presence_scenes import beat
from tests.tables.stand_ins_scenes import act, player_at, running

pytestmark = pytest.mark.django_db

NOON = "2026-11-16 12:00"
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def real_redis(settings: Settings, redis_url: str) -> None:
    settings.REDIS_URL = redis_url
    presence._redis.cache_clear()


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as travelled:
        yield travelled


def by_turns(
    *players: Player,
    pace: str = "1d",
    game: str = "planet-nine",
    mission: str = "1",
    stand_in_allowed: bool = True,
) -> Table:
    table = open_table(*players, game=game, mission=mission)
    Table.objects.filter(pk=table.pk).update(pace=pace, stand_ins=stand_in_allowed)
    table.refresh_from_db()
    started(table, players[0])
    return table


@pytest.fixture
def table(clock: time_machine.Traveller, alice: Player, bob: Player, olga: Player) -> Table:
    return by_turns(alice, bob, olga)


def clocks(table: Table) -> dict[int, timedelta]:
    """The time left by seat."""
    seats = table.seats.filter(decides_by__isnull=False)
    return {seat.number: seat.decides_by - timezone.now() for seat in seats if seat.decides_by}


def all_decline(table: Table) -> None:
    for seat in table.seats.exclude(player=None):
        signal_declines.decline(table_id=table.pk, player=seat.player, choice="round")


def sweep() -> None:
    tasks.follow_turn_clocks()


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


def test_no_seat_is_given_to_a_bot_while_the_table_waits_for_signals(table: Table) -> None:
    attempt = at_a_gap(table)
    leader = leader_of(attempt)
    with pytest.raises(ClockRuns):
        stand_ins.agree(table_id=table.pk, number=leader, player=player_at(table, (leader + 1) % 3))


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
    for table in (slow, fast, other):
        attempt = running(table)
        attempt.waiting_on = [1 if table == other else 0]
        attempt.save()
        for seat in table.seats.all():
            seat.decides_by = timezone.now() + (Table.TURN_HOURS[Table.Pace(table.pace)] * HOUR)
            seat.save()
    rows = by_urgency(table_rows(Table.objects.all(), alice))
    assert [row.table.pk for row in rows] == [fast.pk, slow.pk, other.pk]
    html = signed_in(alice).get(reverse("table-list")).text
    assert "until" in html


# --- signals


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


def test_the_mail_of_a_reminder_names_the_table_alone(
    table: Table, clock: time_machine.Traveller, django_capture_on_commit_callbacks: object
) -> None:
    clock.shift(12 * HOUR)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        sweep()
    (letter,) = mail.outbox
    assert f"/tables/{table.pk}/" in letter.body
    assert not any(suit in letter.body for suit in ("pink", "blue", "green", "yellow", "rocket"))
