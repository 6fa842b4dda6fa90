"""Stage results of a challenge: the field at each stage, and the par of its deals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from django.db.models import Q, QuerySet

from logbook.challenges.active_rulings import active_rulings_by_challenge, void_stages
from logbook.challenges.models.challenges import Candidate, Challenge, Stage
from logbook.challenges.models.rulings import Ruling
from logbook.challenges.outcomes import Outcome
from logbook.leaderboards.models.results import Result
from logbook.seasons.scoring import StageResult
from logbook.tables.models import Attempt, Seat, Sitting

Field = Mapping[int, list[StageResult]]
"""The results of every crew, by stage."""


def field_of(challenge: Challenge) -> Field:
    """Return the crews' results at each stage that counts."""
    return fields_of([challenge])[challenge.pk]


def fields_of(challenges: Collection[Challenge]) -> dict[int, Field]:
    """Return the crews' results by challenge and stage that counts, in a fixed number of queries."""
    void = void_stages(challenges)
    fields: dict[int, dict[int, list[StageResult]]] = {challenge.pk: {} for challenge in challenges}
    stages = Stage.objects.filter(challenge__in=challenges).order_by("challenge_id", "number")
    for challenge, stage in stages.values_list("challenge_id", "pk"):
        if stage not in void:
            fields[challenge][stage] = []
    for challenge, stage, result in _stage_results(challenges):
        if stage not in void:
            fields[challenge][stage].append(result)
    return dict(fields)


def _stage_results(challenges: Collection[Challenge]) -> Iterator[tuple[int, int, StageResult]]:
    """Yield results, each with the keys of its challenge and stage."""
    policies = {challenge.pk: challenge.scoring_policy for challenge in challenges}
    results = Result.objects.filter(challenge__in=challenges, crew__isnull=False).order_by("crew_id")
    columns = ("challenge_id", "stage_id", "crew_id", "won", "attempts", "distress", "best")
    for challenge, stage, crew, *columns_of_result in results.values_list(*columns).iterator():
        outcome = Outcome(*columns_of_result)
        yield challenge, stage, StageResult(crew, outcome.won, policies[challenge].score(outcome) or 0)


def rates_of(challenge: Challenge) -> dict[int, list[float]]:
    """Return the bots' win rates of a challenge's deals in turn, by stage; stages with unrated deals are left out."""
    return rates_by_stage([challenge])


def rates_by_stage(challenges: Collection[Challenge]) -> dict[int, list[float]]:
    """Return the same for the stages of several challenges.

    Only deals that every crew may play count: not those added for one crew, nor void ones.
    """
    most_by_challenge = {one.pk: one.attempts_allowed for one in challenges}
    void = {
        deal
        for rulings in active_rulings_by_challenge(challenges, Ruling.Kind.VOID).values()
        for deal in rulings.void_deals
    }
    candidates = Candidate.objects.filter(deal__stage__challenge__in=challenges, picked=True).order_by("deal__attempt")
    columns = ("deal__stage__challenge_id", "deal__stage_id", "deal__attempt", "wins", "playouts")
    rates: dict[int, list[float]] = defaultdict(list)
    unrated = set()
    for challenge, stage, attempt, wins, playouts in candidates.values_list(*columns):
        if attempt > most_by_challenge[challenge] or (stage, attempt) in void:
            continue
        rates[stage].append(wins / playouts if playouts else 0.0)
        unrated |= set() if playouts else {stage}
    return {stage: own for stage, own in rates.items() if stage not in unrated}


def margin_of(challenge: Challenge, result: StageResult, rates: list[float]) -> float:
    """Return how many attempts fewer than par a crew needed at a stage; below 0 how many more.

    Par is the expected score, given the rates at which our bots won the deals of the stage in turn.
    """
    return challenge.scoring_policy.par(rates) - (result.score if result.won else len(rates) + 1)


# --- who played


def participants_of(challenges: QuerySet[Challenge]) -> set[tuple[int, int, int]]:
    """Return who played in which of these challenges with which crew: keys of player, challenge and crew.

    It covers online and real tables; where entries were merged, the crew is the one whose entry remains.
    """
    # A seat alone does not count as playing: the crew may have met at its own table instead.
    over = Attempt.objects.filter(place=Attempt.Place.ONLINE).exclude(state=Attempt.State.PLAYING)
    of_them = Q(table__stage__challenge__in=challenges)
    online = Seat.objects.filter(of_them, player__isnull=False, table__in=over.filter(of_them).values("table"))
    paper = Sitting.objects.filter(player__isnull=False, attempt__table__stage__challenge__in=challenges)
    columns = ("player_id", "table__stage__challenge_id", "table__crew_id")
    participant_columns = ("player_id", "attempt__table__stage__challenge_id", "attempt__table__crew_id")
    rulings = active_rulings_by_challenge(challenges, Ruling.Kind.MERGE)
    return {
        (player, challenge, rulings[challenge].merged_into(crew))
        for player, challenge, crew in (*online.values_list(*columns), *paper.values_list(*participant_columns))
    }
