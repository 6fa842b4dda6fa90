"""Selector of what separates runs with equal attempts, and of how many share a place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from logbook.leaderboards import rating
from logbook.leaderboards.models.runs import Run
from logbook.leaderboards.services.ties import percent_first


@dataclass(frozen=True, slots=True)
class Tie:
    """The order of a run among those with equal attempts: its people's first tries, then its crew's rating."""

    first: int = 0
    """The runs that the same people won at their first attempt, at any mission."""
    runs: int = 0
    """All their runs."""
    strength: rating.RatingRange | None = None
    """None where no crew sat there, or where its attempts are too few."""
    others: int = 0
    """The number of other runs on the board that share the place."""

    @property
    def percent(self) -> int:
        """Return the share of first tries in whole percent, as it is compared."""
        return percent_first(first=self.first, runs=self.runs) if self.runs else 0


def ties_of(page: Sequence[Run], board: QuerySet[Run] | None, column: str) -> Mapping[int, Tie]:
    """Return the ties of a page's runs by their keys, in two queries; without a `board`, no run is tied.

    The runs come with their crews' ratings.
    """
    first = _first_tries(page)
    sharing = _sharing(page, board, column) if board is not None else {}
    return {
        run.pk: Tie(*first.get(run.people, (0, 0)), _strength(run), sharing.get(getattr(run, column), 1) - 1)
        for run in page
    }


def _first_tries(page: Sequence[Run]) -> dict[str, tuple[int, int]]:
    """Return the first tries and all runs of the people on the page."""
    rows = Run.objects.filter(people__in={run.people for run in page}).order_by().values("people")
    figures = rows.annotate(runs=Count("pk"), first=Count("pk", filter=Q(won=True, attempts=1)))
    return {row["people"]: (row["first"], row["runs"]) for row in figures}


def _sharing(page: Sequence[Run], board: QuerySet[Run], column: str) -> dict[int, int]:
    """Return how many runs on the board have each of the page's figures."""
    shared = board.filter(**{f"{column}__in": {getattr(run, column) for run in page}}).order_by()
    return dict(shared.values_list(column).annotate(Count("pk")))


def _strength(run: Run) -> rating.RatingRange | None:
    one = getattr(run.crew, "strength", None)
    return rating.rating_range(one.value, one.deviation) if one is not None and one.tries >= rating.ENOUGH else None
