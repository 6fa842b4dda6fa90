"""Services of attempts: act, give up, time out. Deals have a module of their own.

An action reads without a lock and writes under a condition: the table is still at the number that the player saw, and
nothing has stopped play meanwhile. Every other service is one transaction that locks the table first. So all changes at
a table happen in order. Announcements and tasks leave on commit, and may be lost or repeated without harm.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

import games
from games.bots import bots_of
from logbook.clubs.services import removals
from logbook.lib import announcements, metrics, queue
from logbook.lib.compiled_queries import CompiledQuery
from logbook.people.models.players import Player
from logbook.tables import bot_timing, event_replay, signals
from logbook.tables.contest import contest_of
from logbook.tables.exceptions import (
    GuestCannotGiveUp,
    NothingRunning,
    NotSeated,
    PlayedAtTable,
    SignalsFirst,
    Stale,
    StandInPlays,
    TimeUp,
)
from logbook.tables.models import Attempt, Event, Seat, Table
from logbook.tables.services import attempt_counts, former_players, prepared_cards, turn_clocks
from logbook.tables.services.projections import PROJECTION, project

TIMEOUT = games.Action(0, "timeout")
"""The table's own action once the time is up; no seat can take it."""
FROM_ATTEMPT: Final = ("state", "distress", "deadline")
"""The table's columns that follow from its attempt."""
REFRAIN: Final = "refrain"
CLOCK_MARGIN_SECONDS = 0.1
"""The worker looks this much after the deadline, lest it come slightly too early."""

_TABLE: Final = CompiledQuery(lambda pk: Table.objects.filter(pk=pk))
_LOCKED: Final = CompiledQuery(lambda pk: Table.objects.select_for_update(of=("self",)).filter(pk=pk))
_RUNNING: Final = CompiledQuery(lambda table: Attempt.objects.filter(table=table, state=Attempt.State.PLAYING))
_TO_ACT: Final = CompiledQuery(
    lambda table: Attempt.objects.filter(table=table, state=Attempt.State.PLAYING).select_related("table")
)
_SEATS: Final = CompiledQuery(lambda table: Seat.objects.filter(table=table).order_by("number"))


@dataclass(frozen=True, slots=True)
class ActionResult:
    """The result of a service: the table's new number and the attempt."""

    table_id: int
    attempt_id: int
    number: int
    over: bool
    pause: float = 0.0
    """Seconds that bots leave people before they act."""
    bots: bool = True
    """Whether a bot may have to act at the table."""


def lock_table(table_id: int) -> Table:
    """Lock the table until this transaction ends. Raises Table.DoesNotExist."""
    table = _LOCKED.first(table_id)
    if table is None:
        raise Table.DoesNotExist
    contest_of(table).fetch(table)
    return table


def _table_to_act(table_id: int) -> tuple[Table, Attempt | None]:
    """Return the table and its running attempt, read in one statement: both belong to one number of the table."""
    attempt = _TO_ACT.first(table_id)
    table = attempt.table if attempt is not None else _TABLE.first(table_id)
    if table is None:
        raise Table.DoesNotExist
    contest_of(table).fetch(table)
    return table, attempt


def seat_of(table: Table, player: Player | None, seats: Sequence[Seat] | None = None) -> Seat:
    """Return the player's seat (among `seats`, the table's). Raises NotSeated, and WasRemoved in a club's challenge."""
    own = player.pk if player is not None else 0
    seat = next((one for one in seats or _SEATS.rows(table.pk) if one.player_id == own), None)
    if seat is None:
        raise NotSeated
    if table.stage is not None:
        removals.ensure_not_removed(table.stage.challenge.club_id, [player] if player else [])
    return seat


def bump_version(table: Table, *, fields: tuple[str, ...] = ()) -> int:
    """Write the table's next number (and these columns), and announce it on commit."""
    table.version += 1
    table.moved_at = timezone.now()
    table.save(update_fields=("version", "moved_at", *fields))
    transaction.on_commit(partial(announcements.announce, table.pk, table.version))
    return table.version


def act(*, table_id: int, player: Player | None, text: str, seen: int) -> ActionResult:
    """Store one action of a player at the table's running attempt.

    Raises NotSeated, Stale, NothingRunning, StandInPlays, ChallengeClosed, TimeUp, and the engine's refusals.
    """
    table, attempt = _table_to_act(table_id)
    seats = _SEATS.rows(table.pk)
    seat = seat_of(table, player, seats)
    attempt = _running_unlocked(table, attempt, seen)
    if seat.stand_in:
        raise StandInPlays
    if seat.agreed:  # The others agreed on a stand-in for a player who was away.
        Seat.objects.filter(pk=seat.pk).update(agreed=[])
    return wake_bots(_act(table, attempt, seats, games.Action(seat.number, text), player))


class BotDecision(NamedTuple):
    """A bot's part in an action: whether it stood in for a player, and the version of the bot that owns the seat."""

    by_stand_in: bool = False
    version: int = 0


BY_PERSON: Final = BotDecision()


def act_as_bot(*, attempt_id: int, seat: int, text: str, seen: int) -> ActionResult:
    """Store one action of a bot or a stand-in, by the same path as a player's.

    At a seat whose player's time for a turn is over, a stand-in makes one decision. Raises NotSeated, Stale and what
    `act` raises.
    """
    table, attempt = _table_to_act(Attempt.objects.values_list("table_id", flat=True).get(pk=attempt_id))
    seats = _SEATS.rows(table.pk)
    acting = next((one for one in seats if one.number == seat), None)
    if acting is None or not (acting.acting_bot or _is_out_of_time(table, acting)):
        raise NotSeated
    attempt = _running_unlocked(table, attempt, seen)
    if attempt.pk != attempt_id:
        raise Stale
    by_stand_in = not acting.bot and text != REFRAIN  # Silence is decided by no one.
    decision = BotDecision(by_stand_in, bots_of(table.game)[acting.bot].version if acting.bot else 0)
    return _act(table, attempt, seats, games.Action(seat, text), None, decision)


def _is_out_of_time(table: Table, seat: Seat) -> bool:
    """Return whether the player's time for a turn is over, where a stand-in may then decide."""
    return table.stand_ins and seat.decides_by is not None and seat.decides_by <= timezone.now()


def abandon_attempt(*, table_id: int, player: Player | None, seen: int) -> ActionResult:
    """Give up the running attempt. It counts like a failed one. Raises GuestCannotGiveUp, TimeUp."""
    with transaction.atomic():
        table = lock_table(table_id)
        _ensure_may_give_up(table, seat_of(table, player), player)
        attempt = running_attempt(table, seen)
        if not table.time_is_up:
            return close_attempt(table, attempt, reason="given-up")
        _time_out(table, attempt)
    raise TimeUp


def _ensure_may_give_up(table: Table, seat: Seat, player: Player | None) -> None:
    """Refuse a guest by link who would end the attempt for players with accounts."""
    accounts = table.seats.filter(player__user__isnull=False).exclude(pk=seat.pk)
    if player is not None and player.is_guest and table.opened_by_id != player.pk and accounts.exists():
        raise GuestCannotGiveUp


def time_out_attempt(*, table_id: int) -> ActionResult | None:
    """End the table's running attempt if its time is up; None if there is nothing to end.

    A worker calls it at the deadline, the sweep does, and so does each reader of the page.
    """
    with transaction.atomic():
        table = lock_table(table_id)
        attempt = table.attempts.filter(state=Attempt.State.PLAYING).first()
        if attempt is None or not table.time_is_up:
            return None
        attempt.table = table
        return _time_out(table, attempt)


def tables_out_of_time() -> list[int]:
    """Return the tables whose running attempt should have ended by now."""
    late = Table.objects.filter(deadline__lte=timezone.now())
    return list(late.order_by("deadline").values_list("pk", flat=True))


def close_attempt(table: Table, attempt: Attempt, *, reason: str) -> ActionResult:
    """End a running attempt from outside the game. The caller's transaction holds the table's lock."""
    attempt.state = Attempt.State.ABANDONED
    attempt.reason_code = reason
    attempt.waiting_on = []
    attempt.ended_at = timezone.now()
    attempt.counts = attempt_counts.counts_of(attempt)
    attempt.save(update_fields=("state", "reason_code", "waiting_on", "ended_at", "counts"))
    return follow_attempt(table, attempt)


def running_attempt(table: Table, seen: int) -> Attempt:
    """Return the table's running attempt, if the table is at this number and may be played.

    Raises Stale, NothingRunning, PlayedAtTable, and what has stopped the contest.
    """
    return _playable(table, _RUNNING.first(table.pk), seen)


def _playable(table: Table, attempt: Attempt | None, seen: int) -> Attempt:
    if seen != table.version:
        raise Stale
    if attempt is None:
        raise NothingRunning
    if attempt.is_at_a_real_table:
        raise PlayedAtTable
    contest_of(table).ensure_window_open(table)
    attempt.table = table
    return attempt


def _running_unlocked(table: Table, attempt: Attempt | None, seen: int) -> Attempt:
    """Return the running attempt. Where none was found but the table has moved, the action is stale."""
    try:
        return _playable(table, attempt, seen)
    except NothingRunning:
        _ensure_unmoved(table)
        raise


def _act(
    table: Table,
    attempt: Attempt,
    seats: Sequence[Seat],
    action: games.Action,
    player: Player | None,
    decision: BotDecision = BY_PERSON,
) -> ActionResult:
    """Store the action if the table is still as it was read; otherwise raise why not."""
    if attempt.signals_until is not None and action.text.startswith("play "):
        raise SignalsFirst
    if not table.time_is_up:
        try:
            state = _state_with(attempt, event_replay.present_state(attempt), action)
            if action == TIMEOUT:
                raise games.IllegalAction("timeout-is-the-tables", seat=action.seat)
            with transaction.atomic():
                _claim_number(table)
                event_replay.remember_present(attempt, state)
                return _append(table, attempt, state, player, decision, seats)
        except (Stale, games.GameError):
            _ensure_unmoved(table)
            raise
    time_out_attempt(table_id=table.pk)
    raise TimeUp


def _claim_number(table: Table) -> None:
    """Take the table's next number, if it is still at the one that was read and may still be played. Raises Stale."""
    now = timezone.now()
    on_time = Q(deadline=None) | Q(deadline__gt=now)
    still = Table.objects.filter(on_time, contest_of(table).may_be_played(), pk=table.pk, version=table.version)
    if not still.update(version=table.version + 1, moved_at=now):
        raise Stale
    table.version, table.moved_at = table.version + 1, now
    transaction.on_commit(partial(announcements.announce, table.pk, table.version))


def _ensure_unmoved(table: Table) -> None:
    """Raise what has happened at the table since it was read: it moved on, play was stopped, its time ran out."""
    now, _attempt = _table_to_act(table.pk)
    if now.version != table.version:
        raise Stale
    contest_of(now).ensure_window_open(now)
    if now.time_is_up:
        time_out_attempt(table_id=now.pk)
        raise TimeUp


def _time_out(table: Table, attempt: Attempt) -> ActionResult:
    bump_version(table)
    return _append(table, attempt, _state_with(attempt, event_replay.state_of(attempt), TIMEOUT), None)


def _state_with(attempt: Attempt, state: games.State, action: games.Action) -> games.State:
    attempt.length = len(state.log) + 1
    return state.apply(action)


def _append(
    table: Table,
    attempt: Attempt,
    state: games.State,
    player: Player | None,
    decision: BotDecision = BY_PERSON,
    seats: Sequence[Seat] | None = None,
) -> ActionResult:
    """Store the last action of this state. The caller's transaction has taken the table's number."""
    action = state.log[-1]
    try:
        Event.objects.create(
            attempt=attempt,
            sequence=attempt.length,
            seat=action.seat,
            text=str(action.text),
            player=player,
            by_stand_in=decision.by_stand_in,
            bot_version=decision.version,
        )
    except IntegrityError as error:
        raise Stale from error  # Two calls meet here only without the number.
    project(attempt, state)
    first_stand_in = decision.by_stand_in and not attempt.mixed
    attempt.mixed, attempt.undone_by = attempt.mixed or decision.by_stand_in, None
    if first_stand_in or attempt.state != Attempt.State.PLAYING:
        attempt.counts = attempt_counts.counts_of(attempt)
    attempt.save(update_fields=(*PROJECTION, "mixed", "counts", "undone_by"))
    transaction.on_commit(metrics.ACTIONS.labels(table.game, "person" if player else "bot").inc)
    before = [getattr(table, column) for column in FROM_ATTEMPT]
    _set_columns(table, attempt, state)
    if before != [getattr(table, column) for column in FROM_ATTEMPT]:
        table.save(update_fields=FROM_ATTEMPT)
    turn_clocks.follow(table, attempt, state, acted=action.seat)
    prepared_cards.follow(table, attempt, state)
    return _result(table, attempt, state, seats)


def follow_attempt(table: Table, attempt: Attempt, state: games.State | None = None) -> ActionResult:
    """Set the table's columns from its attempt, and take the next number. The caller's transaction holds the lock."""
    _set_columns(table, attempt, state)
    turn_clocks.follow(table, attempt, state)
    bump_version(table, fields=FROM_ATTEMPT)
    return _result(table, attempt, state)


def _set_columns(table: Table, attempt: Attempt, state: games.State | None) -> None:
    """Set the table's columns that follow from its attempt."""
    running = attempt.state == Attempt.State.PLAYING
    table.state = Table.State.PLAYING if running else contest_of(table).state_after(table, attempt)
    table.distress = table.distress or attempt.distress
    _set_the_clock(table, attempt, state)


def _result(
    table: Table, attempt: Attempt, state: games.State | None, seats: Sequence[Seat] | None = None
) -> ActionResult:
    """Signal an end to other subjects, and return what the caller needs to know."""
    running = attempt.state == Attempt.State.PLAYING
    if not running:
        former_players.free_seats(table)
        signals.attempt_ended.send(Attempt, table=table, attempt=attempt)
        return ActionResult(table.pk, attempt.pk, table.version, over=True)
    seats = seats or _SEATS.rows(table.pk)
    pause = pause_of(table, attempt, state, seats) if state is not None else 0.0
    bots = any(seat.acting_bot for seat in seats)
    return ActionResult(table.pk, attempt.pk, table.version, over=False, pause=pause, bots=bots)


def _set_the_clock(table: Table, attempt: Attempt, state: games.State | None) -> None:
    """Update the deadline from the attempt, and queue a check for that moment."""
    if state is None or event_replay.seconds_running(state) is None:
        table.deadline = None
    elif table.deadline is None:
        table.deadline = event_replay.deadline_of(attempt)
        countdown = (table.seconds_left or 0) + CLOCK_MARGIN_SECONDS
        queue.later("tables.time_out", table.pk, countdown=countdown)


def wake_bots(result: ActionResult) -> ActionResult:
    """Queue the table's bots after a player's action. (After a bot's own action its task goes on by itself.)"""
    if result.bots and not result.over:
        queue.later("tables.play_bots", result.attempt_id, result.number, countdown=result.pause)
    return result


def pause_of(table: Table, attempt: Attempt, state: games.State, seats: Iterable[Seat]) -> float:
    """Return the seconds that the table's bots leave people after the last action."""
    people = [seat.number for seat in seats if not seat.acting_bot]
    silent = bot_timing.silent_seats(attempt.declines, state) if attempt.declines else ()
    return bot_timing.pause(state, people, silent=silent, speed=table.bot_speed)
