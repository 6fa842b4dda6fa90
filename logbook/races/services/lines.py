"""Services of races' lines: write what each race of a challenge came to, turn by turn. Each call gives the same row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby, pairwise
from typing import Any, Final

from django.db.models import QuerySet

import games
from logbook.lib.batches import keys_of
from logbook.races.models.lines import RaceLine
from logbook.races.race_games import RACES
from logbook.tables import event_replay
from logbook.tables.counting import Counts
from logbook.tables.models import Attempt

MOST_OVERLOOKED: Final = 100
"""The most lines that one sweep writes: a race has hundreds of actions."""
RACES_PER_BATCH: Final = 50
GEM_SENTENCES: Final = frozenset({"effect-gem", "effect-warning", "effect-hazard"})


def write_lines(attempt_ids: Iterable[int]) -> None:
    """Write the lines of these races; those that run, and those of free tables, have none."""
    races = _with_lines().filter(pk__in=attempt_ids).select_related("table").prefetch_related("table__seats")
    RaceLine.objects.bulk_create(
        [_line_of(race) for race in races],
        update_conflicts=True,
        unique_fields=("attempt",),
        update_fields=("seat", "points", "margin", "turns", "by_people"),
    )


def rewrite_all() -> None:
    """Write every line anew, after the rules of lines have changed."""
    for keys in keys_of(_with_lines(), RACES_PER_BATCH):
        write_lines(keys)


def overlooked_attempts(*, before: datetime) -> list[int]:
    """Return races that ended before then and have no whole line: their task was lost. A limited number."""
    missing = _with_lines().filter(race_line__by_people=None, ended_at__lt=before)
    return list(missing.order_by("pk").values_list("pk", flat=True)[:MOST_OVERLOOKED])


def _with_lines() -> QuerySet[Attempt]:
    ended = Attempt.objects.exclude(state=Attempt.State.PLAYING)
    return ended.filter(counts__gte=Counts.DAY, table__stage__isnull=False, table__game__in=RACES)


def _line_of(race: Attempt) -> RaceLine:
    seat = _counting_seat(race)
    scores = race.scores if race.state == Attempt.State.FINISHED else None
    return RaceLine(
        attempt=race,
        seat=seat,
        points=scores[seat] if scores and seat is not None else None,
        margin=_margin(scores, seat) if scores and seat is not None else None,
        turns=_turns(race) if race.rules == games.GAMES[race.table.game].rules else None,
        by_people=not race.mixed and not any(seat.bot for seat in race.table.seats.all()),
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
