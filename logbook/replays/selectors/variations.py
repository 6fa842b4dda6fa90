"""Selectors of variations: what would have won, or what a reader tries from a moment of the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

import games
from games.bots import bots_of
from logbook.replays.models.bot_questions import Thought
from logbook.replays.selectors.replays import (
    ReplayOptions,
    address_of,
    allows_card_play,
    can_say_why,
    faces_at,
    found_of,
    moment_page,
    variation_address,
)
from logbook.replays.variations import UnreadableVariation, Variation
from logbook.rounds import text
from logbook.rounds.view.news import action_sentence
from logbook.rounds.view.parts import SeatFace
from logbook.rounds.view.replay import Aside, ReplayPage, step_within
from logbook.rounds.view.status import Names
from logbook.rounds.view.verdict import Verdict
from logbook.tables import bot_timing, event_replay
from logbook.tables.kinds import kind_of
from logbook.tables.models import Attempt


def variation_page(
    attempt: Attempt, variation: Variation, *, step: int | None, options: ReplayOptions, error: str = ""
) -> ReplayPage:
    """Return the moment after `step` actions (by default the end). Raises GameError, UnreadableVariation."""
    record, faces = event_replay.actions_of(attempt), faces_at(attempt, options.reader)
    ensure_variation_valid(attempt, variation, record)
    actions = (*record[: variation.start], *variation.moves)
    step = max(variation.start, step_within(len(actions) if step is None else step, actions))
    event_replay.state_after(event_replay.setup_of(attempt), actions)
    state = event_replay.state_after(event_replay.setup_of(attempt), actions[:step])
    here = variation.until(step)
    page = moment_page(
        attempt,
        state,
        actions,
        faces,
        address=variation_address(attempt, variation),
        reason=reason_here(state, faces),
        variation=here,
        options=options,
        verdict=_verdict_on(variation, found_of(attempt)),
    )
    error = error or options.error_of(Thought.Kind.GO_ON, options.about(attempt, Thought.Kind.GO_ON, here))
    return replace(page, aside=_aside(attempt, variation, record, state, faces, error))


def ensure_variation_valid(attempt: Attempt, variation: Variation, record: Sequence[games.Action]) -> None:
    """Raise UnreadableVariation if the variation starts at no moment of the record, or names an unknown seat or bot."""
    has_no_player = variation.seat is not None and (
        variation.seat >= attempt.table.players or variation.bot not in bots_of(attempt.table.game)
    )
    if has_no_player or variation.start > len(record):
        raise UnreadableVariation


def bots_may_answer(attempt: Attempt, kind: str, variation: Variation) -> bool:
    """Return whether this kind of question is possible at the end. Raises UnreadableVariation, GameError."""
    record = event_replay.actions_of(attempt)
    ensure_variation_valid(attempt, variation, record)
    if not kind_of(attempt.table.game).has_tricks:
        return False
    if kind == Thought.Kind.WHY:
        return not variation.moves and variation.seat is None and can_say_why(attempt, variation.start)
    state = event_replay.state_after(event_replay.setup_of(attempt), (*record[: variation.start], *variation.moves))
    return kind == Thought.Kind.CARDS and state.outcome is None and allows_card_play(state)


def reason_here(state: games.State, faces: Sequence[SeatFace]) -> str:
    """Return why the variation ends here, in the reader's language."""
    if state.outcome is None:
        return ""
    names = {face.number: face.name for face in faces}
    return text.say(state.outcome.code, state.outcome.params, lambda seat: names.get(seat, str(seat)), len(faces))


def _aside(
    attempt: Attempt,
    variation: Variation,
    record: Sequence[games.Action],
    state: games.State,
    faces: Sequence[SeatFace],
    error: str,
) -> Aside:
    names = Names({face.number: face.name for face in faces}, game=attempt.table.game)
    saving = _saves(variation, found_of(attempt))
    waits = variation.seat is not None and state.outcome is None and bot_timing.bots_wait(state, [variation.seat])
    return Aside(
        saving=saving,
        sentence=_in_the_round(record[variation.start : variation.start + 1], names)
        if saving
        else own_text(variation, names),
        back_href=address_of(attempt)(min(variation.start, len(record))),
        again_href=variation_address(attempt, variation.start_again)(variation.start),
        may_go_on=waits or (variation.seat is not None and bool(state.waiting_on - {variation.seat})),
        waits=waits,
        error=error,
    )


def _verdict_on(variation: Variation, verdict: Verdict | None) -> Verdict | None:
    """Return what is known of the variation: the analysis before it, and that the solver's solution wins."""
    if verdict is None:
        return None
    winnable = verdict.winnable[: variation.start + 1]
    return Verdict((*winnable, *[True] * len(variation.moves)) if _saves(variation, verdict) else winnable)


def _saves(variation: Variation, verdict: Verdict | None) -> bool:
    """Return whether the variation is the solver's solution, or its beginning."""
    return (
        verdict is not None
        and variation.seat is None
        and bool(variation.moves)
        and (variation.start, variation.moves)
        in ((verdict.fatal, verdict.saving), (verdict.passing_at, verdict.passing))
    )


def _in_the_round(actions: Sequence[games.Action], names: Names) -> str:
    """Return what was done instead; "" if the attempt was given up at that moment."""
    if not actions:
        return ""
    action = actions[0]
    return _("What actually happened: %(what)s") % {
        "what": action_sentence(action.seat, action.text, names, open_cards=True)
    }


def own_text(variation: Variation, names: Names) -> str:
    """Return whose variation it is."""
    if variation.seat is None:
        return _("You play every seat. Nothing is saved or scored.")
    return _("You play as %(who)s, and bots play the rest. Nothing is saved or scored.") % {
        "who": names.of(variation.seat)
    }
