"""Writers of travellers' lines: what is the same for lines of every kind of game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from django.db.models import Manager, Model, QuerySet

from logbook.tables.counting import Counts
from logbook.tables.models import Attempt

Line = TypeVar("Line", bound=Model)


@dataclass(frozen=True, slots=True)
class LineWriter(Generic[Line]):
    """Writes the lines of attempts that ended at a challenge or a deal of the day. Each call gives the same rows."""

    lines: Manager[Line]
    related_name: str
    """The attempt's name for its line."""
    columns: Sequence[str]
    """The columns that are written anew where an attempt has a line already."""
    games: Callable[[], Sequence[str]]
    """The games whose attempts have such lines."""
    line_of: Callable[[Attempt], Line]
    most_overlooked: int
    """The most lines that one sweep writes."""

    def write(self, attempts: Iterable[int]) -> None:
        """Write the lines of these attempts; those that run, and those of free tables and other games, have none."""
        chosen = self._with_lines().filter(pk__in=attempts).select_related("table").prefetch_related("table__seats")
        self.lines.bulk_create(
            [self.line_of(attempt) for attempt in chosen],
            update_conflicts=True,
            unique_fields=("attempt",),
            update_fields=self.columns,
        )

    def overlooked(self, *, before: datetime) -> list[int]:
        """Return attempts that ended before then and have no whole line: their task was lost. A limited number."""
        whole = f"{self.related_name}__by_people"
        missing = self._with_lines().filter(**{whole: None}, ended_at__lt=before)
        return list(missing.order_by("pk").values_list("pk", flat=True)[: self.most_overlooked])

    def _with_lines(self) -> QuerySet[Attempt]:
        ended = Attempt.objects.exclude(state=Attempt.State.PLAYING)
        return ended.filter(counts__gte=Counts.DAY, table__stage__isnull=False, table__game__in=self.games())
