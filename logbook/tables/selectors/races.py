"""Selectors of a race's table page and of its log in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, cast

import games
from games.deep_blue.component_sets import component_set
from games.deep_blue.state import State
from logbook.rounds.race.log import LogItem, log_of, news_of
from logbook.rounds.race.page import race_page, words_at
from logbook.rounds.race.parts import LogTurn, RacePage
from logbook.rounds.view.parts import Moment, SeatFace
from logbook.tables import event_replay
from logbook.tables.models import Attempt


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
    states = cast(Sequence[State], moments)
    facts = states[-1].view(own_seat).as_dict()
    if attempt.state == Attempt.State.ABANDONED:
        facts |= _given_up(moment)
    if moment.stand_in:
        facts["legal"] = []
    box = component_set(states[-1].setup.options)
    new = 0 if since is None else min(moment.seen - since, len(states) - 1)
    words = words_at(own_seat, faces, box)
    news = news_of(log_entry_of(states[-new - 1 :]), words) if new > 0 else ()
    return race_page(facts, faces, box, replace(moment, news=news), tuple(log_entry_of(states)))


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


def _given_up(moment: Moment) -> dict[str, Any]:
    """Return the view's fields for a race ended from outside: it has no winner, and totals stay secret."""
    outcome = {"success": None, "reason": moment.reason, "scores": None}
    return {"outcome": outcome, "phase": "over", "legal": [], "waiting_on": [], "dive": None, "sail": None}
