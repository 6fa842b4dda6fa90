"""Services of the clocks of turn-based tables.

A clock runs for each player whom the table waits for, and stands still in their quiet times. Its middle brings a
reminder; at its end a stand-in makes this one decision, or the table waits on and says so. Before each trick the table
waits for those who could signal, for a quarter of the time at most. All times are columns, so they survive restarts.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Final

from django.db.models import Q
from django.utils import timezone

import games
from logbook.people.models.players import Player
from logbook.people.quiet_times import QuietTimes
from logbook.people.services.quiet_times import quiet_times_of, quiet_times_of_all
from logbook.tables import bot_timing
from logbook.tables.models import Attempt, Seat, Table

SIGNAL_SHARE: Final = 4
"""The table waits for signals for the time of a decision, divided by this."""
CLOCK: Final = ("awaited_since", "remind_at", "decides_by")


def follow(table: Table, attempt: Attempt, state: games.State | None, *, acted: int | None = None) -> None:
    """Start and stop the clocks at a turn-based table after a change; the seat that `acted` gets a new one.

    Runs inside the change's transaction. Tables of another pace have no clocks.
    """
    if table.turn_seconds is None:
        return
    seats = list(table.seats.filter(player__isnull=False).select_related("player").order_by("number"))
    _ask_for_signals(table, attempt, state, seats)
    running = attempt.state == Attempt.State.PLAYING and not attempt.is_at_a_real_table
    awaited = set(attempt.waiting_on) if running and attempt.signals_until is None else set()
    quiet_times = quiet_times_of_all([seat.player for seat in seats if seat.player])
    for seat in seats:
        _set_clock(seat, seat.number in awaited and not seat.stand_in, seat.number == acted, table, quiet_times)


def _set_clock(seat: Seat, runs: bool, has_acted: bool, table: Table, quiet_times: Mapping[int, QuietTimes]) -> None:
    if not runs and seat.decides_by is not None:
        _store(seat, None, None, None)
    elif runs and (has_acted or seat.decides_by is None) and seat.player_id is not None:
        start_clock(seat, timezone.now(), table.turn_seconds or 0, quiet_times[seat.player_id])


def start_clock(seat: Seat, since: datetime, seconds: float, times: QuietTimes, *, reminded: bool = False) -> None:
    """Have the player's time run since this moment."""
    remind_at = None if reminded else times.moment_after(since, seconds / 2)
    _store(seat, since, remind_at, times.moment_after(since, seconds))


def _store(seat: Seat, since: datetime | None, remind_at: datetime | None, decides_by: datetime | None) -> None:
    seat.awaited_since, seat.remind_at, seat.decides_by = since, remind_at, decides_by
    seat.save(update_fields=CLOCK)


def resume(table: Table, seat: Seat, since: datetime) -> None:
    """Have the player's time run on as if it had never stopped: an action that is undone has gained none.

    At another pace, note that the player is there.
    """
    if table.turn_seconds is None:
        seat.awaited_since = timezone.now()
        seat.save(update_fields=("awaited_since",))
    elif seat.player is not None:
        start_clock(seat, since, table.turn_seconds, quiet_times_of(seat.player))


# --- signals before a trick


def _ask_for_signals(table: Table, attempt: Attempt, state: games.State | None, seats: Collection[Seat]) -> None:
    """Begin to wait for signals at a new trick; stop once no player is left who could signal and has not declined."""
    before = attempt.signals_until, attempt.signals_asked
    trick = bot_timing.coming_trick(state) if state is not None and attempt.state == Attempt.State.PLAYING else 0
    if state is None or not trick:
        attempt.signals_until = None
    elif not (asked := _asked(attempt, state, seats)):
        attempt.signals_until, attempt.signals_asked = None, trick
    elif attempt.signals_asked != trick:
        attempt.signals_until, attempt.signals_asked = _latest_end(table, asked), trick
    if before != (attempt.signals_until, attempt.signals_asked):
        attempt.save(update_fields=("signals_until", "signals_asked"))


def _asked(attempt: Attempt, state: games.State, seats: Collection[Seat]) -> list[Seat]:
    """Return the seats whose players could signal; the leader of the trick does so before they lead."""
    silent = {*bot_timing.silent_seats(attempt.declines, state), *state.waiting_on}
    listening = [seat for seat in seats if not seat.stand_in and seat.number not in silent]
    return [seat for seat in listening if bot_timing.may_signal(state, [seat.number])]


def _latest_end(table: Table, seats: Collection[Seat]) -> datetime:
    seconds, now = (table.turn_seconds or 0) / SIGNAL_SHARE, timezone.now()
    return max(quiet_times_of(seat.player).moment_after(now, seconds) for seat in seats if seat.player)


# --- what is due


def seats_to_remind(now: datetime) -> list[Seat]:
    """Return the seats whose players have used half their time, and mark them as reminded."""
    due = Seat.objects.filter(remind_at__lte=now, decides_by__gt=now).select_related("player", "table")
    return [seat for seat in due if Seat.objects.filter(pk=seat.pk, remind_at=seat.remind_at).update(remind_at=None)]


def seats_out_of_time(now: datetime) -> list[Seat]:
    """Return the seats whose time is over, at tables where a stand-in decides for them."""
    due = Q(decides_by__lte=now, table__stand_ins=True, table__state=Table.State.PLAYING)
    return list(Seat.objects.filter(due).select_related("table").order_by("decides_by"))


def attempts_past_signals(now: datetime) -> list[Attempt]:
    """Return the attempts whose time for signals is over."""
    over = Attempt.objects.filter(state=Attempt.State.PLAYING, signals_until__lte=now)
    return list(over.select_related("table").order_by("signals_until"))


def restart_clocks(*, player: Player) -> None:
    """Work out the player's running clocks anew, after their quiet times have changed."""
    running = Seat.objects.filter(player=player, decides_by__isnull=False).select_related("table")
    times = quiet_times_of(player)
    for seat in running:
        if seat.awaited_since is not None and seat.table.turn_seconds is not None:
            start_clock(seat, seat.awaited_since, seat.table.turn_seconds, times, reminded=seat.remind_at is None)
