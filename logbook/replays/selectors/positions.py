"""Selectors of positions for programs: tables and finished attempts as views in plain JSON. The access layer decides
who may see them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import games
from logbook.people.models.players import Player
from logbook.replays.selectors.replays import faces_at
from logbook.tables import event_replay
from logbook.tables.kinds import kind_of
from logbook.tables.models import Attempt, Table
from logbook.tables.selectors.seat_labels import ended_from_outside
from logbook.tables.selectors.tables import seat_view


@dataclass(frozen=True, slots=True)
class MomentOpen:
    """A moment of a finished attempt: the last action, and every seat's view."""

    step: int
    action: games.Action | None
    """None for the fresh deal."""
    views: tuple[dict[str, Any], ...]
    """The views by seat, the robot's last."""


def facts_now(table: Table, player: Player | None) -> dict[str, Any] | None:
    """Return what the person may know of the current or last attempt; None where they may not watch.

    After an end from outside the game no action is legal, whatever the rules allow.
    """
    view = seat_view(table, player)
    if view is None:
        return None
    attempt = table.attempts.order_by("-number").first()
    if attempt is None or attempt.state != Attempt.State.ABANDONED:
        return view.as_dict()
    return view.as_dict() | kind_of(table.game).view_given_up(ended_from_outside(attempt))


def length_of(attempt: Attempt) -> int:
    """Return the number of moments: the fresh deal, and one after each action."""
    return attempt.length + 1


def moments_open(attempt: Attempt, steps: Sequence[int]) -> list[MomentOpen]:
    """Return these moments with all hands open."""
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
