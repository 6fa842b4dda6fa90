"""Services of prepared cards that follow an action: which are played next, and which are dropped.

A prepared card is played after a random time that does not depend on the hand, by the same service as any card, so that
its event cannot be told from others. The cards of the last trick play themselves in the same way: there nothing is left
to choose, and everybody knows it. An earlier forced card does not, because its speed would tell about the hand.
"""

from __future__ import annotations

from collections.abc import Collection
from secrets import SystemRandom
from typing import Final

import games
from logbook.lib import queue
from logbook.lib.compiled_queries import CompiledQuery
from logbook.tables.kinds import kind_of
from logbook.tables.models import Attempt, PreparedCard, Table

SECONDS: Final = (1.0, 4.0)
SECONDS_BY_TURNS: Final = (60.0, 1200.0)
"""The shortest and the longest time until a prepared card is played."""

_PREPARED: Final = CompiledQuery(lambda attempt: PreparedCard.objects.filter(attempt=attempt))
_chance: Final = SystemRandom()


def prepared_in(attempt_id: int) -> list[PreparedCard]:
    """Return all prepared cards of the attempt."""
    return _PREPARED.rows(attempt_id)


def follow(table: Table, attempt: Attempt, state: games.State) -> None:
    """After an action: drop the prepared cards that no longer count, and queue the card that is played next."""
    prepared, action = prepared_in(attempt.pk), state.log[-1]
    if prepared and not action.text.startswith(("play ", "ask")):
        PreparedCard.objects.filter(attempt=attempt).delete()
        prepared = []
    elif any(one.seat == action.seat for one in prepared):
        PreparedCard.objects.filter(attempt=attempt, seat=action.seat).delete()
        prepared = [one for one in prepared if one.seat != action.seat]
    for seat in state.waiting_on:
        if next_card(state, seat, prepared):
            least, most = SECONDS if table.turn_seconds is None else SECONDS_BY_TURNS
            queue.later("tables.play_prepared", attempt.pk, seat, table.version, countdown=_chance.uniform(least, most))


def next_card(state: games.State, seat: int, prepared: Collection[PreparedCard]) -> str:
    """Return the action that the seat has prepared for the suit led, or the only one of the last trick; or ""."""
    view = state.view(None)
    if not kind_of(view["game"]).has_tricks or view["phase"] not in ("gap", "trick"):
        return ""
    plays = [action.text for action in state.legal_actions(seat) if action.text.startswith("play ")]
    if sum(view["tricks_won"]) + 1 == view["tricks_total"]:
        return plays[0] if len(plays) == 1 else ""
    wanted = {f"play {one.card}" for one in prepared if one.seat == seat and one.led == led_suit(view)}
    return next((text for text in plays if text in wanted), "")


def led_suit(view: games.View) -> str:
    """Return the suit led in the present trick; "" before the first card."""
    plays = view["trick"]["plays"] if view["trick"] else ()
    return str(plays[0][1])[0] if plays else ""
