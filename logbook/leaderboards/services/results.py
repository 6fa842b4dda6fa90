"""Services of results and standings: projections of the attempts, rewritten as a whole, so the work is idempotent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import groupby, starmap
from operator import itemgetter
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Max, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from logbook.challenges.active_rulings import void_stages
from logbook.challenges.models.challenges import Challenge, Stage, Standing, of_kinds
from logbook.challenges.services import table_outcomes
from logbook.leaderboards import ranking, signals
from logbook.leaderboards.models.results import Result
from logbook.leaderboards.services import aggregation, runs
from logbook.lib.batches import keys_of
from logbook.tables.counting import Counts
from logbook.tables.kinds import games_counted_apart, is_counted_apart, kind_of, own_results
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempt_counts

TABLES_PER_BATCH = 20_000
"""The number of tables counted per transaction: play at them stops for a fraction of a second."""
CHALLENGES_PER_BATCH = 200


@transaction.atomic
def recompute_result(*, table_id: int) -> None:
    """Count a table's ended attempts, its challenge's standings, unless it is about to be counted, and runs."""
    count_table(table_id)
    stage = Stage.objects.select_related("challenge").filter(tables=table_id).first()
    if stage is not None and not stage.challenge.is_being_counted:
        recompute_standings(challenge_id=stage.challenge_id)
    runs.write_runs_of_tables([table_id])


@transaction.atomic
def count_table(table_id: int) -> None:
    """Count a table's ended attempts, with those of tables that count with it."""
    table = Table.objects.select_for_update(of=("self",)).select_related("stage").get(pk=table_id)
    _count_tables_of(table.game, table_outcomes.tables_counted_with(table))


def _count_tables_of(game: str, tables: Sequence[int]) -> None:
    """Count these tables of a game, where its kind counts them. Runs inside a transaction that has locked them."""
    own = kind_of(game).results
    if own is not None:
        own.count_tables(tables)
        return
    for key in tables:
        aggregation.count_table(key)


def recompute_standings(*, challenge_id: int) -> None:
    """Rebuild a challenge's standings from its results, and, once it is closed, the data derived from them."""
    write_standings(challenge_id=challenge_id)
    if Challenge.objects.filter(pk=challenge_id, state=Challenge.State.CLOSED).exists():
        signals.standings_closed.send(sender=Challenge, challenge_id=challenge_id)


def count_ruled_tables(*, challenge_id: int, tables: Sequence[int]) -> None:
    """Count the tables that a ruling changed, and their challenge. Runs inside a transaction that has locked them."""
    rows = Table.objects.filter(pk__in=tables).order_by("game", "pk").values_list("game", "pk")
    for game, own in groupby(rows, key=itemgetter(0)):
        _count_tables_of(game, [key for _game, key in own])
    recompute_standings(challenge_id=challenge_id)
    runs.write_runs_of_tables(tables)


def count_challenge(*, challenge_id: int) -> None:
    """Count the uncounted tables of a challenge that is over, and write its standings. Idempotent."""
    attempt_counts.write_missing_counts()
    for table_id in uncounted_tables(before=timezone.now(), challenge_id=challenge_id):
        count_table(table_id)
    write_standings(challenge_id=challenge_id)
    counted = Attempt.objects.filter(table__stage__challenge=challenge_id, counts__gte=Counts.CHALLENGE)
    runs.write_runs_of_tables(
        set(counted.exclude(table__game__in=games_counted_apart()).values_list("table", flat=True))
    )


def write_standings(*, challenge_id: int) -> None:
    """Rebuild a challenge's standings from its results, whatever its games are."""
    for own in own_results():
        own.write_standings([challenge_id])
    _write_standings([challenge_id])


def uncounted_tables(*, before: datetime, challenge_id: int | None = None) -> list[int]:
    """Return tables whose result lacks attempts that ended before then: their count task was lost.

    They belong to one challenge, or to all but challenges that are about to be counted as a whole.
    """
    tables = _countable_tables(challenge_id)
    ended = tables.filter(attempts__ended_at__lte=before, attempts__counts__gte=Counts.CHALLENGE)
    rows = ended.exclude(game__in=games_counted_apart()).annotate(
        ended=Count("attempts"), counted=Coalesce("result__ended", 0)
    )
    uncounted = list(rows.filter(ended__gt=F("counted")).order_by("pk").values_list("pk", flat=True))
    # A table that is ruled out has no result, and needs none.
    out = table_outcomes.discounted_tables(uncounted) if uncounted else set()
    apart = [key for own in own_results() for key in own.uncounted_tables(tables, before=before)]
    return [key for key in uncounted if key not in out] + apart


def wrong_attempts() -> Iterator[int]:
    """Yield the attempts whose result counts for something else than their facts say; of a table, the last attempt."""
    tables = Attempt.objects.filter(table__in=aggregation.wrong_tables()).order_by().values("table")
    yield from tables.annotate(last=Max("pk")).order_by("last").values_list("last", flat=True)
    for own in own_results():
        yield from own.wrong_attempts()


def _countable_tables(challenge_id: int | None) -> QuerySet[Table]:
    if challenge_id is not None:
        return Table.objects.filter(stage__challenge=challenge_id)
    being_counted = Challenge.objects.filter(state__in=Challenge.OVER, counted_at=None)
    return Table.objects.exclude(stage__in=Stage.objects.filter(challenge__in=being_counted))


def recompute_everything() -> tuple[int, int]:
    """Rebuild every result, all tallies and all standings; return the numbers of tables and challenges.

    It works in batches, so that neither memory nor the time a lock is held grows with the site.
    """
    attempt_counts.write_all_counts()
    tables = challenges = last = 0
    while keys := _count_tables_after(last):
        tables, last = tables + len(keys), keys[-1]
    aggregation.write_tallies()
    runs.write_all_runs()
    for own in own_results():
        own.count_everything()
    for keys in keys_of(Challenge.objects.all(), CHALLENGES_PER_BATCH):
        for own in own_results():
            own.write_standings(keys)
        _write_standings(keys)
        challenges += len(keys)
    signals.everything_recomputed.send(sender=Challenge)
    return tables, challenges


@transaction.atomic
def _count_tables_after(last: int) -> list[int]:
    """Count the next tables after this key; return their keys."""
    following = Table.objects.select_for_update(of=("self",)).filter(pk__gt=last).order_by("pk")
    keys = list(following.values_list("pk", flat=True)[:TABLES_PER_BATCH])
    if keys:
        aggregation.count_tables(keys[0], keys[-1])
    return keys


@transaction.atomic
def _write_standings(challenges: Sequence[int]) -> None:
    """Write the standings of these challenges from their results; unchanged standings are not rewritten."""
    counted_here = of_kinds(lambda kind: not is_counted_apart(kind))
    locked = Challenge.objects.select_for_update().filter(counted_here, pk__in=challenges).order_by("pk")
    locked_challenges = list(locked)
    challenges = [one.pk for one in locked_challenges]
    policies = {one.pk: one.scoring_policy for one in locked_challenges}
    stages = _stages_in_order([one for one in locked_challenges if one.scoring_policy.in_order])
    results = Result.objects.filter(challenge__in=challenges, crew__isnull=False).order_by("challenge_id")
    result_rows = _by_challenge(
        results.annotate(alone=Coalesce("best", 0)).values_list("challenge_id", *RESULT_COLUMNS)
    )
    stored = Standing.objects.filter(challenge__in=challenges).order_by("challenge_id", "rank", "crew_id")
    stored_rows = _by_challenge(stored.values_list("challenge_id", *STANDING_COLUMNS))
    rows_by_challenge = {
        key: ranking.standings(
            starmap(ranking.CrewResult, result_rows.get(key, ())), policy=policies[key], stages=stages.get(key, ())
        )
        for key in challenges
    }
    changed_challenges = [
        key for key in challenges if [tuple(row) for row in rows_by_challenge[key]] != stored_rows.get(key, [])
    ]
    if changed_challenges:
        Standing.objects.filter(challenge__in=changed_challenges).delete()
        Standing.objects.bulk_create(
            Standing(challenge_id=key, **dict(zip(STANDING_COLUMNS, row, strict=True)))
            for key in changed_challenges
            for row in rows_by_challenge[key]
        )


def _stages_in_order(challenges: Sequence[Challenge]) -> dict[int, list[int]]:
    """Return the stages that count of these challenges, in playing order."""
    if not challenges:
        return {}
    rows = Stage.objects.filter(challenge__in=challenges).order_by("challenge_id", "number")
    void = void_stages(challenges)
    every = _by_challenge(rows.values_list("challenge_id", "pk"))
    return {key: [stage for (stage,) in own if stage not in void] for key, own in every.items()}


RESULT_COLUMNS = ("crew_id", "won", "attempts", "distress", "stage_id", "alone")
"""The columns of a result, in the order of a `ranking.CrewResult`."""
STANDING_COLUMNS = ("rank", "crew_id", "stages_won", "score", "attempts", "distress")
"""The columns of a standing, in the order of a `ranking.StandingRow`."""


def _by_challenge(rows: Iterable[tuple[Any, ...]]) -> dict[int, list[tuple[Any, ...]]]:
    return {key: [row[1:] for row in own] for key, own in groupby(rows, key=itemgetter(0))}
