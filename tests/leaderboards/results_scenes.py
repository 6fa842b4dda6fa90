"""Scenes that the tests of results share with others."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Model, QuerySet

from logbook.challenges.models.challenges import Stage, Standing
from logbook.crews.models.crews import Crew
from logbook.leaderboards.models.results import Result, Tally
from logbook.leaderboards.services import results
from logbook.people.models.players import Player
from logbook.tables.models import Attempt, Seat, Table

MONDAY = datetime(2026, 11, 16, 12, tzinfo=UTC)


def played(
    *ends: str,
    crew: Crew | None = None,
    stage: Stage | None = None,
    mission: str = "1",
    players: int = 4,
    distress: bool = False,
    seats: tuple[Player, ...] = (),
    at: datetime = MONDAY,
    took: timedelta = timedelta(minutes=5),
    place: str = "online",
    bots: bool = True,
    options: str = "",
    game: str = "planet-nine",
) -> Table:
    """Create a table whose attempts ended like this, not counted yet."""
    table = Table.objects.create(game=game, mission=mission, players=players, crew=crew, stage=stage, options=options)
    Seat.objects.bulk_create(
        Seat(
            table=table,
            number=n,
            player=seats[n] if n < len(seats) else None,
            bot="careful" if bots and n >= len(seats) else "",
        )
        for n in range(players)
    )
    for number, state in enumerate(ends, start=1):
        attempt_at(table, number, state, distress=distress, place=place, at=at, took=took)
    return table


def attempt_at(
    table: Table,
    number: int,
    state: str,
    *,
    distress: bool = False,
    place: str = "online",
    at: datetime = MONDAY,
    took: timedelta = timedelta(minutes=5),
) -> Attempt:
    attempt = Attempt.objects.create(
        table=table,
        number=number,
        seed=f"s/{number}",
        rules=1,
        state=state,
        distress=distress,
        place=place,
        ended_at=None if state == "playing" else at,
    )
    Attempt.objects.filter(pk=attempt.pk).update(started_at=at - took)
    return attempt


def counted(*ends: str, **wishes: object) -> Table:
    table = played(*ends, **wishes)  # type: ignore[arg-type]
    results.recompute_result(table_id=table.pk)
    return table


def snapshot() -> list[list[tuple[object, ...]]]:
    """Return all derived rows, without their own keys."""
    tallies = Tally.objects.filter(results__gt=0)
    rows: list[tuple[QuerySet[Any], type[Model]]] = [
        (Result.objects.order_by("table"), Result),
        (tallies.order_by(*Tally.KEY), Tally),
        (Standing.objects.order_by("challenge", "crew"), Standing),
    ]
    return [list(found.values_list(*_columns(model))) for found, model in rows]


def _columns(model: type[Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields if not field.primary_key]
