"""The rule of undoing: a player of a race may undo their last action until chance or another player has answered it.

In the Crew games a card that was shown is known, so nothing is undone there.
"""

from __future__ import annotations

from collections.abc import Sequence

import games
from logbook.tables.models import Attempt, Event, Seat


def undoable_event(attempt: Attempt, states: Sequence[games.State], seat: Seat) -> Event | None:
    """Return the last event if the seat's player may undo it. `states` end with the attempt's last two."""
    if len(states) < 2 or attempt.state != Attempt.State.PLAYING or seat.acting_bot:
        return None
    before, after = states[-2:]
    if after.log[-1].seat != seat.number or not games.GAMES[attempt.table.game].may_be_undone(before, after):
        return None
    event = attempt.events.latest("sequence")
    return None if event.by_stand_in or event.player_id != seat.player_id else event
