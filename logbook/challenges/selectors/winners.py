"""The winners of challenges."""

from __future__ import annotations

from collections.abc import Iterable

from logbook.challenges.models.challenges import Standing


def winners_of(challenges: Iterable[int]) -> dict[int, list[str]]:
    """The crews in the first place of each of these challenges, where one has won a stage and all is counted."""
    counted = Standing.objects.filter(challenge__in=list(challenges), challenge__counted_at__isnull=False)
    first = counted.filter(rank=1, stages_won__gt=0)
    found: dict[int, list[str]] = {}
    for challenge_id, name in first.order_by("crew__name").values_list("challenge", "crew__name"):
        found.setdefault(challenge_id, []).append(name)
    return found
