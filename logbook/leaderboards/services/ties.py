"""Services of ties: what orders runs with equal attempts, as one number that an index holds.

First the share of runs that the same people won at their first attempt, in whole percent, over all their runs at any
mission; then the rating of the run's crew, where it has enough attempts to be shown. Both count as they are displayed,
so that what looks equal is equal. `tie_key` puts the better first:

    10000 × (100 − percent) + (9999 − rating)
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from django.db import connection

from logbook.leaderboards import rating

RATINGS: Final = 10_000
"""More than the largest rating."""

SCOPE: Final = "people IN ({people})"

# SQLite and PostgreSQL divide whole numbers alike; half a percent is rounded up. A rating is a few hundred to a few
# thousand; without one, it counts as 0.
WRITE: Final = """
UPDATE logbook_run SET tie_key = keys.tie_key
FROM (
  SELECT r.attempt_id, {ratings} * (100 - (200 * p.first + p.runs) / (2 * p.runs)) + {ratings} - 1 - COALESCE((
    SELECT CAST(ROUND({middle} + {scale} * s.value) AS integer) FROM logbook_strength s
    WHERE s.crew_id = r.crew_id AND s.tries >= {enough}), 0) AS tie_key
  FROM logbook_run r
  JOIN (
    SELECT people, COUNT(*) AS runs, SUM(CASE WHEN won AND attempts = 1 THEN 1 ELSE 0 END) AS first
    FROM logbook_run WHERE {scope} GROUP BY people
  ) p ON p.people = r.people
  WHERE r.{scope}
) keys
WHERE logbook_run.{scope} AND keys.attempt_id = logbook_run.attempt_id AND keys.tie_key <> logbook_run.tie_key
"""


def percent_first(*, first: int, runs: int) -> int:
    """Return the share of runs won at the first attempt in whole percent, half a percent rounded up."""
    return (200 * first + runs) // (2 * runs)


def write_ties_of(people: Collection[str]) -> None:
    """Order all runs of these people anew, at every mission. `people` as in `Run.people`."""
    if people:
        names = sorted(set(people))
        _write(SCOPE.format(people=", ".join(["%s"] * len(names))), names)


def write_all_ties() -> None:
    """Order all runs anew."""
    _write("people IS NOT NULL", [])


def _write(scope: str, names: list[str]) -> None:
    values = {"middle": rating.MIDDLE, "scale": rating.SCALE, "enough": rating.ENOUGH, "ratings": RATINGS}
    with connection.cursor() as cursor:
        cursor.execute(WRITE.format(scope=scope, **values), [*names, *names, *names])
