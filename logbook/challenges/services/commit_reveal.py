"""Services of commit and reveal: commit to a secret, collect contributions, mix the seed, open the seal.

`games/commit_reveal.py` describes the computation, and why it binds every side.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from django.db import IntegrityError, transaction
from django.utils import timezone

import games
from games import commit_reveal
from games.bots import bots_of
from logbook.challenges import difficulty
from logbook.challenges.exceptions import DealsSealed, SeedContributedAlready, SeedContributionsClosed
from logbook.challenges.models.challenges import Candidate, Challenge, Deal, SeedContribution
from logbook.challenges.services.certification import hands_of, picked_candidates
from logbook.people.models.players import Player

State = Challenge.State


def commit_seed(challenge: Challenge, stages: Sequence[tuple[str, str]]) -> None:
    """Set the commitment, the facts and the secret of a new challenge; the caller saves it."""
    challenge.facts = _facts(challenge, stages)
    challenge.commitment = commit_reveal.commitment(challenge.facts, challenge.secret)
    challenge.state = State.COLLECTING_SEEDS
    challenge.save()


def _facts(challenge: Challenge, stages: Sequence[tuple[str, str]]) -> list[str]:
    until = _moment(challenge.contributions_until) if challenge.contributions_until else "nobody was asked"
    return [
        f"club: {challenge.club.slug}",
        f"opens: {_moment(challenge.opens_at)}",
        f"stirred until: {until}",
        f"players: {challenge.players}",
        f"options: {challenge.options}",
        f"attempts: {challenge.policy} {challenge.attempts_allowed}",
        *_of_its_kind(challenge, stages),
        *(f"stage {number}: {game} {mission}" for number, (game, mission) in enumerate(stages, start=1)),
    ]


def _of_its_kind(challenge: Challenge, stages: Sequence[tuple[str, str]]) -> list[str]:
    """Return the facts that only missions, or only races, have: the choice of deals, who races; and the bots."""
    bots = [bots_fact(challenge.bot, stages[0][0])] if challenge.bot else []
    if not challenge.kind.is_proven:
        return [f"rivals: {challenge.rivals}", *bots]
    return [f"difficulty: {challenge.difficulty}", f"candidates: at most {difficulty.MOST_EVER}", *bots]


def bots_fact(bot: str, game: str) -> str:
    """Return the fact of the bots that play with people, and of the version that chooses their cards today."""
    return f"bots: {bots_of(game)[bot].slug_and_version}"


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def contribute_entropy(*, challenge: Challenge, player: Player, words: str) -> SeedContribution:
    """Add a member's words. Raises SeedContributionsClosed, SeedContributedAlready."""
    with transaction.atomic():
        # The seed is mixed under the same lock, so a contribution is either part of the seed or refused.
        locked = Challenge.objects.select_for_update().get(pk=challenge.pk)
        if (
            locked.state != State.COLLECTING_SEEDS
            or locked.contributions_until is None
            or timezone.now() >= locked.contributions_until
        ):
            raise SeedContributionsClosed
        try:
            with transaction.atomic():
                return SeedContribution.objects.create(challenge=locked, player=player, name=player.name, words=words)
        except IntegrityError as error:
            raise SeedContributedAlready from error


@transaction.atomic
def derive_seed(*, challenge_id: int) -> bool:
    """Derive the seed from the secret and all contributions, and start preparation. True if this call did so."""
    locked = Challenge.objects.select_for_update().filter(pk=challenge_id, state=State.COLLECTING_SEEDS).first()
    if locked is None:
        return False
    contributions = list(locked.seed_contributions.order_by("pk").values_list("name", "words"))
    locked.base_seed, locked.state = commit_reveal.base_seed(locked.secret, contributions), State.PREPARING
    locked.save(update_fields=["base_seed", "state"])
    return True


def reveal_seal(challenge: Challenge) -> dict[str, object]:
    """Return everything that checks a finished challenge, for `games.commit_reveal.check`. Raises DealsSealed."""
    if not challenge.is_over:
        raise DealsSealed
    return {
        "seal": commit_reveal.NAME,
        "title": challenge.title,
        "facts": challenge.facts,
        "secret": challenge.secret,
        "commitment": challenge.commitment,
        "words": [list(pair) for pair in challenge.seed_contributions.order_by("pk").values_list("name", "words")],
        "seed": challenge.base_seed,
        "cancelled": challenge.state == State.CANCELLED,
        "deals": _deals(challenge),
    }


def _deals(challenge: Challenge) -> list[dict[str, object]]:
    if not challenge.kind.is_proven:
        return _races(challenge)
    candidates_by_deal = _tried_candidates(challenge)
    return [
        {
            "stage": candidate.deal.stage.number,
            "attempt": candidate.deal.attempt,
            "candidate": candidate.number,
            "tried": candidates_by_deal[candidate.deal_id],
            "hands": hands_of(candidate),
            "line": candidate.certificate["line"],
        }
        for candidate in picked_candidates(challenge)
        if candidate.certificate
    ]


def _races(challenge: Challenge) -> list[dict[str, object]]:
    """Return the public starting position of each race."""
    deals = Deal.objects.filter(stage__challenge=challenge).select_related("stage").order_by("stage__number", "attempt")
    return [
        {
            "stage": deal.stage.number,
            "attempt": deal.attempt,
            "table": commit_reveal.race_table(
                games.Setup(deal.stage.game, deal.stage.mission, challenge.players, deal.seed)
            ),
        }
        for deal in deals
    ]


def _tried_candidates(challenge: Challenge) -> dict[int, list[str]]:
    """Return the results of each deal's candidates, in order."""
    by_deal: dict[int, list[str]] = {}
    rows = Candidate.objects.filter(deal__stage__challenge=challenge).order_by("deal_id", "number")
    for deal, is_picked, rejected in rows.values_list("deal_id", "picked", "rejected"):
        by_deal.setdefault(deal, []).append(commit_reveal.DEALT if is_picked else rejected or "not needed")
    return by_deal
