"""Services of race results: one row per seat, rewritten as a whole for each table, so the work is idempotent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from logbook.lib.batches import keys_of
from logbook.races.models.results import RaceResult
from logbook.races.race_games import RACES
from logbook.tables.counting import AttemptFacts, Counts, counts
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempt_counts

TABLES_PER_BATCH: Final = 500
COLUMNS: Final = (
    *("attempt_id", "table_id", "seat", "player_id", "bot", "crew_id", "stage_id", "challenge_id", "club_id"),
    *("game", "scenario", "players", "points", "margin", "won", "shared", "counts", "rivals", "finished_at"),
)
"""All columns of a row."""
Rivals = RaceResult.Rivals


def count_races(tables: Sequence[int]) -> None:
    """Write the race results of these tables; unchanged rows are not rewritten.

    Runs inside a transaction that has locked the tables.
    """
    attempt_counts.write_counts_of_tables(tables)
    rows = list(_rows_of(tables))
    stored = {tuple(row): pk for pk, *row in _stored_races(tables).values_list("pk", *COLUMNS)}
    right = [stored[columns] for columns in map(_race_columns, rows) if columns in stored]
    _stored_races(tables).exclude(pk__in=right).delete()
    RaceResult.objects.bulk_create(row for row in rows if _race_columns(row) not in stored)


def count_everything() -> int:
    """Rebuild the results of all races; return the number of tables."""
    total = last = 0
    while keys := _count_tables_after(last):
        total, last = total + len(keys), keys[-1]
    return total


@transaction.atomic
def _count_tables_after(last: int) -> list[int]:
    following = Table.objects.select_for_update(of=("self",)).filter(pk__gt=last, game__in=RACES).order_by("pk")
    keys = list(following.values_list("pk", flat=True)[:TABLES_PER_BATCH])
    count_races(keys)
    return keys


def uncounted_tables(tables: QuerySet[Table], *, before: datetime) -> list[int]:
    """Return the tables with a race that ended before then and has no results: its count task was lost.

    Results without `counts` are those of a site of the version before; it also counted races whose deal is void.
    """
    results = RaceResult.objects.filter(attempt=OuterRef("pk"))
    raced = tables.filter(game__in=RACES).values("pk")
    finished = _counted_races().filter(table__in=raced, ended_at__lte=before)
    ignore_ruling = Q(counts=Counts.RATINGS) & Exists(results.filter(counts__gt=Counts.RATINGS))
    uncounted = finished.filter(~Exists(results.filter(counts__isnull=False)) | ignore_ruling)
    return sorted(set(uncounted.values_list("table", flat=True)))


def wrong_attempts() -> Iterator[int]:
    """Yield the races of which a stored result counts for something else than its facts say."""
    for tables in keys_of(Table.objects.filter(game__in=RACES), TABLES_PER_BATCH):
        # A race that ends or is ruled on meanwhile is compared once more.
        if again := _wrong(tables):
            yield from sorted(_wrong(tables) & again)


def _wrong(tables: Sequence[int]) -> set[int]:
    right = {(row.attempt_id, row.seat, row.counts) for row in _rows_of(tables)}
    stored = _stored_races(tables).values_list("attempt_id", "seat", "counts")
    return {attempt for attempt, *own in stored if (attempt, *own) not in right}


def _stored_races(tables: Sequence[int]) -> QuerySet[RaceResult]:
    return RaceResult.objects.filter(table__in=tables)


def _race_columns(row: RaceResult) -> tuple[Any, ...]:
    return tuple(getattr(row, name) for name in COLUMNS)


def _rows_of(tables: Sequence[int]) -> Iterator[RaceResult]:
    """Return the rows of these tables' finished races; an abandoned race has no points."""
    finished = _counted_races().filter(table__in=tables, scores__isnull=False)
    facts = attempt_counts.facts_of(finished)
    races = finished.select_related("table__stage__challenge").prefetch_related("table__seats").order_by("pk")
    for race in races.filter(pk__in=facts):
        yield from _rows(race, facts[race.pk])


def _counted_races() -> QuerySet[Attempt]:
    return Attempt.objects.filter(state=Attempt.State.FINISHED, counts__gte=Counts.CHALLENGE)


def _rows(attempt: Attempt, facts: AttemptFacts) -> Iterator[RaceResult]:
    table, scores = attempt.table, list(attempt.scores or ())
    winners = set(attempt.reason_params.get("winners", ()))
    challenge = table.stage.challenge if table.stage else None
    seats = {seat.number: seat for seat in table.seats.all()}
    stood_in = _seats_of_stand_ins(attempt)
    for number, points in enumerate(scores):
        yield RaceResult(
            attempt=attempt,
            table=table,
            seat=number,
            player_id=seats[number].player_id,
            bot=seats[number].bot,
            crew_id=table.crew_id,
            stage_id=table.stage_id,
            challenge_id=challenge.pk if challenge else None,
            club_id=challenge.club_id if challenge else None,
            game=table.game,
            scenario=table.mission,
            players=table.players,
            points=points,
            margin=points - max(scores[:number] + scores[number + 1 :]),
            won=number in winners,
            shared=number in winners and len(winners) > 1,
            counts=counts(replace(facts, won=number in winners, stood_in=number in stood_in)),
            rivals=_rivals(bool(seats[other].bot) or other in stood_in for other in seats if other != number),
            finished_at=attempt.ended_at or attempt.started_at,
        )


def _seats_of_stand_ins(attempt: Attempt) -> set[int]:
    """Return the seats at which a stand-in decided."""
    return set(attempt.events.filter(by_stand_in=True).values_list("seat", flat=True)) if attempt.mixed else set()


def _rivals(others_are_bots: Iterable[bool]) -> str:
    kinds = set(others_are_bots)
    if len(kinds) > 1:
        return Rivals.MIXED
    return Rivals.BOTS if True in kinds else Rivals.PEOPLE
