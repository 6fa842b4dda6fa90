"""The effect of the rulings in force on a table's outcome and state.

The attempts are counted first, then the rulings apply; so everything can be counted anew at any time, and a ruling
taken back leaves no trace in the results.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import Max, QuerySet

from logbook.challenges.active_rulings import active_rulings_of
from logbook.challenges.models.rulings import Ruling
from logbook.challenges.outcomes import ActiveRulings, Outcome, PlayedAttempt, state_of
from logbook.tables.models import Attempt, Table

Entry = tuple[Outcome, datetime]
"""The outcome of a table, and the end of its last attempt."""


# --- how a table stands


def played_attempts(tables: Iterable[int]) -> dict[int, list[PlayedAttempt]]:
    """Return the ended attempts of these tables, in order."""
    over = Attempt.objects.filter(table__in=list(tables)).exclude(state=Attempt.State.PLAYING).order_by("number")
    attempts: dict[int, list[PlayedAttempt]] = defaultdict(list)
    for attempt in over.only("table", "number", "state", "distress"):
        won = attempt.state == Attempt.State.SUCCESS
        attempts[attempt.table_id].append(PlayedAttempt(attempt.number, won, attempt.distress))
    return attempts


def attempts_allowed(table: Table, rulings: ActiveRulings | None = None) -> int:
    """Return the attempts allowed at a stage's table, with the extra ones of directors."""
    assert table.stage is not None, "a free table has as many as it likes"  # noqa: S101
    rulings = rulings or active_rulings_of(table.stage.challenge_id)
    return rulings.attempts_allowed(table.stage.challenge.attempts_allowed, table.stage.pk, table.crew_id)


def stage_table_state(table: Table, rulings: ActiveRulings | None = None) -> str:
    """Return the state of a stage's table while no attempt runs: won, between attempts, or ended."""
    assert table.stage is not None, "a free table has no policy"  # noqa: S101
    challenge = table.stage.challenge
    rulings = rulings or active_rulings_of(challenge.pk)
    played = played_attempts([table.pk]).get(table.pk, [])
    most = 0 if challenge.is_over else attempts_allowed(table, rulings)
    outcome = rulings.outcome(table.stage.pk, table.crew_id, played)
    return state_of(policy=challenge.scoring_policy, attempts_allowed=most, attempts_used=len(played), outcome=outcome)


# --- what is counted


def tables_counted_with(table: Table) -> list[int]:
    """Return the tables counted together with this one: itself, and those of merged crews."""
    if table.stage is None or table.crew_id is None:
        return [table.pk]
    rulings = active_rulings_of(table.stage.challenge_id)
    if not rulings.merged:
        return [table.pk]
    crews = rulings.merged_crews([table.crew_id])
    same = Table.objects.select_for_update(of=("self",)).filter(stage=table.stage, crew__in=crews)
    return sorted({table.pk, *same.order_by("pk").values_list("pk", flat=True)})


def discounted_tables(keys: Sequence[int]) -> set[int]:
    """Return which of these tables count for nothing by a ruling."""
    challenges = Ruling.objects.in_force().filter(kind__in=Ruling.OF_RESULTS).values_list("challenge", flat=True)
    out: set[int] = set()
    for challenge_id in set(challenges):
        tables = Table.objects.filter(stage__challenge=challenge_id, pk__in=keys)
        out |= {
            key for key, ruling in ruled_outcomes(tables, active_rulings_of(challenge_id)).items() if ruling is None
        }
    return out


def ruled_outcomes(tables: QuerySet[Table], rulings: ActiveRulings) -> dict[int, tuple[int, Outcome] | None]:
    """Return outcome and crew of each table that a ruling touches; None for a table that counts for nothing."""
    outcomes: dict[int, tuple[int, Outcome] | None] = {}
    for table in tables.select_related("stage__challenge").order_by("pk"):
        if table.stage is None or table.crew_id is None or not rulings.touches(table.stage.pk, table.crew_id):
            continue
        family = _merged_tables(table, rulings)
        entries = _entries(family, rulings)
        own = entries.get(table.pk)
        counts = own is not None and _counting_table(table, rulings, entries) == table.pk
        outcomes[table.pk] = (rulings.merged_into(table.crew_id), own[0]) if counts and own is not None else None
    return outcomes


def counting_outcomes(tables: Sequence[Table], rulings: ActiveRulings) -> dict[tuple[int, int, int], Outcome]:
    """Return the outcome that counts, by stage, crew, and soloist (0: the crew has one table).

    A merged crew's outcome counts for the crew it became.
    """
    entries = _entries(tables, rulings)
    by_place: dict[tuple[int, int], dict[int, Entry]] = defaultdict(dict)
    for table in tables:
        if table.crew_id is not None and table.pk in entries:
            by_place[table.stage_id or 0, table.soloist_id or 0][table.crew_id] = entries[table.pk]
    policies = {table.stage_id: table.stage.challenge.scoring_policy for table in tables if table.stage is not None}
    return {
        (stage, crew, soloist): own[counts][0]
        for (stage, soloist), own in by_place.items()
        for crew, counts in rulings.counting_crews(policies[stage], own).items()
    }


def _merged_tables(table: Table, rulings: ActiveRulings) -> list[Table]:
    """Return the table, and those at this stage that were merged with it."""
    if not rulings.merged or table.crew_id is None:
        return [table]
    crews = rulings.merged_crews([table.crew_id])
    return list(Table.objects.filter(stage=table.stage_id, crew__in=crews).order_by("pk"))


def _entries(family: Sequence[Table], rulings: ActiveRulings) -> dict[int, Entry]:
    played = played_attempts(table.pk for table in family)
    last = Attempt.objects.filter(table__in=family).values("table").annotate(ended=Max("ended_at"))
    ended_at = {row["table"]: row["ended"] for row in last}
    outcomes = {
        table.pk: rulings.outcome(table.stage_id or 0, table.crew_id, played.get(table.pk, [])) for table in family
    }
    return {
        key: (outcome, ended_at[key]) for key, outcome in outcomes.items() if outcome is not None and ended_at.get(key)
    }


def _counting_table(table: Table, rulings: ActiveRulings, entries: Mapping[int, Entry]) -> int:
    """Return the merged table that counts."""
    assert table.stage is not None  # noqa: S101
    crews = dict(Table.objects.filter(pk__in=entries).values_list("crew", "pk"))
    counting = rulings.counting_crews(
        table.stage.challenge.scoring_policy, {crew: entries[key] for crew, key in crews.items()}
    )
    return crews[counting[rulings.merged_into(table.crew_id or 0)]]


def counting_table(table: Table) -> int:
    """Return, of this table and those merged with it, the one whose result counts; itself where none has a result."""
    assert table.stage is not None, "only the tables of stages are merged"  # noqa: S101
    rulings = active_rulings_of(table.stage.challenge_id)
    entries = _entries(_merged_tables(table, rulings), rulings)
    return _counting_table(table, rulings, entries) if entries else table.pk
