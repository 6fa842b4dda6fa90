"""Selector of the winners of challenges."""

from __future__ import annotations

from collections.abc import Iterable

from logbook.challenges.models.challenges import Standing


def winners_of(challenges: Iterable[int]) -> dict[int, list[str]]:
    """Return the first-placed crews of each challenge whose count is complete and in which a crew has won a stage."""
    standings = Standing.objects.filter(challenge__in=list(challenges), challenge__counted_at__isnull=False)
    first = standings.filter(rank=1, stages_won__gt=0)
    names: dict[int, list[str]] = {}
    for challenge_id, name in first.order_by("crew__name").values_list("challenge", "crew__name"):
        names.setdefault(challenge_id, []).append(name)
    return names
