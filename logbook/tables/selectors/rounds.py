"""Selectors of the page of a round: the attempt of a mission, at its table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import games
from games.crew.planet_nine.progress import progress_of
from games.crew.state import State as CrewState
from logbook.rounds import text
from logbook.rounds.view.condition_parts import Condition
from logbook.rounds.view.news import news_of
from logbook.rounds.view.page import round_page
from logbook.rounds.view.parts import Moment, RoundPage, SeatFace
from logbook.rounds.view.status import Names
from logbook.tables import event_replay
from logbook.tables.models import Attempt, Table
from logbook.tables.selectors.seat_labels import ended_from_outside, mission_text_of


def round_table_page(
    attempt: Attempt,
    states: Sequence[games.State],
    faces: Sequence[SeatFace],
    own_seat: int | None,
    moment: Moment,
    since: int | None,
) -> RoundPage:
    """Return the round for a seated player or a spectator, from its last state."""
    table, state = attempt.table, states[-1]
    facts = event_replay.view_for(state, own_seat, table.deadline).as_dict()
    if attempt.state == Attempt.State.ABANDONED:
        facts |= given_up_fields(ended_from_outside(attempt))
    if moment.stand_in:
        facts["legal"] = []
    elif moment.signals_until is not None:
        facts["legal"] = [text for text in facts["legal"] if not text.startswith("play ")]
    progress = progress_of(state) if isinstance(state, CrewState) else ()
    counts = tuple(Condition(text.say(said.code, said.params, str), said.code) for said in progress)
    explained = mission_text_of(table.game, table.mission, table.players, table.options)
    news = _news(table, state.log, faces, own_seat, since)
    won = bool(state.log) and state.log[-1].text.startswith("play ") and facts["phase"] != "trick"
    return round_page(facts, faces, replace(moment, mission_words=explained, news=news, counts=counts, trick_won=won))


def _news(
    table: Table, log: Sequence[games.Action], faces: Sequence[SeatFace], own_seat: int | None, since: int | None
) -> tuple[str, ...]:
    """Return the other seats' actions since the table's number `since`, which grows by one with every action."""
    new = 0 if since is None else table.version - since
    if not 0 < new <= len(log):
        return ()
    names = Names({face.number: face.name for face in faces}, own_seat, table.game)
    return news_of([action for action in log[-new:] if action.seat != own_seat], names)


def given_up_fields(reason: str) -> dict[str, Any]:
    """Return the view's fields for an attempt ended from outside the game."""
    outcome = {"success": False, "reason": reason}
    return {"outcome": outcome, "phase": "over", "legal": [], "waiting_on": [], "proposal": None, "trick": None}
