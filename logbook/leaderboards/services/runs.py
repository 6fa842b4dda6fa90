"""Services of runs: the first run of the same people at each mission, written inside the database.

One statement writes the runs of a mission, or those that some tables touch, so that both ways give the same rows. These
attempts count:

- all attempts at which a person sat, and that count for leaderboards (`tables.counting`), up to the last one that has
  ended: given-up ones, and those left open while the same people went on at another table; not those of games whose
  results another subject counts (`kinds.games_counted_apart`);
- of a challenge, once it is over: until then its results are its crews' own;
- a result that a director has corrected, in place of the attempts that it replaces, unless the whole stage is void.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Final

from django.db import connection, transaction
from django.db.models import Q

from logbook.challenges.active_rulings import active_rulings_at
from logbook.challenges.models.challenges import Challenge
from logbook.challenges.models.rulings import Ruling
from logbook.leaderboards.models.runs import Run
from logbook.leaderboards.services import ties
from logbook.tables.counting import Counts
from logbook.tables.kinds import games_counted_apart
from logbook.tables.models import Attempt, Sitting, Table

Correction = tuple[int, int, int, int, int]
"""A corrected result: the table, the last attempt that it replaces, then attempts, won and distress as numbers."""

NO_CORRECTION: Final[Correction] = (0, 0, 0, 0, 0)
"""A row for no table: a list of values cannot be empty."""

COLUMNS: Final = (
    *("attempt_id", "people", "crew_id", "challenge_id", "game", "mission", "players", "options", "bots", "won"),
    *("attempts", "distress", "rank_key", "seconds", "place", "finished_at"),
)

SECONDS: Final = {
    "postgresql": "CAST(FLOOR(EXTRACT(EPOCH FROM a.ended_at - a.started_at)) AS integer)",
    "sqlite": "(django_timestamp_diff(a.ended_at, a.started_at) / 1000000)",
}

LOCK: Final = {"postgresql": "LOCK TABLE logbook_run IN EXCLUSIVE MODE", "sqlite": ""}
"""A run follows from several tables; two writers that read at different moments must not overtake each other."""

OF_MISSION: Final = "a.table_id IN (SELECT id FROM logbook_table WHERE game = %s AND mission = %s)"

DELETE: Final = "DELETE FROM logbook_run WHERE attempt_id IN (SELECT a.id FROM logbook_attempt a WHERE {scope})"

INSERT: Final = """
INSERT INTO logbook_run ({columns})
WITH corrections(table_id, until, attempts, won, distress) AS (VALUES {corrections}),
sitters AS (
  SELECT s.attempt_id, {person} AS person,
    ROW_NUMBER() OVER (PARTITION BY s.attempt_id ORDER BY {person}) AS place
  FROM logbook_sitting s JOIN logbook_attempt a ON a.id = s.attempt_id
  LEFT JOIN logbook_guest g ON g.id = s.guest_id
  WHERE {scope}
),
seated AS (
  SELECT attempt_id, COUNT(*) AS seats,
    MAX(CASE WHEN place = 1 THEN person END) || {others} AS people
  FROM sitters GROUP BY attempt_id
),
counted AS (
  SELECT a.id AS attempt_id, p.people, t.crew_id, g.challenge_id, t.game, t.mission, t.players, t.options,
    CASE WHEN a.place = 'table' THEN 0 ELSE t.players - p.seats END AS bots, a.place,
    COALESCE(a.ended_at, a.started_at) AS finished_at,
    COALESCE(c.attempts, 1) AS weight,
    CASE WHEN c.table_id IS NULL THEN a.state = 'success' ELSE c.won = 1 END AS won,
    CASE WHEN c.table_id IS NULL THEN CASE WHEN a.distress THEN 1 ELSE 0 END ELSE c.distress END AS distress,
    CASE WHEN a.state = 'success' AND t.pace = 'live' AND a.place = 'online' AND t.players = p.seats
      AND a.ended_at >= a.started_at THEN {seconds} END AS seconds,
    CASE WHEN a.state <> 'playing' THEN a.id END AS ended
  FROM logbook_attempt a
  JOIN seated p ON p.attempt_id = a.id
  JOIN logbook_table t ON t.id = a.table_id
  LEFT JOIN logbook_stage g ON g.id = t.stage_id
  LEFT JOIN logbook_challenge h ON h.id = g.challenge_id
  LEFT JOIN corrections c ON c.table_id = t.id AND a.number = c.until
  WHERE {scope} AND t.game NOT IN ({apart}) AND (h.id IS NULL OR h.state IN ({over}))
    AND (a.counts >= {crews} OR c.table_id IS NOT NULL)
),
added AS (
  SELECT counted.*,
    SUM(weight) OVER up_to AS attempts,
    MAX(distress) OVER up_to AS distressed,
    MIN(CASE WHEN won THEN attempt_id END) OVER same AS first_won,
    MAX(ended) OVER same AS last
  FROM counted
  WINDOW same AS (PARTITION BY game, mission, players, people),
    up_to AS (PARTITION BY game, mission, players, people ORDER BY attempt_id)
)
SELECT attempt_id, people, crew_id, challenge_id, game, mission, players, options, bots, won,
  attempts, distressed = 1, 2 * attempts + distressed, CASE WHEN won THEN seconds END, place, finished_at
FROM added WHERE attempt_id = COALESCE(first_won, last)
"""

PERSON: Final = """CASE
    WHEN COALESCE(s.player_id, g.claimed_by_id) IS NOT NULL THEN 'p' || COALESCE(s.player_id, g.claimed_by_id)
    WHEN s.guest_id IS NOT NULL THEN 'g' || s.guest_id
    ELSE 't' || a.table_id || '.' || s.number END"""
"""The person who sat there: a player, a guest of the crew, or the seat of a person who removed their name."""

MOST_PEOPLE: Final = 5
TABLES_PER_BATCH: Final = 200


def write_runs_of_tables(tables: Collection[int]) -> None:
    """Write all runs that the attempts at these tables are part of. Idempotent.

    The site deletes no attempt. Where one was deleted all the same, nothing tells who sat there, and their runs at
    other tables come back by `write_all_runs`.
    """
    keys = sorted(tables)
    for start in range(0, len(keys), TABLES_PER_BATCH):
        with transaction.atomic():
            _lock()
            attempts = _attempts_of_the_same_people(keys[start : start + TABLES_PER_BATCH])
            if attempts:
                before = _people_of(attempts)
                _write(f"a.id IN ({', '.join(map(str, attempts))})", ())
                ties.write_ties_of(before | _people_of(attempts))


def write_all_runs() -> int:
    """Write all runs, mission by mission, so that counting stops for seconds only; return the number of missions."""
    played = (
        Table.objects.exclude(game__in=games_counted_apart()).order_by("game", "mission").values_list("game", "mission")
    )
    missions = list(played.distinct())
    for game, mission in missions:
        with transaction.atomic():
            _lock()
            _write(OF_MISSION, (game, mission))
    ties.write_all_ties()
    return len(missions)


def _people_of(attempts: Collection[int]) -> set[str]:
    return set(Run.objects.filter(attempt__in=attempts).values_list("people", flat=True))


def _attempts_of_the_same_people(tables: Collection[int]) -> list[int]:
    """Return the attempts at these tables, and all at their missions in which one of the people sat."""
    own = Attempt.objects.filter(table__in=tables)
    people = Sitting.objects.filter(attempt__in=own).values_list("player", "guest", "guest__claimed_by")
    players = {key for player, _guest, claimant in people for key in (player, claimant)} - {None}
    guests = {guest for _player, guest, _claimant in people} - {None}
    same = Table.objects.filter(pk__in=tables).order_by().values("game", "mission").distinct()
    missions = (Q(attempt__table__game=one["game"], attempt__table__mission=one["mission"]) for one in same)
    sat = Sitting.objects.filter(reduce(or_, missions, Q(pk=None))).order_by()
    # Three queries: each one is a range of an index.
    found = (sat.filter(player__in=players), sat.filter(guest__in=guests), sat.filter(guest__claimed_by__in=players))
    others = {attempt for rows in found for attempt in rows.values_list("attempt", flat=True)}
    return sorted({*own.values_list("pk", flat=True), *others})


def _lock() -> None:
    if statement := LOCK[connection.vendor]:
        with connection.cursor() as cursor:
            cursor.execute(statement)


def _write(scope: str, parameters: Sequence[str]) -> None:
    """Replace the runs whose last attempt is in this scope."""
    values = {
        "columns": ", ".join(COLUMNS),
        "corrections": ", ".join(map(str, (NO_CORRECTION, *_corrections()))),
        "person": PERSON,
        "others": " || ".join(
            f"COALESCE(' ' || MAX(CASE WHEN place = {place} THEN person END), '')"
            for place in range(2, MOST_PEOPLE + 1)
        ),
        "seconds": SECONDS[connection.vendor],
        "apart": _quoted(games_counted_apart()),
        "over": _quoted(Challenge.OVER),
        "crews": int(Counts.CREWS),
    }
    with connection.cursor() as cursor:
        cursor.execute(DELETE.format(scope=scope), parameters)
        cursor.execute(INSERT.format(scope=scope, **values), (*parameters, *parameters))


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f"'{name}'" for name in sorted(names))


def _corrections() -> list[Correction]:
    """Return the corrected results at stages that are not void, of all challenges: there are few."""
    corrected = Ruling.objects.in_force().filter(kind=Ruling.Kind.CORRECT)
    rulings = active_rulings_at(set(corrected.values_list("stage", flat=True)))
    results = {place: one for place, one in rulings.corrected.items() if place[0] not in rulings.void_stages}
    tables = Table.objects.filter(stage__in={stage for stage, _crew in results}, soloist=None)
    return [
        (table, one.until, one.attempts, int(one.won), int(one.distress))
        for table, stage, crew in tables.values_list("pk", "stage", "crew")
        if (one := results.get((stage, crew))) is not None
    ]
