"""Selectors of variations of a race: the player plays on from a moment of it, and nothing is stored."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

import games
from games.deep_blue.state import State
from logbook.races.selectors.replays import moment_at, moments_of, race_moment
from logbook.races.view.replay import RaceReplay
from logbook.replays.models.bot_questions import Thought
from logbook.replays.selectors.replays import ReplayOptions, address_of, faces_at, thinking_at, variation_address
from logbook.replays.selectors.variations import ensure_variation_valid, own_text, reason_here
from logbook.replays.variations import MOST_MOVES, Variation
from logbook.rounds.view.replay import Aside, step_within
from logbook.rounds.view.status import Names
from logbook.tables import event_replay
from logbook.tables.models import Attempt


def race_line_of(
    attempt: Attempt, variation: Variation, *, step: int | None, options: ReplayOptions, error: str = ""
) -> RaceReplay:
    """Return the moment after `step` actions (by default the end). Raises GameError, UnreadableVariation."""
    record, faces = event_replay.actions_of(attempt), faces_at(attempt)
    ensure_variation_valid(attempt, variation, record)
    actions = (*record[: variation.start], *variation.moves)
    step = max(variation.start, step_within(len(actions) if step is None else step, actions))
    state = moments_of(event_replay.setup_of(attempt), actions)[step]
    current, address = variation.until(step), variation_address(attempt, variation)
    thinking = thinking_at(attempt, current, options, address(step))
    error = error or options.error_of(Thought.Kind.GO_ON, options.about(attempt, Thought.Kind.GO_ON, current))
    page = race_moment(
        attempt,
        actions,
        faces,
        address=address,
        moment=moment_at(attempt, step, reason_here(state, faces), error),
        actor=lambda state: None if state.outcome or thinking else current.actor(state.waiting_on),
    )
    names = Names({face.number: face.name for face in faces}, game=attempt.table.game)
    goes_on = state.outcome is None and thinking is None and len(current.moves) < MOST_MOVES
    fields = tuple(current.fields.items()) if goes_on else ()
    aside = _aside(attempt, current, state, names, error)
    aside = replace(aside, may_go_on=aside.may_go_on and thinking is None)
    return replace(page, fields=fields, aside=aside, thinking=thinking)


def _aside(attempt: Attempt, variation: Variation, state: State, names: Names, error: str) -> Aside:
    ends = state.outcome is None and len(variation.moves) >= MOST_MOVES
    return Aside(
        saving=False,
        sentence=_("This practice line ends here: it has reached its maximum length.")
        if ends
        else own_text(variation, names),
        back_href=address_of(attempt)(variation.start),
        again_href=variation_address(attempt, variation.start_again)(variation.start),
        may_go_on=not ends and _bots_are_to_act(variation, state),
        error=error,
    )


def _bots_are_to_act(variation: Variation, state: games.State) -> bool:
    return state.outcome is None and variation.seat is not None and variation.seat not in state.waiting_on
