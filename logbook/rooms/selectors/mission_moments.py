"""Moments of missions in a room: the cards of all hands, and what the solver knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import games
from logbook.replays.models.bot_questions import Thought
from logbook.replays.selectors.replays import ReplayOptions, faces_at, found_of, moment_page
from logbook.replays.selectors.variations import reason_here
from logbook.replays.services.play_on import setup_at
from logbook.replays.variations import Variation
from logbook.rooms.models import Room
from logbook.rooms.moments import RoomMoment, RoomPlace
from logbook.rooms.services import rooms as services
from logbook.rounds.view import verdict as marks
from logbook.rounds.view.parts import SeatFace
from logbook.rounds.view.replay import step_within
from logbook.rounds.view.verdict import Verdict
from logbook.tables import event_replay
from logbook.tables.models import Attempt
from logbook.tables.selectors.seat_labels import reason_of


def mission_moment(room: Room, variation: Variation | None, step: int | None) -> RoomMoment:
    """Return the moment, and what is known of it."""
    attempt, record = room.attempt, event_replay.actions_of(room.attempt)
    here = services.here_of(room) if step is None else Variation(step_within(step, record))
    actions = record if variation is None else (*record[: variation.start], *variation.moves)
    at = min(here.length, len(actions))
    state = event_replay.state_after(setup_at(attempt, here), actions[:at])
    faces, found = faces_at(attempt), found_of(attempt) if attempt.is_unsealed else None
    thought = _answer(attempt, here) if variation is not None else None
    page = moment_page(
        attempt,
        state,
        actions,
        faces,
        address=RoomPlace(attempt.pk).href,
        reason=_reason(attempt, state, faces, is_end=variation is None and at == len(record)),
        variation=here if step is None and attempt.is_unsealed else None,
        options=ReplayOptions(reveals_analysis=attempt.is_unsealed, thought=thought),
        verdict=_known(found, variation),
    )
    is_record = variation is None or (at <= variation.start and variation.swap is None)
    return RoomMoment(
        template="rooms/_room.html",
        replay=replace(page, thinking=None),
        page=page.round,
        acting_page=page.round,
        is_over=page.round.is_over,
        may_practise=True,
        verdict=page.mark if is_record else _judged(state, thought),
    )


def _reason(attempt: Attempt, state: games.State, faces: Sequence[SeatFace], *, is_end: bool) -> str:
    return reason_of(attempt, faces) if is_end else reason_here(state, faces)


def _known(found: Verdict | None, variation: Variation | None) -> Verdict | None:
    """Return what the analysis says of these moments: of a what-if, those before it; of another deal, nothing."""
    if found is None or variation is None:
        return found
    return None if variation.swap else Verdict(found.winnable[: variation.start + 1], None, (), ())


def _answer(attempt: Attempt, here: Variation) -> Thought | None:
    """Return the solver's answer about a moment of a what-if, or the question: every reader of the room sees it."""
    mark = here.mark(attempt.pk, Thought.Kind.CARDS, False)
    asked = Thought.objects.filter(attempt=attempt, kind=Thought.Kind.CARDS, mark=mark)
    return min(asked, key=lambda thought: thought.is_waiting - thought.is_done, default=None)


def _judged(state: games.State, thought: Thought | None) -> str:
    """Return whether the mission can be won from a moment of a what-if: whether one of the cards can still win."""
    if state.outcome is not None:
        return ""
    if thought is None or not (thought.is_done or thought.is_waiting):
        return "ask"
    if thought.is_waiting:
        return "thinking"
    cards = list(thought.answer["cards"].values())
    return marks.mark_of(True if any(cards) else None if None in cards else False)
