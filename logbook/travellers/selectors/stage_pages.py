"""Selector of the pages that a closed challenge's stages lead to: traveller, tree and comparison of each deal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Max, Min, Q

from logbook.challenges.models.challenges import Challenge, Stage
from logbook.rounds.text import game_name, mission_title
from logbook.tables.models import Attempt


@dataclass(frozen=True, slots=True)
class DealPages:
    """A deal that was played: its attempts, and the two that its comparison opens with."""

    attempt: int
    played: int
    pair: tuple[int, int] | None
    """A won attempt and one that was not; two others where all ended alike. None with fewer than two known lines."""


@dataclass(frozen=True, slots=True)
class StagePages:
    """A stage with the deals that were played."""

    stage: Stage
    title: str
    deals: tuple[DealPages, ...]


def stage_pages(challenge: Challenge, stages: Sequence[Stage]) -> tuple[StagePages, ...]:
    """Return the stages of a challenge that is over with their deals, in one query; nothing before its end."""
    if not challenge.is_over:
        return ()
    deals = _deals(challenge)
    return tuple(
        StagePages(stage, f"{game_name(stage.game)}, {mission_title(stage.mission)}", tuple(deals.get(stage.pk, ())))
        for stage in stages
    )


def _deals(challenge: Challenge) -> Mapping[int, list[DealPages]]:
    ended = Attempt.objects.filter(table__stage__challenge=challenge).exclude(state=Attempt.State.PLAYING)
    known = Q(state__in=(Attempt.State.SUCCESS, Attempt.State.FAILURE))
    if not challenge.rivals:
        known = Q(traveller_line__isnull=False) & ~Q(traveller_line__positions=b"")
    rows = ended.order_by("table__stage", "number").values("table__stage", "number")
    found: dict[int, list[DealPages]] = defaultdict(list)
    for row in rows.annotate(
        played=Count("pk"),
        won=Min("pk", filter=known & Q(state=Attempt.State.SUCCESS)),
        lost=Min("pk", filter=known & ~Q(state=Attempt.State.SUCCESS)),
        first=Min("pk", filter=known),
        last=Max("pk", filter=known),
    ):
        pair = _pair(row["won"], row["lost"]) or _pair(row["first"], row["last"])
        found[row["table__stage"]].append(DealPages(row["number"], row["played"], pair))
    return found


def _pair(one: int | None, other: int | None) -> tuple[int, int] | None:
    return (one, other) if one is not None and other is not None and one != other else None
