"""The field of a challenge: what every crew made of each stage, and what was to be expected of its deals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from . import scoring
from .models import Candidate, Challenge, Result, Ruling
from .scoring import Run

Field = Mapping[int, list[Run]]
"""By stage, what every crew made of it."""


def field_of(challenge: Challenge) -> Field:
    """What the crews made of each stage that counts."""
    voided = Ruling.objects.filter(challenge=challenge, taken_back_at=None, kind=Ruling.Kind.VOID, attempt=None)
    void = set(voided.values_list("stage", flat=True))
    stages = challenge.stages.exclude(pk__in=void).order_by("number").values_list("pk", flat=True)
    field: dict[int, list[Run]] = {stage: [] for stage in stages}
    alone = challenge.policy == Challenge.Policy.BEST_OF
    results = Result.objects.filter(challenge=challenge, crew__isnull=False, stage__in=field).order_by("crew_id")
    for stage, crew, won, score, best in results.values_list("stage_id", "crew_id", "won", "score", "best"):
        field[stage].append(Run(crew, won, (best or 0) if alone else score))
    return field


def rates_of(challenge: Challenge) -> dict[int, list[float]]:
    """By stage, the rates at which bots won its deals in turn; stages whose deals were not rated are left out."""
    picked = Candidate.objects.filter(deal__stage__challenge=challenge, picked=True).order_by("deal__attempt")
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
