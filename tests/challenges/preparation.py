"""A deal is proven, rated and prepared once in a process. It follows from seeds, so later tests have the same."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

import games
from games.crew.solver import Budget, Certificate, Verdict, certify
from logbook.challenges import difficulty
from logbook.challenges.models.challenges import Candidate, Deal
from logbook.challenges.services import certification, challenges

Row = dict[str, Any]

prepare_step_by_step = challenges.prepare_challenge
STATE = ("seed", "state", "steps")
TRIED = ("number", "certificate", "random_share", "playouts", "rated_by", "wins", "rejected", "picked")
CODE = [(module, name, value) for module in (certification, difficulty) for name, value in vars(module).items()]

prepared: dict[str, tuple[Row, list[Row]]] = {}
"""A prepared deal and its candidates, by all that they follow from."""


def certify_once(state: games.State, budget: Budget) -> tuple[Verdict, Certificate | None]:
    """Prove a deal. The solver counts its effort, so it finds the same each time."""
    return _certified(state.setup, budget)


@cache
def _certified(setup: games.Setup, budget: Budget) -> tuple[Verdict, Certificate | None]:
    return certify(games.deal(setup), budget)


def prepare_challenge(*, challenge_id: int) -> None:
    """Copy the deals that this process has prepared before; the site prepares the others."""
    if _is_patched():
        prepare_step_by_step(challenge_id=challenge_id)
        return
    certification.lay_out_deals(challenge_id=challenge_id)
    for deal in _deals(challenge_id).filter(state=Deal.State.PREPARING, steps=0, starts=0):
        _copy(deal)
    prepare_step_by_step(challenge_id=challenge_id)
    for deal in _deals(challenge_id).exclude(state=Deal.State.PREPARING).exclude(steps=0):
        if _key(deal) not in prepared:
            prepared[_key(deal)] = _row(deal, STATE), [_row(one, TRIED) for one in deal.candidates.order_by("number")]


def _is_patched() -> bool:
    """True if the test has changed how deals are prepared."""
    if vars(certification)["certify"] is not certify_once:
        return True
    return any(vars(module)[name] is not value for module, name, value in CODE if name != "certify")


def _deals(challenge_id: int) -> QuerySet[Deal]:
    """Return the deals that begin as every deal does."""
    deals = Deal.objects.filter(stage__challenge=challenge_id, most_candidates=certification.MOST_CANDIDATES)
    return deals.select_related("stage__challenge")


def _key(deal: Deal) -> str:
    challenge, stage = deal.stage.challenge, deal.stage
    rating = (challenge.difficulty, challenge.playouts, challenge.bot)
    wishes = (challenge.base_seed, challenge.players, challenge.options, *rating)
    budget = (settings.CERTIFY_NODES, settings.CERTIFY_CONFLICTS, settings.RATING_RANDOM_ROUNDS)
    is_extra = deal.attempt > challenge.attempts_allowed
    return repr((wishes, budget, stage.number, stage.game, stage.mission, deal.attempt, is_extra))


def _copy(deal: Deal) -> None:
    if _key(deal) in prepared:
        state, tried = prepared[_key(deal)]
        Deal.objects.filter(pk=deal.pk).update(**state, moved_at=timezone.now())
        Candidate.objects.bulk_create(Candidate(deal=deal, **one) for one in tried)


def _row(stored: Deal | Candidate, columns: tuple[str, ...]) -> Row:
    return {column: getattr(stored, column) for column in columns}
