"""Service of ratings: computed from all attempts ever played and rewritten as a whole, so the work is idempotent.

Attempts are read week by week and counted on the way, so that memory grows with the number of crews and missions,
not with the number of attempts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC
from heapq import merge
from operator import attrgetter
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from logbook.challenges.models.challenges import none_running
from logbook.leaderboards import rating, signals
from logbook.leaderboards.models.strengths import Strength
from logbook.leaderboards.rating import Opponent, RatedGame
from logbook.leaderboards.services import ties
from logbook.tables.counting import Counts
from logbook.tables.kinds import games_not_won
from logbook.tables.models import Attempt, Seat

ATTEMPTS_PER_QUERY: Final = 5_000


def recompute_strengths() -> int:
    """Rebuild all ratings; return the number of crews with a rating."""
    ratings = rating.ratings(_games())
    middle = rating.middle(ratings)
    with transaction.atomic():
        Strength.objects.all().delete()
        rows = (_row(side, one, middle) for side, one in ratings.items())
        Strength.objects.bulk_create(rows, batch_size=ATTEMPTS_PER_QUERY)
        ties.write_all_ties()
    return sum(isinstance(side, int) for side in ratings)


def _row(side: rating.Side, one: rating.Rating, middle: float) -> Strength:
    row = Strength(value=one.value - middle, deviation=one.deviation, tries=one.tries, won=one.won)
    if isinstance(side, int):
        row.crew_id = side
        return row
    row.game, row.mission, row.players = side.game, side.mission, side.players
    row.stage_id, row.attempt = side.stage or None, side.attempt
    return row


def _games() -> Iterator[RatedGame]:
    answers: Iterable[tuple[object, Any]] = signals.games_wanted.send(sender=Strength)
    return merge(_finished_attempts(), *(games for _receiver, games in answers), key=attrgetter("week"))


def _finished_attempts() -> Iterator[RatedGame]:
    """Yield the ended attempts of crews without bots that count for ratings; of challenges only once they are over."""
    with_bots = Exists(Seat.objects.filter(table=OuterRef("table")).exclude(bot=""))
    counted = Attempt.objects.filter(table__crew__isnull=False, ended_at__isnull=False, counts__gte=Counts.RATINGS)
    attempts = counted.exclude(Q(state=Attempt.State.PLAYING) | Q(table__game__in=games_not_won()))
    rated = attempts.filter(none_running("table__stage__challenge")).exclude(with_bots)
    columns = ("ended_at", "table__crew", "table__game", "table__mission", "table__players", "table__stage")
    rows = rated.order_by("ended_at", "pk").values_list(*columns, "number", "state")
    for ended_at, crew, game, mission, players, stage, number, state in rows.iterator(chunk_size=ATTEMPTS_PER_QUERY):
        opponent = Opponent(game, mission, players, stage or 0, number if stage else 0)
        yield RatedGame(rating.week_of(ended_at.astimezone(UTC).date()), crew, opponent, 1, int(state == "success"))
