"""Selector of "Other crews in this position": what they did in the position that a replay shows, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse

from logbook.rounds.view.status import Names
from logbook.tables.models import Attempt
from logbook.travellers.models import END, Position, TravellerLine
from logbook.travellers.selectors.moves import move_text, seat_names, walked_lines


@dataclass(frozen=True, slots=True)
class OtherCrew:
    """A crew that made the move, with the moment of its replay after it."""

    name: str
    won: bool
    url: str


@dataclass(frozen=True, slots=True)
class OtherMove:
    """A move that other crews made here; `card` where it plays one. `crews` names the first of `lines`."""

    sentence: str
    card: str
    lines: int
    won: int
    crews: tuple[OtherCrew, ...]

    @property
    def unnamed(self) -> int:
        """The number of crews that are not named."""
        return self.lines - len(self.crews)


@dataclass(frozen=True, slots=True)
class OthersHere:
    """The other crews in this position, by their next moves, the most frequent first."""

    moves: tuple[OtherMove, ...]
    tree_url: str
    """The position in the tree of the deal."""

    @property
    def lines(self) -> int:
        """The number of other crews."""
        return sum(move.lines for move in self.moves)

    @property
    def won(self) -> int:
        """The number of those that won."""
        return sum(move.won for move in self.moves)


def others_here(attempt: Attempt, step: int) -> OthersHere | None:
    """Return what other crews did in the attempt's position after `step` actions; None where nobody else was there.

    Nothing is told of a deal before its challenge is over, and nothing of deals outside challenges.
    """
    stage = attempt.table.stage
    if stage is None or not stage.challenge.is_over:
        return None
    line = TravellerLine.objects.filter(attempt=attempt).first()
    place = _place(line, step) if line is not None else None
    if line is None or place is None:
        return None
    number = line.position_numbers[place]
    position = Position.objects.filter(stage=stage, attempt=attempt.number, number=number).first()
    if position is None:
        return None
    moves = _moves(position, attempt, _own_move(line, place))
    address = reverse("tree", args=(stage.challenge_id, stage.number, attempt.number))
    return OthersHere(moves, f"{address}?at={number}") if moves else None


def _place(line: TravellerLine, step: int) -> int | None:
    """Return the place in the line of the position after `step` actions; None if it has none."""
    moved = sum(1 for move in line.moves if move[0] <= step)
    return moved if moved < len(line.position_numbers) else None


def _own_move(line: TravellerLine, place: int) -> str | None:
    """Return the line's own move, which the position counts; None if it counts none of this line."""
    if place >= len(line.moves) or line.is_later:
        return None
    _step, seat, text = line.moves[place]
    return f"{seat} {text}"


def _moves(position: Position, attempt: Attempt, own_move: str | None) -> tuple[OtherMove, ...]:
    own_won = attempt.state == Attempt.State.SUCCESS
    branches = {text: one for text, one in position.branches_by_move.items() if text != END}
    keys = {key for branch in branches.values() for key in branch.attempts} - {attempt.pk}
    crews = _crews(keys, position.number)
    names = seat_names(attempt.table.players, attempt.table.game)
    found = []
    for text, branch in branches.items():
        is_own = text == own_move
        named = tuple(crews[key] for key in branch.attempts if key in crews)
        if branch.lines - is_own:
            found.append(_move(text, branch.lines - is_own, branch.won - (is_own and own_won), named, names))
    return tuple(sorted(found, key=lambda move: (-move.lines, -move.won, move.sentence)))


def _move(text: str, lines: int, won: int, crews: tuple[OtherCrew, ...], names: Names) -> OtherMove:
    made = move_text(text, names)
    return OtherMove(made.sentence, made.card, lines, won, crews)


def _crews(attempts: set[int], number: int) -> Mapping[int, OtherCrew]:
    """Return the crews of these attempts, each with its moment after the position."""
    lines = walked_lines(attempts).values()
    return {
        line.attempt.pk: OtherCrew(line.crew, line.won, line.url(line.places[number] + 1))
        for line in lines
        if number in line.places
    }
