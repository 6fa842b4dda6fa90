"""Services of positions: where the lines of a deal meet and part. A deal's rows are rebuilt as a whole."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import Count, QuerySet

from logbook.challenges.active_rulings import active_rulings_by_challenge, active_rulings_of
from logbook.challenges.models.challenges import Stage
from logbook.challenges.models.rulings import Ruling
from logbook.challenges.outcomes import ActiveRulings
from logbook.tables.kinds import games_without
from logbook.tables.models import Attempt
from logbook.travellers.models import Position, TravellerLine, unpacked
from logbook.travellers.services.crossings import Crossing, Line, crossings_of

ROWS_PER_QUERY: Final = 2_000
MOST_OVERLOOKED: Final = 20
FEW_LINES: Final = 2_000
"""The most lines that are read once; more are read again for each pass, and not kept."""
_COLUMNS: Final = ("attempt", "attempt__state", "moves", "positions")


class Deal(NamedTuple):
    """A deal: the key of its stage, and the number of the attempt."""

    stage: int
    attempt: int


@transaction.atomic
def rebuild_positions(deal: Deal) -> None:
    """Write the positions that more than one line of the deal went through. Idempotent."""
    # One rebuild of a stage's deals at a time. Play goes on: only the stage's key is referred to.
    stage = Stage.objects.select_for_update(no_key=True).get(pk=deal.stage)
    # Before they are read: a line that comes meanwhile is left for the next rebuild.
    _on(deal).filter(is_placed=False).update(is_placed=True)
    count = _mark_later_attempts(deal, stage.challenge_id)
    kept = list(_lines(deal)) if count <= FEW_LINES else None
    crossings = crossings_of(lambda: _lines(deal) if kept is None else kept)
    Position.objects.filter(stage=deal.stage, attempt=deal.attempt).delete()
    rows = (_row(deal, number, crossings[number]) for number in sorted(crossings))
    Position.objects.bulk_create(rows, batch_size=ROWS_PER_QUERY)


def rebuild_all() -> int:
    """Rebuild the positions of every deal, after the rules of `Position`s have changed; return the number of deals."""
    rows = TravellerLine.objects.order_by("attempt__table__stage").values_list("attempt__table__stage")
    batch, lines = list[int](), 0
    for stage, count in rows.annotate(Count("pk")):
        if count > FEW_LINES:
            _rebuild_each(stage)
            continue
        if lines + count > FEW_LINES:
            _rebuild_stages(batch)
            batch, lines = [], 0
        batch.append(stage)
        lines += count
    _rebuild_stages(batch)
    return TravellerLine.objects.values("attempt__table__stage", "attempt__number").order_by().distinct().count()


def _rebuild_each(stage: int) -> None:
    """Rebuild the deals of a stage with many lines one by one."""
    lines = TravellerLine.objects.filter(attempt__table__stage=stage)
    for number in lines.order_by().values_list("attempt__number", flat=True).distinct():
        rebuild_positions(Deal(stage, number))


@transaction.atomic
def _rebuild_stages(stages: Collection[int]) -> None:
    """Rebuild all deals of these stages with few lines together: each query costs more than its rows."""
    locked = Stage.objects.select_for_update(no_key=True).filter(pk__in=stages).order_by("pk")
    challenges = dict(locked.values_list("pk", "challenge_id"))
    lines = TravellerLine.objects.filter(attempt__table__stage__in=stages)
    lines.filter(is_placed=False).update(is_placed=True)
    rulings = active_rulings_by_challenge(set(challenges.values()), Ruling.Kind.MERGE)
    kept: dict[Deal, list[Line]] = defaultdict(list)
    entries: dict[Deal, list[tuple[int, int | None, bool]]] = defaultdict(list)
    columns = ("attempt__table__stage", "attempt__number", "attempt__table__crew", "is_later")
    for stage, number, crew, is_later, *fields in lines.order_by("attempt_id").values_list(*columns, *_COLUMNS):
        deal, line = Deal(stage, number), _line(*fields)
        entries[deal].append((line.attempt, crew, is_later))
        kept[deal].append(line)
    later = {deal: _later_attempts(found, rulings[challenges[deal.stage]]) for deal, found in entries.items()}
    _store_later([entry for found in entries.values() for entry in found], set().union(*later.values()))
    Position.objects.filter(stage__in=stages).delete()
    Position.objects.bulk_create(
        (
            _row(deal, number, crossing)
            for deal, found in kept.items()
            for number, crossing in sorted(_crossings([line for line in found if line.attempt not in later[deal]]))
        ),
        batch_size=ROWS_PER_QUERY,
    )


def _crossings(lines: list[Line]) -> Collection[tuple[int, Crossing]]:
    return crossings_of(lambda: lines).items()


def want_rebuild(tables: Collection[int]) -> None:
    """Have the deals of these tables rebuilt: a ruling has changed which lines count."""
    TravellerLine.objects.filter(attempt__table__in=tables).update(is_placed=False)


def _mark_later_attempts(deal: Deal, challenge_id: int) -> int:
    """Mark the lines of crews that have an earlier attempt on the deal, and return the number of all lines."""
    entries = list(_on(deal).order_by("attempt_id").values_list("attempt", "attempt__table__crew", "is_later"))
    _store_later(entries, _later_attempts(entries, active_rulings_of(challenge_id)))
    return len(entries)


def _later_attempts(entries: Iterable[tuple[int, int | None, bool]], rulings: ActiveRulings) -> set[int]:
    """Return the attempts, of these in order with their crews, whose crew has an earlier one.

    Merged entries are one crew's. A crew that is gone has no others.
    """
    seen, later = set[int](), set[int]()
    for attempt, crew, _was_later in entries:
        entry = rulings.merged_into(crew or -attempt)
        if entry in seen:
            later.add(attempt)
        seen.add(entry)
    return later


def _store_later(entries: Iterable[tuple[int, int | None, bool]], later: Collection[int]) -> None:
    changed = [attempt for attempt, _crew, was_later in entries if (attempt in later) != was_later]
    for is_later in (False, True) if changed else ():
        attempts = [attempt for attempt in changed if (attempt in later) == is_later]
        TravellerLine.objects.filter(attempt__in=attempts).update(is_later=is_later)


def _row(deal: Deal, number: int, crossing: Crossing) -> Position:
    branches = {move: [one.lines, one.won, one.attempts, one.to, one.chain] for move, one in crossing.branches.items()}
    return Position(
        stage_id=deal.stage,
        attempt=deal.attempt,
        number=number,
        lines=crossing.lines,
        won=crossing.won,
        is_parting=crossing.is_parting,
        is_start=crossing.is_start,
        branches=branches,
    )


def _lines(deal: Deal) -> Iterator[Line]:
    """Yield the lines that count in the order of their attempts: rebuilding gives the same rows."""
    rows = _on(deal).filter(is_later=False).order_by("attempt_id")
    for fields in rows.values_list(*_COLUMNS).iterator(chunk_size=ROWS_PER_QUERY):
        yield _line(*fields)


def _line(attempt: int, state: str, moves: list[tuple[int, int, str]], positions: bytes) -> Line:
    return Line(attempt, state == Attempt.State.SUCCESS, moves, unpacked(positions))


def _on(deal: Deal) -> QuerySet[TravellerLine]:
    return TravellerLine.objects.filter(attempt__table__stage=deal.stage, attempt__number=deal.attempt)


def deal_of(attempt_id: int) -> Deal | None:
    """Return the deal of a challenge's attempt; None for any other attempt, and for races: they have no positions."""
    without = games_without(lambda kind: kind.has_tricks)
    found = Attempt.objects.filter(pk=attempt_id, table__stage__isnull=False).exclude(table__game__in=without)
    return next((Deal(*row) for row in found.values_list("table__stage", "number")), None)


def overlooked_deals() -> list[Deal]:
    """Return deals with lines that their positions do not count: a task was lost. A limited number."""
    deals = TravellerLine.objects.filter(is_placed=False).values_list("attempt__table__stage", "attempt__number")
    return [Deal(*row) for row in deals.order_by().distinct()[:MOST_OVERLOOKED]]
