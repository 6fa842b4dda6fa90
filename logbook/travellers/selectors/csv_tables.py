"""Travellers and trees as tables of a file, by the names of the API in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.translation import pgettext_lazy

from logbook.challenges.models.challenges import Deal
from logbook.travellers.models import Position
from logbook.travellers.selectors.traveller import Order, RowReader, Shown, TravellerRow

ROWS_PER_QUERY: Final = 500
HEADER: Final = (
    pgettext_lazy("table column", "crew"),
    pgettext_lazy("table column", "state"),
    pgettext_lazy("table column", "distress"),
    pgettext_lazy("table column", "matchpoints"),
    pgettext_lazy("table column", "lost_in"),
    pgettext_lazy("table column", "tricks"),
    pgettext_lazy("table column", "signals"),
    pgettext_lazy("table column", "bots"),
    pgettext_lazy("table column", "mixed"),
    pgettext_lazy("table column", "corrected"),
    pgettext_lazy("table column", "tasks"),
    pgettext_lazy("table column", "attempt"),
)
TREE_HEADER: Final = (
    pgettext_lazy("table column", "position"),
    pgettext_lazy("table column", "lines"),
    pgettext_lazy("table column", "won"),
    pgettext_lazy("table column", "move"),
    pgettext_lazy("table column", "branch_lines"),
    pgettext_lazy("table column", "branch_won"),
    pgettext_lazy("table column", "moves"),
    pgettext_lazy("table column", "next"),
)


def traveller_rows(reader: RowReader, shown: Shown | None) -> Iterator[tuple[object, ...]]:
    """Yield the rows of a traveller, by their results."""
    attempts = reader.attempts(Order.RESULT, shown)
    for start in range(0, attempts.count(), ROWS_PER_QUERY):
        yield from map(_row, reader.rows(list(attempts[start : start + ROWS_PER_QUERY])))


def tree_rows(deal: Deal) -> Iterator[tuple[object, ...]]:
    """Yield a row for each branch of each parting of the deal, the partings with most lines first."""
    partings = Position.objects.filter(stage=deal.stage, attempt=deal.attempt, is_parting=True)
    for position in partings.order_by("-lines", "number").iterator(chunk_size=ROWS_PER_QUERY):
        for move, branch in position.branches_by_move.items():
            moves = " / ".join([move, *branch.chain])
            facts = (str(position.number), position.lines, position.won, move, branch.lines, branch.won, moves)
            yield (*facts, "" if branch.to is None else str(branch.to))


def _row(row: TravellerRow) -> tuple[object, ...]:
    attempt = row.attempt
    tasks = "" if row.tasks is None else " ".join(f"{task.text}:{or_nothing(task.seat)}" for task in row.tasks)
    return (
        *(row.crew, attempt.state, int(attempt.distress), "" if row.percent is None else round(row.percent, 2)),
        *(or_nothing(row.lost_in), attempt.tricks, or_nothing(row.signals), or_nothing(row.bots)),
        *(int(attempt.mixed), int(row.is_corrected), tasks, attempt.pk),
    )


def or_nothing(value: int | None) -> int | str:
    """Return the number, or an empty cell."""
    return "" if value is None else value
