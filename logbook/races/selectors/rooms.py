"""Moments of races in a room: all hands open, and what the acting seat may do in a what-if."""

from __future__ import annotations

from logbook.races.selectors.replays import moment_at, race_moment
from logbook.replays.selectors.replays import faces_at
from logbook.replays.selectors.variations import reason_here
from logbook.replays.services.play_on import state_at
from logbook.replays.variations import MOST_MOVES, Variation
from logbook.rooms.models import Room
from logbook.rooms.moments import RoomMoment, RoomPlace
from logbook.rooms.services.rooms import here_of
from logbook.rounds.view.replay import step_within
from logbook.tables import event_replay
from logbook.tables.selectors.seat_labels import reason_of


def race_room_moment(room: Room, variation: Variation | None, step: int | None) -> RoomMoment:
    """Return the moment. Chance comes from the race's seed: the same decisions draw the same gems, also in a what-if.
    No solver says which move is right, so there is no verdict.
    """
    attempt, record = room.attempt, event_replay.actions_of(room.attempt)
    here = here_of(room) if step is None else Variation(step_within(step, record))
    actions = record if variation is None else (*record[: variation.start], *variation.moves)
    at, faces = min(here.length, len(actions)), faces_at(attempt)
    is_end = variation is None and at == len(record)
    reason = reason_of(attempt, faces) if is_end else reason_here(state_at(attempt, here), faces)
    moment, address = moment_at(attempt, at, reason), RoomPlace(attempt.pk).href
    replay = race_moment(attempt, actions, faces, address=address, moment=moment)
    board = acting = replay.page
    if step is None and attempt.is_unsealed and board.end is None and len(here.moves) < MOST_MOVES:
        acting = race_moment(
            attempt, actions, faces, address=address, moment=moment, actor=lambda state: here.actor(state.waiting_on)
        ).page
    return RoomMoment("races/_room.html", replay, board, acting, is_over=board.end is not None, may_practise=True)
