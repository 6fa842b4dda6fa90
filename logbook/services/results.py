"""Results and standings: projections of the attempts, written whole each time, so that repeating is harmless."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Count, F, Q
from django.db.models.functions import Coalesce

from logbook import missions, ranking
from logbook.models import Attempt, Challenge, Result, Standing, Table


def result_recompute(*, table_id: int) -> None:
    """Count a table's ended attempts again, and the standings of its challenge."""
    with transaction.atomic():
        table = Table.objects.select_for_update(of=("self",)).select_related("stage").get(pk=table_id)
        _write_result(table)
        if table.stage is not None:
            standings_recompute(challenge_id=table.stage.challenge_id)


@transaction.atomic
def standings_recompute(*, challenge_id: int) -> None:
    """Write a challenge's standings anew from its results."""
    challenge = Challenge.objects.select_for_update().get(pk=challenge_id)
    results = Result.objects.filter(stage__challenge=challenge, crew__isnull=False)
    runs = [ranking.Run(*row) for row in results.values_list("crew_id", "won", "attempts", "distress")]
    Standing.objects.filter(challenge=challenge).delete()
    Standing.objects.bulk_create(
        Standing(
            challenge=challenge,
            crew_id=line.crew,
            rank=line.rank,
            stages_won=line.stages_won,
            score=line.score,
            attempts=line.attempts,
            distress=line.distress,
        )
        for line in ranking.standings(runs)
    )


def tables_uncounted(*, before: datetime) -> list[int]:
    """Tables whose result does not know all attempts that had ended by then: the task that counts them was lost."""
    ended = Count("attempts", filter=Q(attempts__ended_at__lt=before))
    tables = Table.objects.annotate(ended=ended, counted=Coalesce("result__attempts", 0))
    return list(tables.filter(ended__gt=F("counted")).order_by("pk").values_list("pk", flat=True))


def everything_recompute() -> tuple[int, int]:
    """Write every result and all standings anew; how many tables and challenges that were."""
    tables = list(Table.objects.order_by("pk").values_list("pk", flat=True))
    for table_id in tables:
        with transaction.atomic():
            _write_result(Table.objects.select_for_update(of=("self",)).get(pk=table_id))
    challenges = list(Challenge.objects.order_by("pk").values_list("pk", flat=True))
    for challenge_id in challenges:
        standings_recompute(challenge_id=challenge_id)
    return len(tables), len(challenges)


def _write_result(table: Table) -> None:
    ended = list(table.attempts.exclude(state=Attempt.State.PLAYING).order_by("number"))
    if not ended:
        Result.objects.filter(table=table).delete()
        return
    distress = any(attempt.distress for attempt in ended)
    Result.objects.update_or_create(
        table=table,
        defaults={
            "crew_id": table.crew_id,
            "stage_id": table.stage_id,
            "game": table.game,
            "mission": table.mission,
            "players": table.players,
            "options": missions.options_that_count(table),
            "won": ended[-1].state == Attempt.State.SUCCESS,
            "attempts": len(ended),
            "distress": distress,
            "score": ranking.score(attempts=len(ended), distress=distress),
            "finished_at": ended[-1].ended_at or ended[-1].started_at,
        },
    )
