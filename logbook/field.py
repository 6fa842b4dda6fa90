"""The field of a challenge: what every crew made of each stage, and what was to be expected of its deals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from django.db.models import Q, QuerySet

from . import scoring
from .law import Law
from .models import Attempt, Candidate, Challenge, Result, Ruling, Seat, Sitting, Stage
from .scoring import Run

Field = Mapping[int, list[Run]]
"""By stage, what every crew made of it."""


def field_of(challenge: Challenge) -> Field:
    """What the crews made of each stage that counts."""
    return fields_of([challenge])[challenge.pk]


def fields_of(challenges: Collection[Challenge]) -> dict[int, Field]:
    """By challenge, what the crews made of each stage that counts; as many queries for one as for hundreds."""
    void = stages_void(challenges)
    fields: dict[int, dict[int, list[Run]]] = {challenge.pk: {} for challenge in challenges}
    stages = Stage.objects.filter(challenge__in=challenges).order_by("challenge_id", "number")
    for challenge, stage in stages.values_list("challenge_id", "pk"):
        if stage not in void:
            fields[challenge][stage] = []
    for challenge, stage, run in _runs(challenges):
        if stage not in void:
            fields[challenge][stage].append(run)
    return dict(fields)


def stages_void(challenges: Collection[Challenge]) -> set[int]:
    """The stages of these challenges that count for nobody: ruled out whole, or deal by deal."""
    void = _void_deals(challenges)
    laws: dict[int, Law] = defaultdict(Law)
    for challenge, stage, attempt in void:
        if attempt is None:
            laws[challenge].void_stages.add(stage)
        else:
            laws[challenge].void_deals.add((stage, attempt))
    allowed = {one.pk: one.attempts_allowed for one in challenges}
    return {stage for challenge, stage, _attempt in void if laws[challenge].is_void(stage, allowed[challenge])}


def _void_deals(challenges: Collection[Challenge]) -> list[tuple[int, int, int | None]]:
    """Challenge, stage and attempt of each ruling that voids a deal, or a stage (no attempt)."""
    voided = Ruling.objects.filter(challenge__in=challenges, taken_back_at=None, kind=Ruling.Kind.VOID)
    return list(voided.filter(stage__isnull=False).values_list("challenge_id", "stage_id", "attempt"))


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
    """The same, for the stages of several challenges.

    Of the deals that every crew may be dealt: not those added for one alone, nor those that are void.
    """
    allowed = {one.pk: one.attempts_allowed for one in challenges}
    void = {(stage, attempt) for _challenge, stage, attempt in _void_deals(challenges)}
    picked = Candidate.objects.filter(deal__stage__challenge__in=challenges, picked=True).order_by("deal__attempt")
    columns = ("deal__stage__challenge_id", "deal__stage_id", "deal__attempt", "wins", "playouts")
    rates: dict[int, list[float]] = defaultdict(list)
    unrated = set()
    for challenge, stage, attempt, wins, playouts in picked.values_list(*columns):
        if attempt > allowed[challenge] or (stage, attempt) in void:
            continue
        rates[stage].append(wins / playouts if playouts else 0.0)
        unrated |= set() if playouts else {stage}
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


# --- who played


def sat_in(challenges: QuerySet[Challenge]) -> set[tuple[int, int, int]]:
    """Who played in which of these challenges with which crew: keys of player, challenge and crew.

    Online or at a real table; where entries were merged, with the crew whose entry it has become.
    """
    # A seat alone is nothing played: the crew may have met at its own table instead.
    over = Attempt.objects.filter(place=Attempt.Place.ONLINE).exclude(state=Attempt.State.PLAYING)
    of_them = Q(table__stage__challenge__in=challenges)
    online = Seat.objects.filter(of_them, player__isnull=False, table__in=over.filter(of_them).values("table"))
    paper = Sitting.objects.filter(player__isnull=False, attempt__table__stage__challenge__in=challenges)
    here = ("player_id", "table__stage__challenge_id", "table__crew_id")
    there = ("player_id", "attempt__table__stage__challenge_id", "attempt__table__crew_id")
    laws = laws_of_mergers(challenges)
    return {
        (player, challenge, laws[challenge].becomes(crew))
        for player, challenge, crew in (*online.values_list(*here), *paper.values_list(*there))
    }


def laws_of_mergers(challenges: Collection[int] | QuerySet[Challenge]) -> Mapping[int, Law]:
    """By challenge, which crews' entries have become another's."""
    merged = Ruling.objects.filter(challenge__in=challenges, taken_back_at=None, kind=Ruling.Kind.MERGE)
    rulings: dict[int, list[Ruling]] = defaultdict(list)
    for ruling in merged.order_by("pk"):
        rulings[ruling.challenge_id].append(ruling)
    return defaultdict(Law, {challenge: Law.of(own) for challenge, own in rulings.items()})
