"""Projections: an attempt's columns that follow from its state, written with every action and checked every night."""

from __future__ import annotations

import json
from typing import Any

from django.utils import timezone

import games
from logbook.tables.kinds import kind_of
from logbook.tables.models import Attempt

ENDINGS = {True: Attempt.State.SUCCESS, False: Attempt.State.FAILURE, None: Attempt.State.FINISHED}
PROJECTION = (
    "length",
    "waiting_on",
    "phase",
    "tricks",
    "distress",
    "state",
    "reason_code",
    "reason_params",
    "scores",
    "ended_at",
)


def project(attempt: Attempt, state: games.State) -> None:
    """Set the projected columns."""
    for name, value in projection_of(state).items():
        setattr(attempt, name, value)
    if state.outcome is not None:
        attempt.ended_at = timezone.now()


def projection_of(state: games.State) -> dict[str, Any]:
    """Return the columns that follow from a state alone, by name: a spectator's view as the database stores it."""
    view, outcome = state.view(None), state.outcome
    columns: dict[str, Any] = {
        "state": Attempt.State.PLAYING,
        "waiting_on": sorted(state.waiting_on),
        "phase": view["phase"],
        **kind_of(view["game"]).columns_of(view),
    }
    if outcome is None:
        return columns
    ended = {"state": ENDINGS[outcome.success], "scores": outcome.scores and list(outcome.scores)}
    return columns | ended | {"reason_code": outcome.code, "reason_params": json.loads(json.dumps(outcome.params))}
