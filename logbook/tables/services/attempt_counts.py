"""Services of what attempts count for: they gather the facts, and write the column where it says something else."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from logbook.tables import contest
from logbook.tables.counting import AttemptFacts, Counts, PlayedFor, RuledPlace, counts
from logbook.tables.models import Attempt, Table

ATTEMPTS_PER_BATCH: Final = 5_000
ATTEMPTS_PER_SWEEP: Final = 1_000


class _Attempt(NamedTuple):
    """The columns from which an attempt's facts follow, of itself and of its table, and what it counts for now."""

    pk: int
    table: int
    number: int
    state: str
    stood_in: bool
    counts: int | None
    stage: int | None
    daily: bool
    practice: bool
    helped: bool
    crew: int | None

    @property
    def played_for(self) -> PlayedFor:
        return PlayedFor((self.stage is not None, self.daily, self.practice, self.helped))

    @property
    def place(self) -> RuledPlace:
        return RuledPlace(self.stage or 0, self.crew, self.number)


COLUMNS: Final = (
    *("pk", "table_id", "number", "state", "mixed", "counts"),
    *("table__stage_id", "table__daily", "table__practice", "table__helped", "table__crew_id"),
)
"""The fields of an `_Attempt`. No other query asks for these facts: all read what follows from them."""


def counts_of(attempt: Attempt) -> Counts:
    """Return what the attempt counts for as it is now, stored or not."""
    table, own = attempt.table, (attempt.number, attempt.state, attempt.mixed, attempt.counts)
    purpose = (table.daily, table.practice, table.helped)
    row = _Attempt(attempt.pk, table.pk, *own, table.stage_id, *purpose, table.crew_id)
    return counts(next(_facts([row])))


def facts_of(attempts: QuerySet[Attempt]) -> dict[int, AttemptFacts]:
    """Return what decides what these attempts count for, by their key. Of a race, a seat's own facts replace some."""
    rows = [_Attempt(*row) for row in attempts.order_by().values_list(*COLUMNS)]
    return dict(zip((row.pk for row in rows), _facts(rows), strict=True))


def write_counts_of_tables(tables: Collection[int]) -> int:
    """Write what the attempts at these tables count for; return the number of those that counted for something else.

    Idempotent. It runs inside a transaction that has locked the tables.
    """
    return sum(_write(attempts) for attempts in _batches(Attempt.objects.filter(table__in=tables)))


def write_all_counts() -> int:
    """Write the column of all attempts where it is wrong; only the tables of these are locked, batch by batch."""
    written = 0
    for attempts in _batches(Attempt.objects.all()):
        wrong = _differing(attempts).keys()
        written += _write_locked({attempt.table for attempt in attempts if attempt.pk in wrong})
    return written


def write_missing_counts() -> list[int]:
    """Write the column of a limited number of attempts that a site of the version before has dealt.

    Return those of the tables whose results count beside a deal of the day: they are to be counted again.
    """
    missing = Attempt.objects.filter(counts=None).order_by("table").values_list("table", flat=True)
    tables = set(missing[:ATTEMPTS_PER_SWEEP])
    _write_locked(tables)
    counted = Attempt.objects.filter(table__in=tables, counts__gte=Counts.CHALLENGE)
    return sorted(set(counted.values_list("table", flat=True)))


def wrong_attempts() -> Iterator[int]:
    """Yield the attempts whose column says something else than their facts."""
    for attempts in _batches(Attempt.objects.all()):
        # An attempt that goes on meanwhile is compared once more.
        for again in _batches(Attempt.objects.filter(pk__in=_differing(attempts))):
            yield from _differing(again)


@transaction.atomic
def _write_locked(tables: Collection[int]) -> int:
    if not tables:
        return 0
    locked = Table.objects.select_for_update(of=("self",)).filter(pk__in=tables).order_by("pk")
    return write_counts_of_tables(list(locked.values_list("pk", flat=True)))


def _batches(attempts: QuerySet[Attempt]) -> Iterator[list[_Attempt]]:
    rows, last, more = attempts.order_by("pk").values_list(*COLUMNS), 0, True
    while more and (batch := [_Attempt(*row) for row in rows.filter(pk__gt=last)[:ATTEMPTS_PER_BATCH]]):
        yield batch
        last, more = batch[-1].pk, len(batch) == ATTEMPTS_PER_BATCH


def _write(attempts: Sequence[_Attempt]) -> int:
    right = _differing(attempts)
    for value in set(right.values()):
        Attempt.objects.filter(pk__in=[key for key, own in right.items() if own == value]).update(counts=value)
    return len(right)


def _differing(attempts: Sequence[_Attempt]) -> dict[int, Counts]:
    """Return what those attempts count for whose column says something else, by their key."""
    decided = zip(attempts, map(counts, _facts(attempts)), strict=True)
    return {attempt.pk: right for attempt, right in decided if attempt.counts != right}


def _facts(attempts: Sequence[_Attempt]) -> Iterator[AttemptFacts]:
    places = {attempt.place for attempt in attempts if attempt.played_for is PlayedFor.CHALLENGE}
    ruled_out = contest.of_stages().ruled_out(places) if places else frozenset()
    for attempt in attempts:
        yield AttemptFacts(
            played_for=attempt.played_for,
            number=attempt.number,
            won=attempt.state == Attempt.State.SUCCESS,
            stood_in=attempt.stood_in,
            ruled_out=attempt.place in ruled_out,
        )
