"""Selector of the pages that a closed challenge's stages lead to: traveller, tree and comparison of each deal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, Min, OuterRef, Q, Subquery

from logbook.challenges.models.challenges import Challenge, Stage
from logbook.rounds.text import game_name, mission_title
from logbook.tables.models import Attempt
from logbook.travellers.models import TravellerLine


@dataclass(frozen=True, slots=True)
class DealPages:
    """A deal that was played: its attempts, and the two that its comparison opens with.

    `lines` are those that its tree can show, one of a crew: a tree needs two.
    """

    attempt: int
    played: int
    lines: int
    pair: tuple[int, int] | None
    """A won attempt and one that was not; two that differ where all ended alike. None where all are the same."""


@dataclass(frozen=True, slots=True)
class StagePages:
    """A stage with the deals that were played."""

    stage: Stage
    title: str
    deals: tuple[DealPages, ...]


def stage_pages(challenge: Challenge, stages: Sequence[Stage]) -> tuple[StagePages, ...]:
    """Return the stages of a challenge that is over with their deals; nothing before its end."""
    if not challenge.is_over:
        return ()
    deals = _deals(challenge)
    return tuple(
        StagePages(stage, f"{game_name(stage.game)}, {mission_title(stage.mission)}", tuple(deals.get(stage.pk, ())))
        for stage in stages
    )


def _deals(challenge: Challenge) -> Mapping[int, list[DealPages]]:
    """Return the deals of each stage by its key. A win and a loss always differ; lines that ended alike may not."""
    rows = list(_summaries(challenge))
    alike = [row["first"] for row in rows if row["won"] is None or row["lost"] is None]
    others = _differing(alike) if challenge.kind.has_tricks else {}
    found: dict[int, list[DealPages]] = defaultdict(list)
    for row in rows:
        other = others.get(row["first"]) if challenge.kind.has_tricks else row["last"]
        pair = _pair(row["won"], row["lost"]) or _pair(row["first"], other)
        found[row["table__stage"]].append(DealPages(row["number"], row["played"], row["lines"], pair))
    return found


def _summaries(challenge: Challenge) -> Iterable[Mapping[str, Any]]:
    """Return the figures of each deal; `first` and `last` are the first and last attempt that is known."""
    ended = Attempt.objects.filter(table__stage__challenge=challenge).exclude(state=Attempt.State.PLAYING)
    known = Q(state__in=(Attempt.State.SUCCESS, Attempt.State.FAILURE))
    if challenge.kind.has_tricks:
        known = Q(traveller_line__isnull=False) & ~Q(traveller_line__positions=b"")
    return (
        ended.order_by("table__stage", "number")
        .values("table__stage", "number")
        .annotate(
            played=Count("pk"),
            lines=Count("pk", filter=known & Q(traveller_line__is_later=False)),
            won=Min("pk", filter=known & Q(state=Attempt.State.SUCCESS)),
            lost=Min("pk", filter=known & ~Q(state=Attempt.State.SUCCESS)),
            first=Min("pk", filter=known),
            last=Max("pk", filter=known),
        )
    )


def _differing(firsts: Iterable[int | None]) -> Mapping[int, int | None]:
    """Return for each of these attempts the first one on its deal whose line has other positions, if any."""
    chosen = TravellerLine.objects.filter(attempt__in=[first for first in firsts if first is not None])
    others = TravellerLine.objects.filter(
        attempt__table__stage=OuterRef("attempt__table__stage"), attempt__number=OuterRef("attempt__number")
    ).exclude(positions=b"")
    differing = others.exclude(positions=OuterRef("positions")).order_by("attempt_id").values("attempt_id")[:1]
    return dict(chosen.order_by().values_list("attempt_id", Subquery(differing)))


def _pair(one: int | None, other: int | None) -> tuple[int, int] | None:
    return (one, other) if one is not None and other is not None and one != other else None
