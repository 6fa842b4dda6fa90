"""Services of bots: one action at a time, by the same service as a player's.

A bot takes its `View` and returns an action's text. Its random choices (`luck`) follow from that view and the number of
actions, so that a repeated call chooses the same.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

import games
from games.bot import next_action
from games.bots import bots_of, strongest_bot
from logbook.lib import leases, queue
from logbook.people.models.players import Player
from logbook.tables import bot_timing, contest, event_replay
from logbook.tables.exceptions import NothingRunning, NotSeated, PlayStopped, SignalsFirst, Stale, TimeUp
from logbook.tables.models import Attempt, Seat
from logbook.tables.services import attempts, bot_seed
from logbook.tables.signals import stood_in


def play_bot_step(*, attempt_id: int, seen: int, hurried: bool = False) -> attempts.ActionResult | None:
    """Store one action of one bot, if any wants to act now; None when people are to act.

    Unless `hurried`, no bot signals unasked while a player leads who may still want the distress signal; one who is
    alone with bots has had a few seconds. Where tasks are shared freely, a bot may propose itself, after the pause that
    leaves players time to propose first. A late call (the table has moved on, the attempt is over, the window has
    closed) does nothing.
    """
    attempt = Attempt.objects.select_related("table__stage__challenge").get(pk=attempt_id)
    if attempt.table.version != seen or attempt.state != Attempt.State.PLAYING:
        return None
    if attempt.is_at_a_real_table:
        return None
    choice = _choice(attempt, hurried=hurried)
    if choice is None:
        return None
    try:
        moved = attempts.act_as_bot(attempt_id=attempt_id, seat=choice.seat, text=choice.text, seen=seen)
    except (Stale, NothingRunning, NotSeated, PlayStopped, SignalsFirst, TimeUp):  # NotSeated: the player is back.
        return None
    return None if moved.over else moved


def _choice(attempt: Attempt, *, hurried: bool) -> games.Action | None:
    """Return the bots' next action."""
    state = event_replay.state_of(attempt)
    seats = {seat.number: seat.acting_bot for seat in attempt.table.seats.order_by("number")}
    people = [seat for seat, bot in seats.items() if not bot]
    bots = {seat: bot for seat, bot in seats.items() if bot}
    answers_only = not hurried and len(people) > 1 and bot_timing.bots_hold_signals(state, people)

    def choose(seat: int) -> str | None:
        view = state.view(seat)
        chance = bot_seed.chance_of(attempt, view, len(state.log))
        return bots_of(attempt.table.game)[bots[seat]].choose(view, chance)

    return next_action(state, state.waiting_on & bots.keys() if answers_only else bots, choose)


def owner_of_attempt(attempt_id: int) -> str:
    """Return whose bots act here, for the fair queue: the player in the first seat of a person, else who opened it."""
    person = Seat.objects.filter(table__attempts=attempt_id, bot="").exclude(player=None).order_by("number")
    player = person.values_list("player", flat=True).first()
    if player is None:
        player = Attempt.objects.filter(pk=attempt_id).values_list("table__opened_by", flat=True).first()
    return f"attempt {attempt_id}" if player is None else f"player {player}"


def owner_of_seat(seat_id: int) -> str:
    """Return for whom a stand-in decides, for the fair queue."""
    return f"player {Seat.objects.filter(pk=seat_id).values_list('player', flat=True).first()}"


def decide_for_player(*, seat_id: int) -> None:
    """Have the strongest bot make one decision for a player whose time for a turn is over; no signal is decided so.

    A late call (the player has decided, the table has moved on) does nothing.
    """
    seat = Seat.objects.select_related("table", "player").get(pk=seat_id)
    attempt = Attempt.objects.select_related("table__stage__challenge").filter(
        table=seat.table_id, state=Attempt.State.PLAYING
    )
    running = attempt.first()
    if running is None or seat.number not in running.waiting_on:
        return
    text = _decision(running, seat.number)
    with suppress(Stale, NothingRunning, NotSeated, PlayStopped, TimeUp):
        seen = running.table.version
        attempts.wake_bots(attempts.act_as_bot(attempt_id=running.pk, seat=seat.number, text=text, seen=seen))
        if seat.player is not None:
            stood_in.send(sender=Seat, table=seat.table, attempt=running, player=seat.player, by=None)


def _decision(attempt: Attempt, seat: int) -> str:
    """Return what the strongest bot decides at this seat, apart from signals."""
    state = event_replay.state_of(attempt)
    view = state.view(seat)
    legal = tuple(text for text in view["legal"] if text.split(" ")[0] not in ("signal", "ask"))
    if attempts.REFRAIN in legal:
        return attempts.REFRAIN
    changes: dict[str, Any] = {"legal": legal}
    seen = replace(view, **changes)
    return strongest_bot(attempt.table.game).choose(seen, bot_seed.chance_of(attempt, seen, len(state.log))) or legal[0]


def attempts_waiting_for_bots(*, since: datetime, timed: bool = False) -> list[tuple[int, int]]:
    """Return the running attempts (with their table's number) whose bots should have acted before this moment.

    With `timed`, only attempts whose clock runs meanwhile.
    """
    running = Attempt.objects.filter(leases.before("table__moved_at", since), state=Attempt.State.PLAYING)
    running = contest.of_stages().not_stopped(running)
    if timed:
        running = running.filter(table__deadline__isnull=False)
    rows = running.filter(table__seats__in=Seat.objects.exclude(bot="", stand_in="")).values_list(
        "pk", "waiting_on", "table__seats__number"
    )
    wait = {pk for pk, waiting_on, seat in rows if seat in waiting_on}
    found = Attempt.objects.filter(pk__in=wait).select_related("table").prefetch_related("table__seats")
    return sorted((attempt.pk, attempt.table.version) for attempt in found if _is_late(attempt, since))


def _is_late(attempt: Attempt, since: datetime) -> bool:
    """Return whether the bots should have acted before this moment: they leave people a pause after each action."""
    moved = attempt.table.moved_at
    if leases.is_before(moved, since - timedelta(seconds=bot_timing.longest_pause())):
        return True  # It is not folded, so that a damaged attempt stops no sweep for long.
    pause = attempts.pause_of(attempt.table, attempt, event_replay.state_of(attempt), attempt.table.seats.all())
    return leases.is_before(moved, since - timedelta(seconds=pause))


def skip_bot_pause(*, table_id: int, player: Player | None, seen: int) -> None:
    """Have the bots act at once instead of leaving people time.

    Every player at the table may do so: a joint decision needs all, and a player who goes on would decline it.
    """
    with transaction.atomic():
        table = attempts.lock_table(table_id)
        attempts.seat_of(table, player)
        attempt = attempts.running_attempt(table, seen)
        queue.later("tables.play_bots", attempt.pk, seen, hurried=True)
