"""Selectors of preparation: the progress and difficulty of a challenge's deals, without their cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from games.crew.rating import Rating
from logbook.challenges import difficulty
from logbook.challenges.models.challenges import Candidate, Challenge, Deal, Stage

Doing = Literal["waiting", "proving", "rating", "ready", "impossible"]
Reason = Candidate.Reason
MOST_ROWS = 60


@dataclass(frozen=True, slots=True)
class Hardness:
    """The difficulty of a deal, by the bots that have played it."""

    label: str
    """The difficulty label; empty where no bot has played."""
    wins: int
    rounds: int
    low: int
    high: int
    """The upper bound of the true win rate, in hundredths, almost certainly."""
    by_chance: float | None
    """The win rate of random play, in hundredths."""
    missed: str
    """The reason why it misses the chosen difficulty, where it is only the nearest."""

    @classmethod
    def of(cls, candidate: Candidate) -> Hardness:
        """Return a candidate's rating as a difficulty."""
        rating = Rating(candidate.wins, candidate.playouts)
        label = difficulty.label_of(rating)
        low, high = rating.interval
        share = candidate.random_share
        return cls(
            label=str(Challenge.Difficulty(label).label) if label else "",
            wins=rating.wins,
            rounds=rating.rounds,
            low=round(100 * low),
            high=round(100 * high),
            by_chance=None if share is None else round(100 * share, 1),
            missed=str(Reason(candidate.rejected).label) if candidate.rejected else "",
        )


@dataclass(frozen=True, slots=True)
class DealRow:
    """A sealed deal of a stage and its difficulty; None for a deal from before certification."""

    attempt: int
    hardness: Hardness | None
    known: bool
    """The reader may see its cards."""
    is_visible: bool
    """The reader may know its difficulty."""


@dataclass(frozen=True, slots=True)
class RejectedCandidates:
    """Candidates rejected for one reason, with the bots' win rates where these are the reason."""

    reason: str
    label: str
    number: int
    results: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class DealProgress:
    """The progress of one deal."""

    attempt: int
    doing: Doing
    number: int
    """The current or last candidate."""
    rejected: tuple[RejectedCandidates, ...]
    hardness: Hardness | None
    """The hardness of the current candidate, or of the picked one."""


@dataclass(frozen=True, slots=True)
class StageProgress:
    """The progress of a stage's deals."""

    stage: Stage
    ready: int
    total: int
    deals: tuple[DealProgress, ...]
    """Only the unready ones, where there are very many."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a challenge's preparation; stage by stage for its organizers alone."""

    number: int
    """The last announced number: a page with another one is outdated."""
    ready: int
    impossible: int
    total: int
    stages: tuple[StageProgress, ...]

    @property
    def done(self) -> int:
        """The number of deals whose work has ended."""
        return self.ready + self.impossible


def progress_of(challenge: Challenge, stages: Sequence[Stage], *, in_detail: bool) -> Progress:
    """Return the progress, in two queries."""
    deals = list(Deal.objects.filter(stage__challenge=challenge).order_by("stage", "attempt"))
    candidates = Candidate.objects.filter(deal__stage__challenge=challenge).defer("certificate").order_by("number")
    candidates_by_deal = _by_deal(candidates) if in_detail else {}
    return Progress(
        number=sum(deal.steps for deal in deals) + (challenge.state != Challenge.State.PREPARING),
        ready=sum(deal.state == Deal.State.READY for deal in deals),
        impossible=sum(deal.state == Deal.State.IMPOSSIBLE for deal in deals),
        total=len(stages) * challenge.attempts_allowed,
        stages=tuple(_stage_progress(stage, deals, candidates_by_deal) for stage in stages) if in_detail else (),
    )


def _by_deal(candidates: Iterable[Candidate]) -> dict[int, list[Candidate]]:
    by_deal = defaultdict(list)
    for candidate in candidates:
        by_deal[candidate.deal_id].append(candidate)
    return by_deal


def _stage_progress(
    stage: Stage, deals: Sequence[Deal], candidates_by_deal: Mapping[int, Sequence[Candidate]]
) -> StageProgress:
    own = [deal for deal in deals if deal.stage_id == stage.pk]
    unready = [deal for deal in own if deal.state != Deal.State.READY]
    deals_listed = own if len(deals) <= MOST_ROWS else [deal for deal in unready if deal.steps or deal.starts]
    rows = tuple(_deal_progress(deal, candidates_by_deal.get(deal.pk, ())) for deal in deals_listed)
    return StageProgress(stage, len(own) - len(unready), len(own), rows)


def _deal_progress(deal: Deal, candidates: Sequence[Candidate]) -> DealProgress:
    candidate = next((one for one in candidates if one.picked), None)
    candidate = candidate or next((one for one in candidates if not one.rejected), None)
    return DealProgress(
        attempt=deal.attempt,
        doing=_activity(deal, candidate),
        number=candidate.number if candidate else len(candidates) + (deal.state == Deal.State.PREPARING),
        rejected=rejected_of([one for one in candidates if one is not candidate]),
        hardness=Hardness.of(candidate) if candidate else None,
    )


def _activity(deal: Deal, candidate: Candidate | None) -> Doing:
    if deal.state != Deal.State.PREPARING:
        return "ready" if deal.state == Deal.State.READY else "impossible"
    if candidate is not None:
        return "rating"
    return "proving" if deal.steps or deal.starts else "waiting"


def rejected_of(candidates: Sequence[Candidate]) -> tuple[RejectedCandidates, ...]:
    """Group these candidates by the reason of their rejection."""
    groups = {reason: [one for one in candidates if one.rejected == reason] for reason in Reason.values}
    return tuple(
        RejectedCandidates(reason, str(Reason(reason).label), len(group), _results(group))
        for reason, group in groups.items()
        if group
    )


def _results(candidates: Iterable[Candidate]) -> tuple[tuple[int, int], ...]:
    return tuple((one.wins, one.playouts) for one in candidates if one.playouts)


def sealed_deals(
    challenge: Challenge, visible_deals: Collection[tuple[int, int]], *, all_visible: bool
) -> dict[int, tuple[DealRow, ...]]:
    """Return each stage's ready deals by its key, with the difficulty of those that the reader may know.

    Those are the deals in `known`, and with `all_visible` all: then none of the reader's crews plays any of them.
    """
    deals = Deal.objects.filter(stage__challenge=challenge, state=Deal.State.READY).order_by("stage", "attempt")
    picked_candidates = Candidate.objects.filter(deal__stage__challenge=challenge, picked=True).defer("certificate")
    hardness = {candidate.deal_id: Hardness.of(candidate) for candidate in picked_candidates}
    rows: dict[int, list[DealRow]] = defaultdict(list)
    for deal in deals.only("stage", "attempt"):
        is_visible = challenge.is_over or (deal.stage_id, deal.attempt) in visible_deals
        visible_hardness = hardness.get(deal.pk) if is_visible or all_visible else None
        rows[deal.stage_id].append(DealRow(deal.attempt, visible_hardness, is_visible, is_visible or all_visible))
    return {stage: tuple(of_stage) for stage, of_stage in rows.items()}
