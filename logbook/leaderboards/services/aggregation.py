"""Aggregation of attempts into results, inside the database, for one table or a million attempts.

One statement counts a range of tables, a single one or thousands, so that both ways give the same rows.
Rulings apply afterwards. The arithmetic is the printed logbook's, as in `policies.score`.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from typing import Final

from django.db import connection, transaction
from django.db.models import F, Q

from logbook.challenges import policies
from logbook.challenges.active_rulings import active_rulings_of
from logbook.challenges.models.rulings import Ruling
from logbook.challenges.outcomes import Outcome
from logbook.challenges.policies import SCORE_SQL
from logbook.challenges.services import table_outcomes
from logbook.leaderboards.models.results import Result, Tally
from logbook.tables.counting import Counts
from logbook.tables.kinds import games_counted_apart
from logbook.tables.models import Attempt, Table
from logbook.tables.services import attempt_counts

Cell = tuple[str, str, int, bool, bool, int]
"""The key of a tally: game, mission, players, won, distress, attempts."""

COLUMNS: Final[Mapping[str, str]] = {
    "table_id": "t.id",
    "crew_id": "t.crew_id",
    "stage_id": "t.stage_id",
    "challenge_id": "s.challenge_id",
    "game": "t.game",
    "mission": "t.mission",
    "players": "t.players",
    "won": "(a.first_won IS NOT NULL)",
    "attempts": "{attempts}",
    "distress": "({distress} = 1)",
    "score": "{score}",
    "finished_at": "a.finished_at",
    "counts": "a.counts",
    "best": "a.best",
    "ended": "a.ended",
}
"""The SQL source of each column of a result."""

COUNTED_COLUMNS: Final[Mapping[str, str]] = {
    "{score}": SCORE_SQL,
    # Attempts are numbered without a gap, so the first success gives the number needed.
    "{attempts}": "COALESCE(a.first_won, a.ended)",
    "{distress}": "(CASE WHEN a.first_signal <= COALESCE(a.first_won, a.first_signal) THEN 1 ELSE 0 END)",
}
"""Scores up to the first success, as in the logbook. Play continues after it only where the best of several counts."""

DIALECT: Final[Mapping[str, Mapping[str, str]]] = {
    "postgresql": {
        "differs": "IS DISTINCT FROM",
        "lock": "LOCK TABLE logbook_tally IN EXCLUSIVE MODE",
    },
    "sqlite": {
        "differs": "IS NOT",
        "lock": "",
    },
}
"""SQL that differs between the two databases."""

COUNTS_OF_RESULT: Final = f"""
  MIN(CASE WHEN state = 'success' AND counts = {Counts.CHALLENGE:d} THEN {Counts.CHALLENGE:d} ELSE {Counts.CREWS:d} END)
"""
"""The least that a win of the result counts for: its challenge alone; otherwise leaderboards."""

COUNT: Final = """
INSERT INTO logbook_result ({names})
SELECT {found} FROM (
SELECT {values}
FROM logbook_table t
JOIN (
  SELECT table_id, COUNT(*) AS ended, MAX(COALESCE(ended_at, started_at)) AS finished_at,
    MIN(CASE WHEN state = 'success' THEN number END) AS first_won,
    MIN(CASE WHEN distress THEN number END) AS first_signal,
    MIN(CASE WHEN state = 'success' THEN {alone} END) AS best,
    {counts} AS counts
  FROM logbook_attempt WHERE table_id BETWEEN %(first)s AND %(last)s AND state <> 'playing' AND counts >= {challenge}
  GROUP BY table_id
) a ON a.table_id = t.id
LEFT JOIN logbook_stage s ON s.id = t.stage_id
WHERE t.id BETWEEN %(first)s AND %(last)s AND t.game NOT IN ({apart})
) n LEFT JOIN logbook_result r ON r.table_id = n.table_id AND r.table_id BETWEEN %(first)s AND %(last)s
WHERE r.id IS NULL OR ({old}) {differs} ({new})
ORDER BY n.table_id
ON CONFLICT (table_id) DO UPDATE SET {changes}
"""

WRONG: Final = """
SELECT r.table_id FROM logbook_result r LEFT JOIN (
  SELECT table_id, {counts} AS counts FROM logbook_attempt GROUP BY table_id
) a ON a.table_id = r.table_id
WHERE r.counts <> COALESCE(a.counts, {crews})
ORDER BY r.table_id
"""

TALLY: Final = """
INSERT INTO logbook_tally (game, mission, players, won, distress, attempts, results)
SELECT game, mission, players, won, distress, attempts, COUNT(*) FROM logbook_result WHERE counts >= {crews}
GROUP BY game, mission, players, won, distress, attempts
"""

ONE_MORE: Final = """
INSERT INTO logbook_tally (game, mission, players, won, distress, attempts, results) VALUES (%s, %s, %s, %s, %s, %s, 1)
ON CONFLICT (game, mission, players, won, distress, attempts) DO UPDATE SET results = logbook_tally.results + 1
"""


def count_table(table_id: int) -> None:
    """Count one table, and move it between tallies. Runs inside a transaction that has locked the table."""
    attempt_counts.write_counts_of_tables([table_id])
    before = _cell(table_id)
    count_tables(table_id, table_id)
    after = _cell(table_id)
    if before != after:
        moves = [(cell, move) for cell, move in ((before, _one_less), (after, _one_more)) if cell is not None]
        # In a fixed order: two tables that swap cells must not deadlock.
        for cell, move in sorted(moves, key=itemgetter(0)):
            move(cell)


def count_tables(first: int, last: int) -> None:
    """Write the results of a range of tables, without tallies. Runs inside a transaction that has locked them."""
    bounds = {"first": first, "last": last}
    with connection.cursor() as cursor:
        cursor.execute(_count_statement(connection.vendor), bounds)
    counted = Attempt.objects.filter(_between(first, last), counts__gte=Counts.CHALLENGE)
    attempts = counted.exclude(state=Attempt.State.PLAYING)
    # Without signals: a full recompute rewrites the tallies, and a single table moves by its cell.
    results = Result.objects.filter(_between(first, last)).exclude(table__in=attempts.values("table"))
    results._raw_delete(results.db)  # noqa: SLF001 - Django has no public bulk delete without signals
    _apply_rulings(first, last)


def wrong_tables() -> list[int]:
    """Return the tables whose result counts for something else than their attempts do."""
    with connection.cursor() as cursor:
        cursor.execute(WRONG.format(counts=COUNTS_OF_RESULT, crews=int(Counts.CREWS)))
        return [table for (table,) in cursor.fetchall()]


def _between(first: int, last: int) -> Q:
    return Q(table__gte=first, table__lte=last)


def write_tallies() -> None:
    """Rebuild all tallies from the results."""
    with transaction.atomic(), connection.cursor() as cursor:
        # A worker that counts a table now waits here, and then adds to the rebuilt tallies.
        if lock := DIALECT[connection.vendor]["lock"]:
            cursor.execute(lock)
        Tally.objects.all().delete()
        cursor.execute(TALLY.format(crews=int(Counts.CREWS)))


def _count_statement(vendor: str) -> str:
    dialect = DIALECT[vendor]
    derived = [name for name in COLUMNS if name != "table_id"]
    return COUNT.format(
        names=", ".join(COLUMNS),
        values=", ".join(f"{_with_values(value)} AS {name}" for name, value in COLUMNS.items()),
        found=", ".join(f"n.{name}" for name in COLUMNS),
        alone=SCORE_SQL.format(attempts=1, distress="CASE WHEN distress THEN 1 ELSE 0 END"),
        differs=dialect["differs"],
        counts=COUNTS_OF_RESULT,
        challenge=int(Counts.CHALLENGE),
        apart=", ".join(f"'{game}'" for game in games_counted_apart()),
        changes=", ".join(f"{name} = excluded.{name}" for name in derived),
        old=", ".join(f"r.{name}" for name in derived),
        new=", ".join(f"n.{name}" for name in derived),
    )


def _with_values(value: str) -> str:
    for name, meaning in COUNTED_COLUMNS.items():
        value = value.replace(name, meaning)
    return value


def _cell(table_id: int) -> Cell | None:
    return Result.objects.filter(table=table_id, counts__gte=Counts.CREWS).values_list(*Tally.KEY).first()


def _one_less(cell: Cell) -> None:
    same = dict(zip(Tally.KEY, cell, strict=True))
    Tally.objects.filter(**same, results__gt=0).update(results=F("results") - 1)


def _one_more(cell: Cell) -> None:
    with connection.cursor() as cursor:
        cursor.execute(ONE_MORE, cell)


def _apply_rulings(first: int, last: int) -> None:
    """Apply the rulings in force to the results of a range of tables, which were counted from their attempts alone."""
    of_results = Ruling.objects.in_force().filter(kind__in=Ruling.OF_RESULTS)
    for challenge_id in sorted(set(of_results.values_list("challenge", flat=True))):
        rulings = active_rulings_of(challenge_id)
        inside = Table.objects.filter(stage__challenge=challenge_id, pk__gte=first, pk__lte=last)
        for key, outcome in table_outcomes.ruled_outcomes(inside, rulings).items():
            _write_result(key, outcome)


def _write_result(table_id: int, ruled: tuple[int, Outcome] | None) -> None:
    result = Result.objects.filter(table=table_id)
    if ruled is None:
        # Without signals: the caller that counts a table moves its tallies.
        result._raw_delete(result.db)  # noqa: SLF001 - Django has no public bulk delete without signals
        return
    crew, outcome = ruled
    score = policies.score(attempts=outcome.attempts, distress=outcome.distress)
    result.update(
        crew=crew,
        won=outcome.won,
        attempts=outcome.attempts,
        distress=outcome.distress,
        score=score,
        best=outcome.best,
    )
