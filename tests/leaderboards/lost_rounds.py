"""Rounds lost at a known card, and the pages that say so."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse

import games
from games.crew.solver import Annotation
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempts
from tests.tables.attempts_scenes import act_on, store_all_but_the_last


def first_card(log: Sequence[games.Action]) -> int:
    """Return the position of the first card played: in these tests it loses every round."""
    return next(place for place, action in enumerate(log) if action.text.startswith("play "))


def lost_by_the_first_card(states: Sequence[games.State], budget: object, known: object = None) -> Annotation:
    """Return the annotation of a solver to which any other first card would have won."""
    fatal = first_card(states[-1].log)
    before, played = states[fatal], states[-1].log[fatal]
    saving = next(
        action for action in before.legal_actions(played.seat) if action.text.startswith("play ") and action != played
    )
    return Annotation(tuple(step <= fatal for step in range(len(states))), fatal, (saving,))


def lost_from_the_deal_on(states: Sequence[games.State], budget: object, known: object = None) -> Annotation:
    return Annotation((False,) * len(states), None)


def play_out(table: Table, attempt: Attempt) -> Attempt:
    """Do the first thing possible until the attempt is over. All but the last action are stored at once."""
    store_all_but_the_last(attempt, _first_possible)
    assert act_on(table, attempt).over
    attempt.refresh_from_db()
    return attempt


def _first_possible(state: games.State) -> games.Action:
    return state.legal_actions(min(state.waiting_on))[0]


def address(attempt: Attempt, name: str = "replay") -> str:
    return reverse(name, args=(attempt.pk,))


def fatal_of(attempt: Attempt) -> int:
    return first_card(event_replay.actions_of(attempt))


def open_the_first_trick(table: Table, attempt: Attempt) -> None:
    """Play until two cards lie on the table."""
    while [action.text[:5] for action in event_replay.actions_of(attempt)].count("play ") < 2:
        _anybody_acts(table, attempt)
    attempt.refresh_from_db()
    table.refresh_from_db()


def _anybody_acts(table: Table, attempt: Attempt) -> None:
    seat, text = next(
        action for action in waited_for_all(attempt) if not action.text.startswith(("ask", "signal", "propose"))
    )
    table.refresh_from_db()
    player = table.seats.get(number=seat).player
    if player is None:
        attempts.act_as_bot(attempt_id=attempt.pk, seat=seat, text=text, seen=table.version)
    else:
        attempts.act(table_id=table.pk, player=player, text=text, seen=table.version)


def waited_for_all(attempt: Attempt) -> list[games.Action]:
    state = event_replay.state_of(attempt)
    return state.legal_actions(min(state.waiting_on))
