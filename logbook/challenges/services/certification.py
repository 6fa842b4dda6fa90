"""Services of certification: prove each candidate winnable, rate it, and pick or reject it.

Attempt `k` at stage `s` tries the seeds `base/s/k/1`, `base/s/k/2` … The work has small steps, and each is stored: the
verdict on a candidate, then some rounds of bots at a time. A step's result follows from the seeds and the bots' version
alone, so a repeated step has the same result, and the deal's number lets only the first one store it. A killed worker
loses one step.
"""

from __future__ import annotations

from dataclasses import asdict
from datetime import timedelta
from random import Random

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

import games
from games import commit_reveal
from games.bots import bots_of
from games.crew.rating import RATING_BOT, Rating, bots_win, random_share
from games.crew.solver import Budget, Certificate, Lost, certify
from logbook.challenges import difficulty, signals
from logbook.challenges.models.challenges import Candidate, Challenge, Deal, Stage, progress_number
from logbook.lib import announcements, leases, queue
from logbook.tables.exceptions import NothingToRetry
from logbook.tables.missions import options_of

Reason = Candidate.Reason

MOST_CANDIDATES = 40
"""Seeds tried for a deal, until the organizer asks for more."""
MOST_RATED = 12
"""Winnable candidates rated before the nearest is taken: rating takes most of the time."""
ROUNDS_A_STEP = 2
"""The rounds of a step: so few that the bots of tables, in the same queue, don't visibly wait."""
BUSY_FOR = timedelta(seconds=30)
"""The time for which a started step is left to its worker. A longer step may be repeated, to no effect."""
FORGOTTEN_AFTER = timedelta(seconds=30)
MOST_STARTED_STEPS = 6
"""A candidate with so many dead workers is given up: it counts as undecided."""


# --- what there is to do


def lay_out_deals(*, challenge_id: int) -> list[tuple[int, int]]:
    """Create the rows of a challenge's deals; return those without a worker that need preparation, with their numbers.

    Idempotent.
    """
    challenge = Challenge.objects.filter(pk=challenge_id, state=Challenge.State.PREPARING).first()
    if challenge is None:
        return []
    Deal.objects.bulk_create(
        (
            _unproven(stage, attempt) if challenge.kind.is_proven else _raced(stage, attempt)
            for stage in challenge.stages.select_related("challenge")
            for attempt in range(1, challenge.attempts_allowed + 1)
        ),
        ignore_conflicts=True,
    )
    return _numbers(_unready_deals(challenge_id).filter(_free_slots()))


def _unproven(stage: Stage, attempt: int) -> Deal:
    return Deal(stage=stage, attempt=attempt, most_candidates=MOST_CANDIDATES)


def _raced(stage: Stage, attempt: int) -> Deal:
    """Return the seed of a race, which needs no proof: the first seed."""
    seed = commit_reveal.race_seed(stage.challenge.base_seed, stage.number, attempt)
    return Deal(stage=stage, attempt=attempt, most_candidates=0, state=Deal.State.READY, seed=seed)


def begin_deals(*, challenge_id: int) -> None:
    """Queue the preparation of a challenge whose seed has just been mixed."""
    lay_out_deals(challenge_id=challenge_id)
    queue.send("challenges.prepare_challenge", challenge_id)


def picked_candidates(challenge: Challenge) -> list[Candidate]:
    """Return the candidate of each deal of a challenge, in order."""
    candidates = Candidate.objects.filter(deal__stage__challenge=challenge, picked=True)
    return list(candidates.select_related("deal__stage__challenge").order_by("deal__stage__number", "deal__attempt"))


def hands_of(candidate: Candidate) -> list[list[str]]:
    """Return the hands that the candidate deals to the players."""
    state = games.deal(setup_of(candidate))
    return [list(state.view(seat)["hand"]) for seat in range(state.setup.players)]


def stalled_deals(*, challenge_id: int) -> list[tuple[int, int]]:
    """Return the deals whose worker has died, with their numbers; all waiting deals, once nothing moves for a while.

    As long as anything moves, waiting deals are probably just behind others in the queue.
    """
    unready, now = _unready_deals(challenge_id), timezone.now()
    moving = unready.filter(~leases.before("moved_at", now - FORGOTTEN_AFTER) | ~_free_slots())
    return _numbers(unready.filter(_free_slots(), ~Q(busy_until=None)) if moving.exists() else unready)


def _unready_deals(challenge_id: int) -> QuerySet[Deal]:
    return Deal.objects.filter(stage__challenge=challenge_id, state=Deal.State.PREPARING)


def _free_slots() -> Q:
    """The deals without a worker, or whose worker has died."""
    return leases.is_expired("busy_until", BUSY_FOR)


def _numbers(deals: QuerySet[Deal]) -> list[tuple[int, int]]:
    return list(deals.order_by("attempt", "stage__number").values_list("pk", "steps"))


# --- one step


def prepare_deal_step(*, deal_id: int, steps: int, again: bool = False) -> int | None:
    """Do the next step of a deal at number `steps`; return its new number, or None if no work is left.

    A late call does nothing, nor does a call while another worker is at this step. `again` says that the other worker
    is dead.
    """
    deal = _lock_deal(deal_id, steps, again=again)
    if deal is None:
        return None
    candidate = _at_hand(deal)
    if candidate is None and _is_preparing(deal):
        # The challenge runs and a crew waits for this deal: no organizer needs to ask for more candidates.
        deal.most_candidates += MOST_CANDIDATES
    elif candidate is None:
        deal.state = Deal.State.IMPOSSIBLE
    else:
        _look_at(deal, candidate)
    if not _stored_candidate(deal, candidate):
        return None
    finish_preparation(challenge_id=deal.stage.challenge_id)
    return deal.steps if deal.state == Deal.State.PREPARING else None


def _lock_deal(deal_id: int, steps: int, *, again: bool) -> Deal | None:
    """Return the deal, its step claimed for this worker; None if another worker has it, or it is done."""
    now = timezone.now()
    deals = Deal.objects.exclude(stage__challenge__state__in=Challenge.OVER)
    deal = deals.filter(pk=deal_id, steps=steps, state=Deal.State.PREPARING)
    free = deal if again else deal.filter(_free_slots())
    if not free.update(busy_until=now + BUSY_FOR, starts=F("starts") + 1):
        return None
    return deal.select_related("stage__challenge").first()


def _is_preparing(deal: Deal) -> bool:
    """True if more candidates are tried unasked: for a deal of an extra attempt."""
    added = deal.attempt > deal.stage.challenge.attempts_allowed
    return added and deal.most_candidates < difficulty.MOST_EVER


def _at_hand(deal: Deal) -> Candidate | None:
    """Return the current or next candidate; after the last, the winnable one nearest to the chosen difficulty."""
    candidates = list(deal.candidates.order_by("number"))
    if candidates and not candidates[-1].rejected:
        return candidates[-1]
    proven = [candidate for candidate in candidates if candidate.certificate]
    if len(candidates) < min(deal.most_candidates, difficulty.MOST_EVER) and len(proven) < MOST_RATED:
        return Candidate(deal=deal, number=len(candidates) + 1)
    wanted_difficulty = deal.stage.challenge.difficulty
    return min(proven, key=lambda one: (difficulty.distance(_rating(one), wanted_difficulty), one.number), default=None)


def _look_at(deal: Deal, candidate: Candidate) -> None:
    """Prove the candidate, or rate it further; then pick it, reject it, or leave it for the next step."""
    challenge, nearest = deal.stage.challenge, bool(candidate.rejected)
    if deal.starts > MOST_STARTED_STEPS:
        candidate.certificate, candidate.rejected = None, Reason.UNKNOWN
    elif candidate.certificate is None:
        _prove(deal, candidate)
    elif candidate.playouts < challenge.playouts:
        _rate(deal, candidate)
    if not candidate.certificate:
        return
    rated = candidate.playouts >= challenge.playouts
    if rated or not nearest:
        candidate.rejected = difficulty.fault_of(_rating(candidate), challenge.difficulty, challenge.playouts)
    if rated and (nearest or not candidate.rejected):
        candidate.picked = True
        deal.state, deal.seed = Deal.State.READY, setup_of(candidate).seed


def _prove(deal: Deal, candidate: Candidate) -> None:
    state = games.deal(setup_of(candidate))
    budget = Budget(nodes=settings.CERTIFY_NODES, conflicts=settings.CERTIFY_CONFLICTS)
    verdict, certificate = certify(state, budget)
    if certificate is None:
        candidate.rejected = Reason.LOST if isinstance(verdict, Lost) else Reason.UNKNOWN
        return
    candidate.certificate = _certificate_facts(certificate, budget)
    if not deal.stage.challenge.playouts:
        return
    chance = Random(f"{state.setup.seed}/random")  # noqa: S311 - no secret: a repeated step must find the same
    candidate.random_share = random_share(state, settings.RATING_RANDOM_ROUNDS, chance)


def _certificate_facts(certificate: Certificate, budget: Budget) -> dict[str, object]:
    """Return the certificate as stored: its winning line is a record's actions."""
    return asdict(certificate) | {"line": [str(action) for action in certificate.line], "budget": asdict(budget)}


def _rate(deal: Deal, candidate: Candidate) -> None:
    """Play some more rounds. A rating that another version of the bot began starts again."""
    bot = deal.stage.challenge.bot or RATING_BOT
    rater = bots_of(deal.stage.game)[bot].slug_and_version
    if candidate.rated_by != rater:
        candidate.rated_by, candidate.wins, candidate.playouts = rater, 0, 0
    until = min(candidate.playouts + ROUNDS_A_STEP, deal.stage.challenge.playouts)
    rounds = range(candidate.playouts, until)
    candidate.wins += bots_win(games.deal(setup_of(candidate)), rounds, bot)
    candidate.playouts = until


def _rating(candidate: Candidate) -> Rating:
    return Rating(candidate.wins, candidate.playouts)


def setup_of(candidate: Candidate) -> games.Setup:
    """Return the candidate's setup. It holds the seed."""
    stage = candidate.deal.stage
    challenge = stage.challenge
    seed = f"{challenge.base_seed}/{stage.number}/{candidate.deal.attempt}/{candidate.number}"
    return games.Setup(stage.game, stage.mission, challenge.players, seed, options_of(stage.game, challenge.options))


def _stored_candidate(deal: Deal, candidate: Candidate | None) -> bool:
    """Store the step's result, unless another worker was first, or the challenge is gone."""
    before, deal.steps = deal.steps, deal.steps + 1
    deal.starts, deal.busy_until, deal.moved_at = 0, None, timezone.now()
    columns = ("steps", "starts", "busy_until", "moved_at", "state", "seed", "most_candidates")
    with transaction.atomic():
        ours = Deal.objects.filter(pk=deal.pk, steps=before)
        if not ours.update(**{column: getattr(deal, column) for column in columns}):
            return False
        if candidate is not None:
            candidate.save()
    return True


# --- the whole challenge


def finish_preparation(*, challenge_id: int) -> None:
    """Once no deal is in preparation, schedule the challenge or mark it failed. Exactly one call does so."""
    deals = Deal.objects.filter(stage__challenge=challenge_id)
    states = set(deals.values_list("state", flat=True))
    if states and Deal.State.PREPARING not in states:
        failed = Deal.State.IMPOSSIBLE in states
        preparing = Challenge.objects.filter(pk=challenge_id, state=Challenge.State.PREPARING)
        if preparing.update(state=Challenge.State.FAILED if failed else Challenge.State.SCHEDULED):
            _announce_preparation(challenge_id, failed=failed)
    announcements.announce(challenge_id, progress_number(challenge_id), kind=announcements.CHALLENGE)


def _announce_preparation(challenge_id: int, *, failed: bool) -> None:
    if failed:
        challenge = Challenge.objects.select_related("club").get(pk=challenge_id)
        signals.challenge_unprepared.send(sender=Challenge, challenge=challenge)
    else:
        queue.send("challenges.open_and_close_due")


@transaction.atomic
def retry_preparation(*, challenge: Challenge) -> None:
    """Try as many candidates again for each deal of a failed challenge that has none. Raises NothingToRetry."""
    failed = Challenge.objects.filter(pk=challenge.pk, state=Challenge.State.FAILED)
    if not failed.update(state=Challenge.State.PREPARING):
        raise NothingToRetry
    Deal.objects.filter(stage__challenge=challenge, state=Deal.State.IMPOSSIBLE).update(
        state=Deal.State.PREPARING,
        most_candidates=F("most_candidates") + MOST_CANDIDATES,
        steps=F("steps") + 2,  # One more than the challenge's number loses now that preparation goes on.
        moved_at=timezone.now(),
    )
    queue.later("challenges.prepare_challenge", challenge.pk)
