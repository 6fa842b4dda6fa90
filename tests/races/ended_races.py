"""Races that have ended, without play."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from logbook.challenges.models.challenges import Stage
from logbook.crews.models.crews import Crew
from logbook.leaderboards.services import results
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Seat, Table

MONDAY = datetime(2026, 11, 16, 12, tzinfo=UTC)
BOT = "careful"
Sitting = Player | str | None


def raced(
    scores: Sequence[int],
    seats: Sequence[Sitting],
    *,
    winners: Sequence[int] | None = None,
    scenario: str = "troubled-waters",
    crew: Crew | None = None,
    stage: Stage | None = None,
    at: datetime = MONDAY,
) -> Table:
    """A table with a race that ended so, not counted yet; who has most points won it."""
    table = Table.objects.create(
        game="deep-blue", mission=scenario, players=len(scores), crew=crew, stage=stage, state=Table.State.ENDED
    )
    for number, who in enumerate(seats):
        person, bot = (None, who) if isinstance(who, str) else (who, "")
        Seat.objects.create(table=table, number=number, player=person, bot=bot)
    race_at(table, 1, scores, winners=winners, at=at)
    return table


def race_at(
    table: Table,
    number: int,
    scores: Sequence[int] | None,
    *,
    winners: Sequence[int] | None = None,
    at: datetime = MONDAY,
) -> Attempt:
    """A race at a table that ended so; given up if no player has points."""
    best = max(scores or (0,))
    attempt = Attempt.objects.create(
        table=table,
        number=number,
        seed=f"{table.base_seed}/{number}",
        rules=1,
        state=Attempt.State.ABANDONED if scores is None else Attempt.State.FINISHED,
        scores=scores and list(scores),
        reason_code="given-up" if scores is None else "won-alone",
        reason_params={"winners": list(winners or [n for n, own in enumerate(scores or ()) if own == best])},
        ended_at=at,
    )
    Attempt.objects.filter(pk=attempt.pk).update(started_at=at)
    return attempt


def counted_race(*args: object, **named: object) -> Table:
    """The same, counted."""
    table = raced(*args, **named)  # type: ignore[arg-type]
    results.recompute_result(table_id=table.pk)
    return table
