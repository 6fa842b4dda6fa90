"""Services of positions: where the lines of a deal meet and part. A deal's rows are rebuilt as a whole."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from logbook.challenges.models.challenges import Stage
from logbook.tables.models import Attempt
from logbook.travellers.models import Position, TravellerLine, unpacked

EXAMPLES: Final = 12
"""The attempts that are named for one move."""
ROWS_PER_QUERY: Final = 2_000
MOST_OVERLOOKED: Final = 20


class Deal(NamedTuple):
    """A deal: the key of its stage, and the number of the attempt."""

    stage: int
    attempt: int


class _Line(NamedTuple):
    attempt: int
    won: bool
    moves: list[tuple[int, int, str]]
    positions: tuple[int, ...]


@dataclass(slots=True)
class _Branch:
    """How many lines went on with a move, and how many of them won."""

    lines: int = 0
    won: int = 0
    attempts: list[int] = field(default_factory=list)

    def add(self, line: _Line) -> None:
        self.lines, self.won = self.lines + 1, self.won + line.won
        if len(self.attempts) < EXAMPLES:
            self.attempts.append(line.attempt)


_Branches = dict[int, dict[str, _Branch]]


@transaction.atomic
def rebuild_positions(deal: Deal) -> None:
    """Write the positions that more than one line of the deal went through. Idempotent."""
    # One rebuild of a stage's deals at a time. Play goes on: only the stage's key is referred to.
    Stage.objects.select_for_update(no_key=True).get(pk=deal.stage)
    _on(deal).update(is_placed=True)  # Before they are read: a line that comes meanwhile is left for the next rebuild.
    visits = Counter(number for line in _lines(deal) for number in line.positions)
    shared = {number for number, lines in visits.items() if lines > 1}
    branches = _branches(deal, shared)
    rows = (_row(deal, number, visits[number], branches[number]) for number in sorted(shared))
    Position.objects.filter(stage=deal.stage, attempt=deal.attempt).delete()
    Position.objects.bulk_create(rows, batch_size=ROWS_PER_QUERY)


def _branches(deal: Deal, shared: Collection[int]) -> _Branches:
    """Return how lines went on from the shared positions."""
    branches: _Branches = {number: defaultdict(_Branch) for number in shared}
    for line in _lines(deal):
        for number, (_step, seat, text) in zip(line.positions, line.moves, strict=False):
            if number in shared:
                branches[number][f"{seat} {text}"].add(line)
    return branches


def _row(deal: Deal, number: int, lines: int, branches: Mapping[str, _Branch]) -> Position:
    return Position(
        stage_id=deal.stage,
        attempt=deal.attempt,
        number=number,
        lines=lines,
        moves={text: [one.lines, one.won, one.attempts] for text, one in branches.items()},
    )


def _lines(deal: Deal) -> Iterator[_Line]:
    """Yield the lines of the deal in the order of their attempts: rebuilding gives the same rows."""
    rows = _on(deal).order_by("attempt").values_list("attempt", "attempt__state", "moves", "positions")
    for attempt, state, moves, positions in rows.iterator(chunk_size=ROWS_PER_QUERY):
        yield _Line(attempt, state == Attempt.State.SUCCESS, moves, unpacked(positions))


def _on(deal: Deal) -> QuerySet[TravellerLine]:
    return TravellerLine.objects.filter(attempt__table__stage=deal.stage, attempt__number=deal.attempt)


def deal_of(attempt_id: int) -> Deal | None:
    """Return the deal of a challenge's attempt; None for any other attempt."""
    found = Attempt.objects.filter(pk=attempt_id, table__stage__isnull=False)
    return next((Deal(*row) for row in found.values_list("table__stage", "number")), None)


def overlooked_deals() -> list[Deal]:
    """Return deals with lines that their positions do not count: a task was lost. A limited number."""
    deals = TravellerLine.objects.filter(is_placed=False).values_list("attempt__table__stage", "attempt__number")
    return [Deal(*row) for row in deals.order_by().distinct()[:MOST_OVERLOOKED]]
