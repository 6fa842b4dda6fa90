"""Rounds lost at a known card, and the pages that say so."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import F
from django.urls import reverse

import games
from games.crew.solver import Annotation
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Event, Table
from logbook.tables.services import attempts, projections
from tests.tables.attempts_scenes import act_on


def first_card(log: Sequence[games.Action]) -> int:
    """Return the position of the first card played: in these tests it loses every round."""
    return next(place for place, action in enumerate(log) if action.text.startswith("play "))


def lost_by_the_first_card(states: Sequence[games.State], budget: object) -> Annotation:
    """Return the annotation of a solver to which any other first card would have won."""
    fatal = first_card(states[-1].log)
    before, played = states[fatal], states[-1].log[fatal]
    saving = next(
        action for action in before.legal_actions(played.seat) if action.text.startswith("play ") and action != played
    )
    return Annotation(tuple(step <= fatal for step in range(len(states))), fatal, (saving,))


def lost_from_the_deal_on(states: Sequence[games.State], budget: object) -> Annotation:
    return Annotation((False,) * len(states), None)


def play_out(table: Table, attempt: Attempt) -> Attempt:
    """Do the first thing possible until the attempt is over. All but the last action are stored at once."""
    _store_all_but_the_last(table, Attempt.objects.select_related("table").get(pk=attempt.pk))
    assert act_on(table, attempt).over
    attempt.refresh_from_db()
    return attempt


def _store_all_but_the_last(table: Table, attempt: Attempt) -> None:
    """Leave the rows that `attempts.act` would have left, called for one action after another."""
    states = [event_replay.state_of(attempt)]
    while states[-1].waiting_on:
        seat = min(states[-1].waiting_on)
        states.append(states[-1].apply(states[-1].legal_actions(seat)[0]))
    last, people = states[-2], {seat.number: seat.player_id for seat in table.seats.all()}
    new = list(enumerate(last.log, start=1))[len(states[0].log) :]
    Event.objects.bulk_create(
        Event(attempt=attempt, sequence=number, seat=action.seat, text=str(action.text), player_id=people[action.seat])
        for number, action in new
    )
    attempt.length = len(last.log)
    projections.project(attempt, last)
    attempt.save(update_fields=projections.PROJECTION)
    Table.objects.filter(pk=table.pk).update(
        version=F("version") + len(new), distress=attempt.table.distress or attempt.distress
    )


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
