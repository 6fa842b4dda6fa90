"""The field of a challenge: what every crew made of each stage, and what was to be expected of its deals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from . import scoring
from .models import Candidate, Challenge, Result, Ruling, Stage
from .scoring import Run

Field = Mapping[int, list[Run]]
"""By stage, what every crew made of it."""


def field_of(challenge: Challenge) -> Field:
    """What the crews made of each stage that counts."""
    return fields_of([challenge])[challenge.pk]


def fields_of(challenges: Collection[Challenge]) -> dict[int, Field]:
    """By challenge, what the crews made of each stage that counts; as many queries for one as for hundreds."""
    voided = Ruling.objects.filter(challenge__in=challenges, taken_back_at=None, kind=Ruling.Kind.VOID, attempt=None)
    void = set(voided.values_list("stage", flat=True))
    fields: dict[int, dict[int, list[Run]]] = {challenge.pk: {} for challenge in challenges}
    stages = Stage.objects.filter(challenge__in=challenges).order_by("challenge_id", "number")
    for challenge, stage in stages.values_list("challenge_id", "pk"):
        if stage not in void:
            fields[challenge][stage] = []
    for challenge, stage, run in _runs(challenges):
        if stage not in void:
            fields[challenge][stage].append(run)
    return dict(fields)


def _runs(challenges: Collection[Challenge]) -> Iterator[tuple[int, int, Run]]:
    """With the challenge and the stage of each."""
    alone = {challenge.pk for challenge in challenges if challenge.policy == Challenge.Policy.BEST_OF}
    results = Result.objects.filter(challenge__in=challenges, crew__isnull=False).order_by("crew_id")
    columns = ("challenge_id", "stage_id", "crew_id", "won", "score", "best")
    for challenge, stage, crew, won, score, best in results.values_list(*columns).iterator():
        yield challenge, stage, Run(crew, won, (best or 0) if challenge in alone else score)


def rates_of(challenge: Challenge) -> dict[int, list[float]]:
    """By stage, the rates at which bots won its deals in turn; stages whose deals were not rated are left out."""
    return rates_in([challenge])


def rates_in(challenges: Collection[Challenge]) -> dict[int, list[float]]:
    """The same, for the stages of several challenges."""
    picked = Candidate.objects.filter(deal__stage__challenge__in=challenges, picked=True).order_by("deal__attempt")
    rows = list(picked.values_list("deal__stage_id", "wins", "playouts"))
    rates: dict[int, list[float]] = defaultdict(list)
    for stage, wins, playouts in rows:
        rates[stage].append(wins / playouts if playouts else 0.0)
    unrated = {stage for stage, _, playouts in rows if not playouts}
    return {stage: own for stage, own in rates.items() if stage not in unrated}


def par_of(challenge: Challenge, rates: Iterable[float]) -> float:
    """The score to be expected at a stage; where the best of several counts, a win at any of them scores 1."""
    own = list(rates)
    if challenge.policy != Challenge.Policy.BEST_OF:
        return scoring.par(own)
    never = 1.0
    for rate in own:
        never *= 1 - rate
    return 1 - never + (len(own) + 1) * never


def margin_of(challenge: Challenge, run: Run, rates: list[float]) -> float:
    """How much better than par a crew did at a stage."""
    return par_of(challenge, rates) - (run.score if run.won else len(rates) + 1)
