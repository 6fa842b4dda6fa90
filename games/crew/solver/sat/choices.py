"""Leaves the crew's open choices to the SAT solver: which player owns which task, and which cards are passed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...families.masks import TRUMPS, orders
from ..goals.allowed_assignments import AllowedAssignments, Bounds, GoalsOf
from ..puzzle import Puzzle
from .clauses import TRUE, Clauses, at_least
from .encoding.implied import add_implied
from .encoding.play import Holders, Lines
from .engine import UNKNOWN, WON, Engine, Status, demand_all, demand_some, line


@dataclass(frozen=True, slots=True)
class SatChoice:
    """Whether some choice can be won with; that choice, and the cards of a line that wins with it."""

    status: Status
    chosen: tuple[int, ...] = ()
    """The owner of each task, or the card that each person gives."""
    cards: tuple[int, ...] = ()
    conflicts: int = 0


def assign_by_sat(puzzle: Puzzle, tasks: Sequence[GoalsOf], limits: AllowedAssignments, conflicts: int) -> SatChoice:
    """Return whether the tasks can be shared so that they, and the puzzle's own goals, can be reached."""
    lines = Lines(puzzle)
    owners = [_owners(lines, seats) for seats in limits.seats]
    _hold_to_bounds(lines.clauses, owners, limits.counts)
    demands = [
        (goal, [-literals[seat]])
        for task, literals, seats in zip(tasks, owners, limits.seats, strict=True)
        for seat in orders(seats)
        for goal in task(seat)
    ]
    demand_some(lines, [*((goal, []) for goal in puzzle.goals), *demands])

    def chosen(true: frozenset[int]) -> tuple[int, ...]:
        return tuple(next(seat for seat, literal in enumerate(task) if literal in true) for task in owners)

    return _choice(Engine(lines, add_implied), lines, chosen, conflicts)


def _owners(lines: Lines, seats: int) -> list[int]:
    """Return for each seat a literal that says whether it has the task: exactly one does."""
    owners = lines.clauses.several(len(lines.seats))
    lines.clauses.add([literal for seat, literal in enumerate(owners) if seats >> seat & 1])
    lines.clauses.at_most_one(owners)
    for seat, literal in enumerate(owners):
        if not seats >> seat & 1:
            lines.clauses.add([-literal])
    return owners


def _hold_to_bounds(clauses: Clauses, owners: list[list[int]], counts: tuple[Bounds, ...]) -> None:
    """One of the allowed bounds holds."""
    kinds = clauses.several(len(counts))
    if counts:
        clauses.add(kinds)
    for kind, bounds in zip(kinds, counts, strict=True):
        for seat, (low, high) in enumerate(bounds):
            number = clauses.how_many([task[seat] for task in owners])
            clauses.add([-kind, at_least(number, low)])
            clauses.add([-kind, -at_least(number, high + 1)])


def pass_by_sat(puzzle: Puzzle, people: int, step: int, conflicts: int, chosen_already: int = 0) -> SatChoice:
    """Return whether the goals can be reached after each person gives a colour card `step` seats on: 1 left, -1 right.

    A holder of a card in `chosen_already` gives that card.
    """
    clauses = Clauses()
    may = [hand & chosen_already or hand & ~TRUMPS for hand in puzzle.hands[:people]]
    given = {card: clauses.new() for cards in may for card in orders(cards)}
    for cards in may:
        literals = [given[card] for card in orders(cards)]
        clauses.add(literals)
        clauses.at_most_one(literals)
    lines = Lines(puzzle, clauses, _holders(puzzle, people, step, given))
    demand_all(lines)

    def chosen(true: frozenset[int]) -> tuple[int, ...]:
        return tuple(
            next(card for card in orders(puzzle.hands[seat]) if given.get(card) in true) for seat in range(people)
        )

    return _choice(Engine(lines), lines, chosen, conflicts)


def _holders(puzzle: Puzzle, people: int, step: int, given: dict[int, int]) -> Holders:
    """Return the possible holders of each card: the giver or the receiver."""
    return {
        card: (((seat, -given[card]), ((seat + step) % people, given[card])) if card in given else ((seat, TRUE),))
        for seat, hand in enumerate(puzzle.hands)
        for card in orders(hand)
    }


def _choice(
    engine: Engine, lines: Lines, chosen: Callable[[frozenset[int]], tuple[int, ...]], conflicts: int
) -> SatChoice:
    with engine:
        status = engine.solve((), conflicts)
        if status == WON:
            return SatChoice(WON, chosen(engine.model), line(lines, engine.model), engine.conflicts)
        return SatChoice(status if lines.puzzle.exact else UNKNOWN, conflicts=engine.conflicts)
