"""Finished attempts, one moment at a time, with all hands open. Who may see them is decided at the door."""

from __future__ import annotations

from typing import Any, Final

import games
from logbook import folds
from logbook.models import Attempt, Challenge
from logbook.round_page import After
from logbook.round_replay import ReplayPage, replay_page, step_within

from .tables import faces_of, mission_words, reason_of

NOT_SPELLED_OUT: Final = "# The cards drawn after the first trick are not in this record: it ends there.\n"


def replay_of(attempt: Attempt, *, step: int) -> ReplayPage:
    """The moment after so many actions, or the nearest there is."""
    table, actions = attempt.table, folds.actions_of(attempt)
    faces = faces_of(table, list(table.seats.select_related("player").order_by("number")), None)
    step = step_within(step, actions)
    state = folds.state_after(folds.setup_of(attempt), actions[:step])
    return replay_page(
        [state.view(face.number) for face in faces],
        actions,
        faces,
        step=step,
        attempt_id=attempt.pk,
        table_id=table.pk,
        attempt_number=attempt.number,
        mission_words=mission_words(table.game, table.mission, table.players, table.options),
        reason=reason_of(attempt, faces) if step == len(actions) else "",
        after=After(),
    )


def record_of(attempt: Attempt) -> str:
    """The attempt as a record with its deal spelled out: the seed would give away the attempts to come.

    Once nothing is to come (the challenge is closed) the seed itself stands there.
    """
    state: Any = folds.state_of(attempt)
    stage = attempt.table.stage
    if stage is not None and stage.challenge.state == Challenge.State.CLOSED:
        return str(games.Record(state.setup, state.log, attempt.rules))
    record = games.Record(state.spelled_out, state.log, attempt.rules)
    same = next(length for length in range(len(state.log), -1, -1) if _agrees(record, state.setup, length))
    if same == len(state.log):
        return str(record)
    return f"{games.Record(record.setup, record.actions[:same], record.rules)}{NOT_SPELLED_OUT}"


def _agrees(record: games.Record, setup: games.Setup, length: int) -> bool:
    """Whether so much of the record, its deal spelled out, leads where the seed led. Chance inside a game may not."""
    try:
        state = games.Record(record.setup, record.actions[:length], record.rules).replay()
    except games.GameError:
        return length == 0
    seats = range(setup.players)
    meant = folds.state_after(setup, record.actions[:length])
    return all(state.view(seat) == meant.view(seat) for seat in seats)
