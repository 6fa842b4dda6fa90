"""Selectors of race replays, one moment at a time, with all hands open. The access layer decides who may see them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import cast

import games
from games.deep_blue.component_sets import component_set
from games.deep_blue.hindsight import DiveReview, dives_of, luck_of
from games.deep_blue.state import State
from logbook.races.view.labels import RaceLabels
from logbook.races.view.page import race_page, words_at
from logbook.races.view.replay import (
    Hindsight,
    RaceAction,
    RaceReplay,
    action_sentences,
    hidden_tiles,
    hindsight_of,
    open_fleets,
    rounds_of,
    start_sentence,
    turn_ends,
)
from logbook.replays.selectors.replays import address_as_played, address_of, bot_names, faces_as_played, faces_at
from logbook.replays.variations import Variation
from logbook.rounds.view.parts import Moment, SeatFace
from logbook.rounds.view.replay import Address
from logbook.tables import event_replay
from logbook.tables.models import Attempt
from logbook.tables.selectors.lobby import offered_bots
from logbook.tables.selectors.seat_labels import reason_of, subtitle_text

REMEMBERED = 16
"""The number of races whose moments and dives are cached: a reader who steps through a race requests them at each step.
"""


def race_replay_of(attempt: Attempt, *, step: int, answers: bool = False, reader: int | None = None) -> RaceReplay:
    """Return the moment after `step` actions, or the nearest one.

    Odds, leaders' words and face-down tiles appear once the race can be dealt to no player any more; only then is
    playing on possible, with bots where the reader, the player of that key, may ask them.
    """
    actions = event_replay.actions_of(attempt)
    step = max(0, min(step, len(actions)))
    faces = faces_at(attempt, reader)
    moment = moment_at(attempt, step, reason_of(attempt, faces))
    page = race_moment(attempt, actions, faces, address=address_of(attempt), moment=moment)
    if not attempt.is_unsealed or page.page.end is not None:
        return page
    return replace(
        page, fields=tuple(Variation(step).fields.items()), bots=offered_bots(attempt.table.game) if answers else ()
    )


def race_as_played_of(attempt: Attempt, *, step: int, reader: int | None = None) -> RaceReplay:
    """Return the moment after `step` actions for a reader who knows no later one: equal beginnings give equal pages.

    An end from outside (given up, out of time) is a moment of its own after the last action.
    """
    actions, setup = event_replay.actions_of(attempt), event_replay.setup_of(attempt)
    played = min(step, len(actions))
    faces, is_over = faces_as_played(attempt, reader), moments_of(setup, actions)[played].outcome is not None
    is_end = is_over or step > len(actions)
    moment = moment_at(attempt, played, reason_of(attempt, faces) if is_end else "")
    page = race_moment(attempt, actions, faces, address=address_as_played(attempt), moment=moment, as_played=True)
    step = played + (is_end and not is_over)
    return replace(page, as_played=True, step=step, last=step if is_end else step + 1)


def race_moment(
    attempt: Attempt,
    actions: tuple[games.Action, ...],
    faces: Sequence[SeatFace],
    *,
    address: Address,
    moment: Moment,
    actor: Callable[[State], int | None] = lambda _state: None,
    as_played: bool = False,
) -> RaceReplay:
    """Return a moment of these actions, of the record or of a variation; with an `actor`, the page as they see it.

    `as_played` leaves out the actions after it, and all hindsight.
    """
    setup, step = event_replay.setup_of(attempt), moment.seen
    moments, happened = moments_of(setup, actions), happened_in(setup, actions)[: step if as_played else None]
    looks_back = attempt.is_unsealed and not as_played
    state, box = moments[step], component_set(setup.options)
    seat, labels = actor(state), words_at(None, faces, box)
    stories = stories_of(setup, actions) if looks_back else ()
    own = [replace(face, mine=face.number == seat) for face in faces]
    return RaceReplay(
        attempt_id=attempt.pk,
        page=race_page(state.view(seat), own, box, moment),
        step=step,
        last=len(actions),
        ends=turn_ends(happened),
        happened=action_sentences(happened[step - 1], labels) if step else start_sentence(),
        address=address,
        fleets=open_fleets([state.view(seat).as_dict() for seat in state.people], labels),
        rounds=rounds_of(happened, labels, step, address, stories),
        hindsight=_hindsight(state, stories, labels, step, address) if looks_back else None,
    )


def _hindsight(
    state: State, stories: tuple[DiveReview, ...], labels: RaceLabels, step: int, address: Address
) -> Hindsight:
    hindsight = hindsight_of(stories, luck_of(stories, state.seats), labels, step, address)
    return replace(hindsight, hidden_tiles=hidden_tiles(_face_down_tiles(state), labels))


def race_record_of(attempt: Attempt) -> str | None:
    """Return the race as a record with its seed; None while others may be dealt the same.

    A race's deal cannot be written out: its chance comes from the seed until the end. A table plays one race, so the
    seed of a finished one reveals no later race.
    """
    if not attempt.is_unsealed:
        return None
    record = games.Record(event_replay.setup_of(attempt), event_replay.actions_of(attempt), attempt.rules)
    return str(record) if attempt.table.stage is None else f"{record}{bot_names(attempt)}"


def moment_at(attempt: Attempt, step: int, reason: str, error: str = "") -> Moment:
    """Return the table's facts after `step` actions."""
    table = attempt.table
    explained = subtitle_text(table.game, table.mission, table.players, table.options)
    return Moment(table.pk, attempt.number, step, mission_words=explained, reason=reason, error=error)


def _face_down_tiles(state: State) -> dict[str, str]:
    sites = zip(state.box.board.sites, state.sites, strict=True)
    return {space: site.tile for space, site in sites if site.tile and not site.face_up}


@lru_cache(maxsize=REMEMBERED)
def moments_of(setup: games.Setup, actions: tuple[games.Action, ...]) -> tuple[State, ...]:
    """Return every moment of a race, the fresh deal first."""
    first = cast(State, games.deal(setup))
    return tuple(accumulate(actions, lambda state, action: state.apply(action), initial=first))


@lru_cache(maxsize=REMEMBERED)
def stories_of(setup: games.Setup, actions: tuple[games.Action, ...]) -> tuple[DiveReview, ...]:
    """Return the hindsight of a race's dives."""
    return dives_of(moments_of(setup, actions))


@lru_cache(maxsize=REMEMBERED)
def happened_in(setup: games.Setup, actions: tuple[games.Action, ...]) -> tuple[RaceAction, ...]:
    """Return the actions of a race, each with its turn and its sentences."""
    return tuple(
        RaceAction(
            before.round_number,
            before.turn,
            after.log[-1].seat,
            after.log[-1].text,
            tuple((sentence.code, sentence.params) for sentence in after.sentences),
        )
        for before, after in pairwise(moments_of(setup, actions))
    )
