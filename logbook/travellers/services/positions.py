"""Services of positions: where the lines of a deal meet and part. A deal's rows are rebuilt as a whole."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from logbook.challenges.active_rulings import active_rulings_of
from logbook.challenges.models.challenges import Stage
from logbook.tables.missions import RACES
from logbook.tables.models import Attempt
from logbook.travellers.models import Position, TravellerLine, unpacked
from logbook.travellers.services.crossings import Crossing, Line, crossings_of

ROWS_PER_QUERY: Final = 2_000
MOST_OVERLOOKED: Final = 20


class Deal(NamedTuple):
    """A deal: the key of its stage, and the number of the attempt."""

    stage: int
    attempt: int


@transaction.atomic
def rebuild_positions(deal: Deal) -> None:
    """Write the positions that more than one line of the deal went through. Idempotent."""
    # One rebuild of a stage's deals at a time. Play goes on: only the stage's key is referred to.
    stage = Stage.objects.select_for_update(no_key=True).get(pk=deal.stage)
    _on(deal).update(is_placed=True)  # Before they are read: a line that comes meanwhile is left for the next rebuild.
    _mark_later_attempts(deal, stage.challenge_id)
    crossings = crossings_of(lambda: _lines(deal))
    Position.objects.filter(stage=deal.stage, attempt=deal.attempt).delete()
    rows = (_row(deal, number, crossings[number]) for number in sorted(crossings))
    Position.objects.bulk_create(rows, batch_size=ROWS_PER_QUERY)


def want_rebuild(tables: Collection[int]) -> None:
    """Have the deals of these tables rebuilt: a ruling has changed which lines count."""
    TravellerLine.objects.filter(attempt__table__in=tables).update(is_placed=False)


def _mark_later_attempts(deal: Deal, challenge_id: int) -> None:
    """Mark the lines of crews that have an earlier attempt on the deal: merged entries are one crew's."""
    rulings, seen, later = active_rulings_of(challenge_id), set[int](), set[int]()
    entered = _on(deal).filter(attempt__table__crew__isnull=False)
    for attempt, crew in entered.order_by("attempt_id").values_list("attempt", "attempt__table__crew_id"):
        entry = rulings.merged_into(crew)
        if entry in seen:
            later.add(attempt)
        seen.add(entry)
    _on(deal).filter(is_later=True).exclude(attempt__in=later).update(is_later=False)
    _on(deal).filter(attempt__in=later).update(is_later=True)


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
    values = rows.values_list("attempt", "attempt__state", "moves", "positions")
    for attempt, state, moves, positions in values.iterator(chunk_size=ROWS_PER_QUERY):
        yield Line(attempt, state == Attempt.State.SUCCESS, moves, unpacked(positions))


def _on(deal: Deal) -> QuerySet[TravellerLine]:
    return TravellerLine.objects.filter(attempt__table__stage=deal.stage, attempt__number=deal.attempt)


def deal_of(attempt_id: int) -> Deal | None:
    """Return the deal of a challenge's attempt; None for any other attempt, and for races: they have no positions."""
    found = Attempt.objects.filter(pk=attempt_id, table__stage__isnull=False).exclude(table__game__in=RACES)
    return next((Deal(*row) for row in found.values_list("table__stage", "number")), None)


def overlooked_deals() -> list[Deal]:
    """Return deals with lines that their positions do not count: a task was lost. A limited number."""
    deals = TravellerLine.objects.filter(is_placed=False).values_list("attempt__table__stage", "attempt__number")
    return [Deal(*row) for row in deals.order_by().distinct()[:MOST_OVERLOOKED]]
