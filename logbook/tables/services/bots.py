"""The bots' part: one action at a time, through the same door as everybody's.

A bot is shown its `View` and answers with the text of an action. What it draws by chance (`luck`) hangs on that view
and on how much was done before, so that a repeated call chooses the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import games
from games.bots import bots_of
from logbook.lib import leases
from logbook.tables import bot_timing, contest, event_replay
from logbook.tables.exceptions import NothingRunning, PlayStopped, Stale
from logbook.tables.models import Attempt, Seat
from logbook.tables.services import attempts, bot_seed


def play_bot_step(*, attempt_id: int, seen: int, hurried: bool = False) -> attempts.ActionResult | None:
    """One action of one bot, if any wants to act now; where that led, or None when people are to act.

    Unless `hurried`, nobody signals unasked while a person leads who may still want the distress signal.
    A call that comes late (the table has moved on, the attempt is over, the window has closed) does nothing.
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
    except (Stale, NothingRunning, PlayStopped):
        return None
    return None if moved.over else moved


def _choice(attempt: Attempt, *, hurried: bool) -> games.Action | None:
    """What the bots do next: first whoever has something to say unasked, then whoever is waited on."""
    state = event_replay.state_of(attempt)
    seats = dict(attempt.table.seats.order_by("number").values_list("number", "bot"))
    people = [seat for seat, bot in seats.items() if not bot]
    bots = {seat: bot for seat, bot in seats.items() if bot}
    only_asked = not hurried and not state.waiting_on.isdisjoint(people) and bot_timing.may_agree(state, people)
    for seat in state.waiting_on & bots.keys() if only_asked else _by_turn(state, bots):
        view = state.view(seat)
        chance = bot_seed.chance_of(attempt, view, len(state.log))
        text = bots_of(attempt.table.game)[bots[seat]].choose(view, chance)
        if text is not None:
            return games.Action(seat, text)
    return None


def _by_turn(state: games.State, bots: dict[int, str]) -> Iterator[int]:
    yield from (seat for seat in bots if seat not in state.waiting_on)
    yield from (seat for seat in bots if seat in state.waiting_on)


def attempts_waiting_for_bots(*, since: datetime, timed: bool = False) -> list[tuple[int, int]]:
    """Running attempts (with their table's number) that have waited for a bot since before this moment.

    `timed` ones alone if so wished: those whose clock runs meanwhile.
    """
    running = Attempt.objects.filter(leases.before("table__moved_at", since), state=Attempt.State.PLAYING)
    running = contest.of_stages().not_stopped(running)
    if timed:
        running = running.filter(table__deadline__isnull=False)
    rows = running.filter(table__seats__in=Seat.objects.exclude(bot="")).values_list(
        "pk", "table__version", "waiting_on", "table__seats__number"
    )
    return sorted({(pk, number) for pk, number, waiting_on, seat in rows if seat in waiting_on})
