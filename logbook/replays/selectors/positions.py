"""Tables and finished attempts as programs read them: views, as plain as JSON. The door decides who may see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import games
from logbook.people.models.players import Player
from logbook.replays.selectors.replays import faces_at
from logbook.tables import event_replay
from logbook.tables.missions import RACES
from logbook.tables.models import Attempt, Table
from logbook.tables.selectors.seat_labels import ended_from_outside
from logbook.tables.selectors.tables import seat_view


@dataclass(frozen=True, slots=True)
class MomentOpen:
    """A moment of a finished attempt: what had just been done, and what every seat knew then."""

    step: int
    action: games.Action | None
    """None for the fresh deal."""
    views: tuple[dict[str, Any], ...]
    """By seat, the robot's last."""


def facts_now(table: Table, player: Player | None) -> dict[str, Any] | None:
    """What the person may know of the attempt that is played here, or was last; None where they may not watch.

    Once it was ended from outside the game nothing can be done any more, whatever the rules would allow.
    """
    view = seat_view(table, player)
    if view is None:
        return None
    attempt = table.attempts.order_by("-number").first()
    over = _given_up(table.game, attempt) if attempt and attempt.state == Attempt.State.ABANDONED else {}
    return {**view.as_dict(), **over}


def _given_up(game: str, attempt: Attempt) -> dict[str, Any]:
    reason = ended_from_outside(attempt)
    over: dict[str, Any] = {"phase": "over", "legal": [], "waiting_on": []}
    if game in RACES:
        return over | {"outcome": {"success": None, "reason": reason, "scores": None}, "dive": None, "sail": None}
    return over | {"outcome": {"success": False, "reason": reason}, "proposal": None, "trick": None}


def length_of(attempt: Attempt) -> int:
    """How many moments the attempt has: the fresh deal, and one after each action."""
    return attempt.length + 1


def moments_open(attempt: Attempt, steps: Sequence[int]) -> list[MomentOpen]:
    """These moments with all hands open."""
    moments, seats = event_replay.moments_of(attempt), [face.number for face in faces_at(attempt)]
    return [
        MomentOpen(
            step,
            moments[step].log[-1] if step else None,
            tuple(moments[step].view(seat).as_dict() for seat in seats),
        )
        for step in steps
        if step < len(moments)
    ]
