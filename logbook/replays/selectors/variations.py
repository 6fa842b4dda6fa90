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
    can_say_why,
    cards_may_be_played,
    faces_at,
    found_of,
    line_address,
    moment_page,
)
from logbook.replays.variations import Unreadable, Variation
from logbook.rounds import text
from logbook.rounds.view.news import action_sentence
from logbook.rounds.view.parts import SeatFace
from logbook.rounds.view.replay import Aside, ReplayPage, step_within
from logbook.rounds.view.status import Names
from logbook.rounds.view.verdict import Verdict
from logbook.tables import bot_timing, event_replay
from logbook.tables.missions import RACES
from logbook.tables.models import Attempt


def line_page(
    attempt: Attempt, line: Variation, *, step: int | None, options: ReplayOptions, error: str = ""
) -> ReplayPage:
    """Return the moment after `step` actions (the variation's end by default). Raises GameError, Unreadable."""
    record, faces = event_replay.actions_of(attempt), faces_at(attempt)
    line_check(attempt, line, record)
    actions = (*record[: line.start], *line.moves)
    step = max(line.start, step_within(len(actions) if step is None else step, actions))
    event_replay.state_after(event_replay.setup_of(attempt), actions)
    state = event_replay.state_after(event_replay.setup_of(attempt), actions[:step])
    here = line.until(step)
    page = moment_page(
        attempt,
        state,
        actions,
        faces,
        address=line_address(attempt, line),
        reason=reason_here(state, faces),
        line=here,
        options=options,
        found=_found_on(line, found_of(attempt)),
    )
    error = error or options.error_of(Thought.Kind.GO_ON, options.about(attempt, Thought.Kind.GO_ON, here))
    return replace(page, aside=_aside(attempt, line, record, state, faces, error))


def line_check(attempt: Attempt, line: Variation, record: Sequence[games.Action]) -> None:
    """Raise Unreadable if the variation starts at no moment of the record, or names an unknown seat or bot."""
    nobody = line.seat is not None and (
        line.seat >= attempt.table.players or line.bot not in bots_of(attempt.table.game)
    )
    if nobody or line.start > len(record):
        raise Unreadable


def bots_may_answer(attempt: Attempt, kind: str, line: Variation) -> bool:
    """Return whether this kind of question is possible at the variation's end. Raises Unreadable, GameError."""
    record = event_replay.actions_of(attempt)
    line_check(attempt, line, record)
    if attempt.table.game in RACES:
        return False
    if kind == Thought.Kind.WHY:
        return not line.moves and line.seat is None and can_say_why(attempt, line.start)
    state = event_replay.state_after(event_replay.setup_of(attempt), (*record[: line.start], *line.moves))
    return kind == Thought.Kind.CARDS and state.outcome is None and cards_may_be_played(state)


def reason_here(state: games.State, faces: Sequence[SeatFace]) -> str:
    """Return why the variation ends here, in the reader's language."""
    if state.outcome is None:
        return ""
    names = {face.number: face.name for face in faces}
    return text.say(state.outcome.code, state.outcome.params, lambda seat: names.get(seat, str(seat)), len(faces))


def _aside(
    attempt: Attempt,
    line: Variation,
    record: Sequence[games.Action],
    state: games.State,
    faces: Sequence[SeatFace],
    error: str,
) -> Aside:
    names = Names({face.number: face.name for face in faces}, game=attempt.table.game)
    saving = _saves(line, found_of(attempt))
    waits = line.seat is not None and state.outcome is None and bot_timing.bots_wait(state, [line.seat])
    return Aside(
        saving=saving,
        sentence=_in_the_round(record[line.start : line.start + 1], names) if saving else own_words(line, names),
        back_href=address_of(attempt)(min(line.start, len(record))),
        again_href=line_address(attempt, Variation(line.start, seat=line.seat, bot=line.bot))(line.start),
        may_go_on=waits or (line.seat is not None and bool(state.waiting_on - {line.seat})),
        waits=waits,
        error=error,
    )


def _found_on(line: Variation, found: Verdict | None) -> Verdict | None:
    """Return what is known of the variation: the analysis before it, and that the solver's solution wins."""
    if found is None:
        return None
    known = found.winnable[: line.start + 1]
    return Verdict((*known, *[True] * len(line.moves)) if _saves(line, found) else known)


def _saves(line: Variation, found: Verdict | None) -> bool:
    """Return whether the variation is the solver's solution, or its beginning."""
    return (
        found is not None
        and line.seat is None
        and bool(line.moves)
        and (line.start, line.moves) in ((found.fatal, found.saving), (found.passing_at, found.passing))
    )


def _in_the_round(done: Sequence[games.Action], names: Names) -> str:
    """Return what was done instead; "" if the attempt was given up at that moment."""
    if not done:
        return ""
    action = done[0]
    return _("What actually happened: %(what)s") % {
        "what": action_sentence(action.seat, action.text, names, open_cards=True)
    }


def own_words(line: Variation, names: Names) -> str:
    """Return whose variation it is."""
    if line.seat is None:
        return _("You play every seat. Nothing is saved or scored.")
    return _("You play as %(who)s, and bots play the rest. Nothing is saved or scored.") % {"who": names.of(line.seat)}
