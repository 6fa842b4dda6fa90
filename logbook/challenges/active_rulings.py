"""The rulings in force, of one challenge or of many."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping

from django.db.models import QuerySet

from logbook.challenges.models.challenges import Challenge
from logbook.challenges.models.rulings import Ruling
from logbook.challenges.outcomes import ActiveRulings


def active_rulings_of(challenge_id: int) -> ActiveRulings:
    """Return the rulings in force of a challenge."""
    return ActiveRulings.of(Ruling.objects.in_force().filter(challenge=challenge_id))


def active_rulings_by_challenge(
    challenges: Collection[int] | Collection[Challenge] | QuerySet[Challenge], *kinds: Ruling.Kind
) -> Mapping[int, ActiveRulings]:
    """Return the rulings in force of these kinds by challenge, in a fixed number of queries."""
    rulings: dict[int, list[Ruling]] = defaultdict(list)
    for ruling in Ruling.objects.in_force().filter(challenge__in=challenges, kind__in=kinds):
        rulings[ruling.challenge_id].append(ruling)
    return defaultdict(ActiveRulings, {challenge: ActiveRulings.of(own) for challenge, own in rulings.items()})


def active_rulings_at(stages: Collection[int]) -> ActiveRulings:
    """Return the rulings in force on deals and results at these stages, of any challenge."""
    kinds = (Ruling.Kind.VOID, Ruling.Kind.CORRECT)
    return ActiveRulings.of(Ruling.objects.in_force().filter(stage__in=stages, kind__in=kinds))


def void_stages(challenges: Collection[Challenge]) -> set[int]:
    """Return the void stages of these challenges: ruled out as a whole, or deal by deal."""
    most_by_challenge = {one.pk: one.attempts_allowed for one in challenges}
    void = set()
    for challenge, rulings in active_rulings_by_challenge(challenges, Ruling.Kind.VOID).items():
        touched = rulings.void_stages | {stage for stage, _attempt in rulings.void_deals}
        void |= {stage for stage in touched if rulings.is_void(stage, most_by_challenge[challenge])}
    return void
