"""Services of races' lines: write what each race of a challenge came to, turn by turn. Each call gives the same row."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import Any, Final

import games
from logbook.races.models.lines import RaceLine
from logbook.races.race_games import RACES
from logbook.tables import event_replay
from logbook.tables.models import Attempt
from logbook.travellers.services.line_writers import LineWriter

GEM_SENTENCES: Final = frozenset({"effect-gem", "effect-warning", "effect-hazard"})


def _line_of(race: Attempt) -> RaceLine:
    seat = _counting_seat(race)
    scores = race.scores if race.state == Attempt.State.FINISHED else None
    return RaceLine(
        attempt=race,
        seat=seat,
        points=scores[seat] if scores and seat is not None else None,
        margin=_margin(scores, seat) if scores and seat is not None else None,
        turns=_turns(race) if race.rules == games.GAMES[race.table.game].rules else None,
        by_people=race.is_by_people,
    )


def _counting_seat(race: Attempt) -> int | None:
    """Return the seat of the person who raced alone, or of the best person; None if only bots are known."""
    seats = [seat for seat in race.table.seats.all() if not seat.bot]
    if race.table.soloist_id is not None:
        seats = [seat for seat in seats if seat.player_id == race.table.soloist_id] or seats
    scores = race.scores or [0] * race.table.players
    return max((seat.number for seat in seats), key=lambda number: (scores[number], -number), default=None)


def _margin(scores: Sequence[int], seat: int) -> int:
    others = [points for number, points in enumerate(scores) if number != seat]
    return scores[seat] - max(others, default=0)


def _turns(race: Attempt) -> list[list[Any]]:
    """Return the turns of the record."""
    states: Sequence[Any] = event_replay.moments_of(race)
    steps = groupby(enumerate(pairwise(states), 1), key=lambda step: (step[1][0].round_number, step[1][0].turn))
    return [_turn(number, seat, list(members)) for (number, seat), members in steps]


def _turn(number: int, seat: int, steps: Sequence[tuple[int, tuple[Any, Any]]]) -> list[Any]:
    said = [sentence for _step, (_before, after) in steps for sentence in after.sentences]
    moved = [one.params["space"] for one in said if one.code == "effect-move" and one.params["seat"] == seat]
    dived = [one.params["space"] for one in said if one.code == "effect-dive"]
    gems = [one.params["gem"] for one in said if one.code in GEM_SENTENCES]
    last, (_before, end) = steps[-1]
    first = steps[0][1][0]
    points = [end.view(own).score - first.view(own).score for own in range(end.setup.players)]
    return [number, seat, last, moved, dived[0] if dived else "", gems if dived else [], points]


LINES: Final = LineWriter(
    lines=RaceLine.objects,
    related_name="race_line",
    columns=("seat", "points", "margin", "turns", "by_people"),
    games=lambda: RACES,
    line_of=_line_of,
    most_overlooked=100,  # A race has hundreds of actions.
)
