"""Selector of two attempts on a deal side by side, trick by trick. Access has checked that the deal is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby, takewhile, zip_longest
from typing import Any, Final

from django.urls import reverse

from logbook.challenges.active_rulings import active_rulings_of
from logbook.challenges.models.challenges import Deal
from logbook.rounds.view.news import action_sentence
from logbook.rounds.view.status import Names
from logbook.tables import event_replay
from logbook.tables.models import Attempt
from logbook.travellers.exceptions import NotComparable
from logbook.travellers.models import TravellerLine
from logbook.travellers.selectors.deals import deal_text, entrant_name, is_void
from logbook.travellers.selectors.moves import ROBOT, WalkedLine, people_names
from logbook.travellers.selectors.traveller import turning_point

_PLAY: Final = "play "
_SIGNAL: Final = "signal "


@dataclass(frozen=True, slots=True)
class ComparedMove:
    """A move or a signal: `card` where it plays one. `lost` marks the turning point.

    `action` is the move as the engine writes it: the same for both crews, whoever sat there.
    """

    action: str
    sentence: str
    seat: str
    card: str
    differs: bool
    lost: bool


@dataclass(frozen=True, slots=True)
class ComparedTrick:
    """A crew's actions in a trick, or before the first one; `winner` once it is complete."""

    moves: tuple[ComparedMove, ...]
    winner: str
    url: str
    """The moment of the replay after it."""

    @property
    def cards(self) -> tuple[ComparedMove, ...]:
        """The cards played."""
        return tuple(move for move in self.moves if move.card)

    @property
    def words(self) -> tuple[ComparedMove, ...]:
        """Everything else: tasks taken, cards passed, signals."""
        return tuple(move for move in self.moves if not move.card)


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A trick of both crews; number 0 is what came before the first one. None where an attempt was over."""

    number: int
    first: ComparedTrick | None
    second: ComparedTrick | None
    shared: ComparedTrick | None
    """The first one under the names of both crews, for a row that is the same."""
    is_first_difference: bool

    @property
    def is_same(self) -> bool:
        """True if both crews did the same."""
        if self.first is None or self.second is None:
            return False
        moves = [[move.action for move in one.moves] for one in (self.first, self.second)]
        return moves[0] == moves[1] and not self.is_first_difference


@dataclass(frozen=True, slots=True)
class RowGroup:
    """Rows of a comparison: one in which the crews differ, or all that follow one another in which they do not."""

    rows: tuple[ComparedRow, ...]
    is_same: bool

    @property
    def tricks(self) -> tuple[int, int]:
        """The numbers of the first and last trick; 0 is what came before the first one."""
        return self.rows[0].number, self.rows[-1].number


@dataclass(frozen=True, slots=True)
class ComparedAttempt:
    """One of the two attempts."""

    attempt: Attempt
    crew: str
    won: bool
    turning_point: str
    turning_point_url: str
    players: tuple[str, ...]
    """The players' names in the order of the seats."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two attempts on a deal; `meet_after` is the trick after which both are in the same position again."""

    deal: Deal
    text: str
    is_void: bool
    attempts: tuple[ComparedAttempt, ComparedAttempt]
    rows: tuple[ComparedRow, ...]
    meet_after: int | None

    @property
    def groups(self) -> tuple[RowGroup, ...]:
        """The rows, those that are the same for both crews folded into one."""
        runs = groupby(self.rows, key=lambda row: 0 if row.is_same else id(row))
        return tuple(RowGroup(tuple(rows), is_same=not key) for key, rows in runs)

    @property
    def differs(self) -> bool:
        """True if the crews did anything differently."""
        return any(row.is_first_difference for row in self.rows)


@dataclass(frozen=True, slots=True)
class _Side:
    """An attempt with its line."""

    line: TravellerLine
    names: Names

    @property
    def attempt(self) -> Attempt:
        return self.line.attempt

    @property
    def moves(self) -> list[tuple[int, str]]:
        """The moves of the line, each with its seat."""
        return [(seat, text) for _step, seat, text in self.line.moves]


def comparison(deal: Deal, first: int, second: int, *, names_people: bool = True) -> Comparison:
    """Return these two attempts side by side; raise NotComparable where one of them has no readable record."""
    walked = [WalkedLine(line) for line in _lines(deal, first, second)]
    named = walked if names_people else []
    sides = [_Side(one.line, people_names([one] if names_people else [], deal)) for one in walked]
    place = _first_difference(sides[0].moves, sides[1].moves)
    tricks = [_tricks(side, place) for side in sides]
    both = _tricks(_Side(walked[0].line, people_names(named, deal, count=len(walked))), place)
    marked = _row_of(sides, place) if place is not None else None
    rows = tuple(
        ComparedRow(number, one, other, shared, is_first_difference=number == marked)
        for number, (one, other, shared) in enumerate(zip_longest(*tricks, both))
    )
    players = [tuple(one.sitters[seat] for seat in sorted(one.sitters)) if names_people else () for one in walked]
    return Comparison(
        deal=deal,
        text=deal_text(deal),
        is_void=is_void(deal, active_rulings_of(deal.stage.challenge_id)),
        attempts=(_compared(sides[0], players[0]), _compared(sides[1], players[1])),
        rows=tuple(part for row in rows for part in split(row) if part.number or _has_moves(part)),
        meet_after=_meeting(sides, place) if place is not None else None,
    )


def split(row: ComparedRow) -> tuple[ComparedRow, ...]:
    """Return the row in two where the crews did the same before they parted in it, before the first trick."""
    if row.number or not row.is_first_difference or row.first is None or row.second is None or row.shared is None:
        return (row,)
    pairs = zip(row.first.moves, row.second.moves, strict=False)
    equal = sum(1 for _pair in takewhile(lambda pair: pair[0].action == pair[1].action, pairs))
    if not equal:
        return (row,)
    first, second = row.first, row.second
    before = replace(
        row,
        first=replace(first, moves=first.moves[:equal]),
        second=replace(second, moves=second.moves[:equal]),
        shared=replace(row.shared, moves=row.shared.moves[:equal]),
        is_first_difference=False,
    )
    after = replace(
        row,
        first=replace(first, moves=first.moves[equal:]),
        second=replace(second, moves=second.moves[equal:]),
        shared=None,
    )
    return before, after


def _has_moves(row: ComparedRow) -> bool:
    return any(trick.moves for trick in (row.first, row.second) if trick is not None)


def _lines(deal: Deal, first: int, second: int) -> list[TravellerLine]:
    lines = TravellerLine.objects.filter(attempt__table__stage=deal.stage, attempt__number=deal.attempt)
    found = {
        line.attempt_id: line
        for line in lines.filter(attempt__in=(first, second))
        .select_related("attempt__table__crew", "attempt__table__stage__challenge", "attempt__analysis")
        .prefetch_related("attempt__table__seats__player")
    }
    chosen = [found.get(first), found.get(second)]
    readable = [line for line in chosen if line is not None and line.positions and WalkedLine(line).is_readable]
    if len(readable) < len(chosen):
        raise NotComparable
    return readable


def _first_difference(moves: Sequence[tuple[int, str]], others: Sequence[tuple[int, str]]) -> int | None:
    """Return the place of the first move that differs, or that only one of them has."""
    pairs = zip_longest(moves, others)
    return next((place for place, (one, other) in enumerate(pairs) if one != other), None)


def _tricks(side: _Side, difference: int | None) -> list[ComparedTrick]:
    """Return what happened before the first trick, and in each one."""
    state: Any = event_replay.state_of(side.attempt)
    tricks = [*state.tricks, *([state.trick] if state.trick and state.trick.plays else [])]
    sizes = [len(trick.plays) for trick in tricks]
    moves = _moves(side, state.log, difference)
    winners = ["", *(side.names.of(seat) for seat in state.winners)]
    rows: list[list[ComparedMove]] = [[] for _number in range(len(sizes) + 1)]
    steps, number, left = [0] * len(rows), 0, 0
    for step, move in moves:
        if move.card and not left and number < len(sizes):
            number, left = number + 1, sizes[number]
        # What is done between two tricks belongs to the next one.
        row = number + 1 if not move.card and not left and 0 < number < len(sizes) else number
        rows[row].append(move)
        steps[row] = step
        left -= bool(move.card)
    return [
        ComparedTrick(tuple(done), winners[place] if place < len(winners) else "", _url(side.attempt, steps[place]))
        for place, done in enumerate(rows)
    ]


def _moves(side: _Side, log: Sequence[Any], difference: int | None) -> list[tuple[int, ComparedMove]]:
    """Return moves and signals, each with the number of actions after it."""
    places = {step: place for place, (step, _seat, _text) in enumerate(side.line.moves)}
    analysis = getattr(side.attempt, "analysis", None)
    fatal = analysis.fatal if analysis is not None and analysis.is_done else None
    found = []
    for step, action in enumerate(log, 1):
        if step in places or action.text.startswith(_SIGNAL):
            differs = difference is not None and places.get(step) == difference
            found.append((step, _move(action.seat, action.text, side.names, differs=differs, lost=step - 1 == fatal)))
    return found


def _move(seat: int, text: str, names: Names, *, differs: bool, lost: bool) -> ComparedMove:
    is_robots, plain = text.startswith(ROBOT), text.removeprefix(ROBOT)
    return ComparedMove(
        action=f"{seat} {text}",
        sentence=action_sentence(seat, text, names, open_cards=True),
        seat=names.robot if is_robots else names.of(seat),
        card=plain.removeprefix(_PLAY) if plain.startswith(_PLAY) else "",
        differs=differs,
        lost=lost,
    )


def _row_of(sides: Sequence[_Side], place: int) -> int:
    """Return the row of the first difference: the trick of the move, in the line that has it."""
    longer = max(sides, key=lambda side: len(side.moves))
    per_trick = len(longer.names.by_seat)
    cards = [text.removeprefix(ROBOT).startswith(_PLAY) for _seat, text in longer.moves]
    return 0 if not any(cards[: place + 1]) else (sum(cards[: place + 1]) - 1) // per_trick + 1


def _meeting(sides: Sequence[_Side], place: int) -> int | None:
    """Return the trick after which both lines are in the same position for the first time after they parted."""
    first, second = (side.line.position_numbers for side in sides)
    later = set(second[place + 1 :])
    met = next((at for at in range(place + 1, len(first)) if first[at] in later), None)
    if met is None:
        return None
    cards = sum(text.removeprefix(ROBOT).startswith(_PLAY) for _seat, text in sides[0].moves[:met])
    return cards // len(sides[0].names.by_seat)


def _compared(side: _Side, players: tuple[str, ...]) -> ComparedAttempt:
    attempt = side.attempt
    text, url = turning_point(attempt)
    return ComparedAttempt(
        attempt=attempt,
        crew=entrant_name(attempt.table),
        won=attempt.state == Attempt.State.SUCCESS,
        turning_point=text,
        turning_point_url=url,
        players=players,
    )


def _url(attempt: Attempt, step: int) -> str:
    return f"{reverse('replay', args=(attempt.pk,))}?step={step}"
