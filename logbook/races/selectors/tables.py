"""Selectors of a race's table page and of its log in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, cast

import games
from games.deep_blue.component_sets import component_set
from games.deep_blue.state import State
from logbook.races.view.log import UNDONE, LogItem, log_of, news_of
from logbook.races.view.page import race_page, words_at
from logbook.races.view.parts import LogTurn, RacePage
from logbook.rounds.view.parts import Moment, SeatFace
from logbook.tables import event_replay
from logbook.tables.models import Attempt
from logbook.tables.selectors.seat_labels import subtitle_text


def race_table_page(
    attempt: Attempt,
    moments: Sequence[games.State],
    faces: Sequence[SeatFace],
    own_seat: int | None,
    moment: Moment,
    *,
    since: int | None,
) -> RacePage:
    """Return the race for a seated player, from all its states.

    `since` is the last table number that the player saw: later turns are news.
    """
    table, states = attempt.table, cast(Sequence[State], moments)
    facts = states[-1].view(own_seat).as_dict()
    if attempt.state == Attempt.State.ABANDONED:
        facts |= given_up_race_fields(moment.reason)
    if moment.stand_in:
        facts["legal"] = []
    box = component_set(states[-1].setup.options)
    words = words_at(own_seat, faces, box)
    new = 0 if since is None else moment.seen - since
    news = news_of(_newest(attempt, states, new), words) if new > 0 else ()
    items = _with_undone(attempt, states[-1], log_entry_of(states))
    explained = subtitle_text(table.game, table.mission, table.players, table.options)
    return race_page(facts, faces, box, replace(moment, mission_words=explained, news=news), items)


def _newest(attempt: Attempt, states: Sequence[State], new: int) -> tuple[LogItem, ...]:
    """Return what the last `new` changes of the table tell; after an undo, this alone."""
    last = states[-1:] if attempt.undone_by is not None else states[-new - 1 :]
    return _with_undone(attempt, states[-1], log_entry_of(last))


def _with_undone(attempt: Attempt, state: State, items: Iterable[LogItem]) -> tuple[LogItem, ...]:
    """Return the items, and one more if a player has just undone an action."""
    if attempt.undone_by is None:
        return tuple(items)
    return (*items, LogItem(state.round_number, state.turn, UNDONE, {"seat": attempt.undone_by}))


def race_log(attempt: Attempt, faces: Sequence[SeatFace], own_seat: int | None) -> tuple[LogTurn, ...]:
    """Return all turns of the race in words, the latest first."""
    states = cast(Sequence[State], event_replay.moments_of(attempt))
    words = words_at(own_seat, faces, component_set(states[-1].setup.options))
    return log_of(tuple(log_entry_of(states)), words, over=states[-1].outcome is not None)


def log_entry_of(states: Sequence[State]) -> Iterator[LogItem]:
    """Yield the sentences from state to state, each with its turn."""
    for before, after in pairwise(states):
        for sentence in after.sentences:
            yield LogItem(before.round_number, before.turn, sentence.code, sentence.params)


def given_up_race_fields(reason: str) -> dict[str, Any]:
    """Return the view's fields for a race ended from outside: it has no winner, and totals stay secret."""
    outcome = {"success": None, "reason": reason, "scores": None}
    return {"outcome": outcome, "phase": "over", "legal": [], "waiting_on": [], "dive": None, "sail": None}
