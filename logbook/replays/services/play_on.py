"""Services of playing on from a replay, alone or with bots: the player's move, and whether bots are to act.

Nothing counts or reaches other players. A worker computes the bots' moves (`thoughts`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import games
from games.bots import bots_of
from logbook.lib.exceptions import Unreadable
from logbook.replays.variations import MOST_MOVES, Variation
from logbook.tables import bot_timing, event_replay
from logbook.tables.exceptions import NoSuchSeat, UnknownBot
from logbook.tables.models import Attempt


def play_on_action(attempt: Attempt, variation: Variation, text: str | None) -> Variation:
    """Return the variation with the player's action (None: only "go on"). Alone, the player acts for each seat in turn.

    Raises the engine's errors, Unreadable, UnknownBot and NoSuchSeat.
    """
    _check(attempt, variation)
    state = state_at(attempt, variation)
    if text is None:
        return variation
    action = games.Action(variation.actor(state.waiting_on), text)
    state.apply(action)
    return variation.then(action)


def bots_are_to_act(attempt: Attempt, variation: Variation, *, hurried: bool) -> bool:
    """Return whether the bots act now, without time for the player to speak first; `hurried` bots never give it."""
    if variation.seat is None or len(variation.moves) >= MOST_MOVES:
        return False
    state = state_at(attempt, variation)
    if variation.seat in state.waiting_on and state.shares_freely:
        return False  # The player thinks as captain, and no pause would leave them time.
    return state.outcome is None and (hurried or not bot_timing.bots_wait(state, [variation.seat]))


def state_at(attempt: Attempt, variation: Variation) -> games.State:
    """Return the round at the variation's end. Raises the engine's errors."""
    return event_replay.state_after(
        setup_at(attempt, variation), (*event_replay.actions_of(attempt)[: variation.start], *variation.moves)
    )


def setup_at(attempt: Attempt, variation: Variation) -> games.Setup:
    """Return the attempt's setup, with its deal written out where two cards are exchanged between hands."""
    setup = event_replay.setup_of(attempt)
    if variation.swap is None:
        return setup
    first, second = variation.swap
    dealt: Any = event_replay.state_after(setup, ())
    spelled: games.Setup = dealt.spelled_out
    hands, bar, rest = (spelled.deal or "").partition("|")
    exchanged = {first: second, second: first}
    words = (exchanged.get(word, word) for word in hands.split())
    return replace(spelled, deal=f"{' '.join(words)} {bar}{rest}")


def _check(attempt: Attempt, variation: Variation) -> None:
    if variation.start > len(event_replay.actions_of(attempt)):
        raise Unreadable
    if variation.seat is None:
        return
    if variation.bot not in bots_of(attempt.table.game):
        raise UnknownBot
    if variation.seat >= attempt.table.players:
        raise NoSuchSeat
