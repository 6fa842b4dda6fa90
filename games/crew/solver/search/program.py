"""A puzzle as one array of whole numbers, the program that the kernel reads.

The names in capitals are places in that array; `X + s` is the place for seat `s`, `X + c` for card `c`, `X + t` for
trick `t`. Card sets are masks of bits 0 to 39.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import singledispatchmethod
from typing import Final

from ...families.masks import ALL, orders
from ..compiled import Numbers, numbers
from ..goals import kinds
from ..goals.kinds import MOST, Goal
from ..puzzle import Puzzle

SEATS: Final = 0
TRICKS: Final = 1
PLAYED: Final = 2
LEADER: Final = 3
PLAYS: Final = 4
"""The number of cards in the running trick."""
NEEDED: Final = 5
"""Cards that have to be played (and by `OK`, won by their owner)."""
MUST_WIN: Final = 6
"""Cards that have to win their trick."""
LATE: Final = 7
"""Cards for the last trick."""
LAST_CARD: Final = 8
"""The set of the one card that must be played last."""
ORDERED: Final = 9
"""Whether tokens demand an order."""
DONE_BEFORE: Final = 10
"""Tasks done before, where places are counted."""
TASKS: Final = 11
"""The cards of open tasks, where places are counted."""
GOALS: Final = 12
"""The number of goals in the table at `TABLE`."""
ASCENDING: Final = 13
"""Whether the `MUST_WIN` cards go from low to high."""
TURN: Final = 14  # .. 18: cards of the running trick, from its leader on
COVERED: Final = 19
"""Whether cards of the robot's lie covered: then it need not follow a suit that it holds."""
HANDS: Final = 20  # .. 24
NEVER_WINS: Final = 25  # .. 29: cards with which the seat may not win
NO_LEAD: Final = 30  # .. 34: cards which the seat may not lead
WINS: Final = 35  # .. 39: tricks won so far
ALLOWED: Final = 40  # .. 53: seats that may win the trick
EARLY: Final = 54
"""Whether the position is safely won once all goals are fulfilled."""
WATCHED: Final = 55
"""The seats on whose number of tricks something depends."""
SECRET: Final = 56
"""The place of the goal whose number of tricks is secret, or 0."""
EXPECTED: Final = 57
"""The number of tricks that the other seats expect there."""
KNOWN_TO: Final = 58
"""The seats that know the number, as a set."""
COVER: Final = 60  # .. 99: the card lying over this one, as a set
LABEL: Final = 100  # .. 139: cards of one holder and one label are interchangeable for every goal
OK: Final = 140  # .. 179: seats that may win this card
BEFORE: Final = 180  # .. 219: tasks that must not be open when this one is done
PLACE: Final = 220  # .. 259: the place that the task's token demands, or 0
TABLE: Final = 260
"""Goals, nine numbers each: see the next names. `ROOM` is the number of bits for the state of the goal."""

OP, OWNER, A, B, LOW, HIGH, START, FORBIDS, ROOM = range(9)
WIDTH: Final = 9
MOST_GOALS: Final = 24
AFTER: Final = TABLE + WIDTH * MOST_GOALS  # + c: tasks that cannot be done before this one
SIZE: Final = AFTER + 40

COUNT: Final = 1
TRICK_COUNT: Final = 2
ROW: Final = 3
EXACT_ROW: Final = 4
NEVER_ROW: Final = 5
MORE: Final = 6
FEWER: Final = 7
EQUAL: Final = 8
AHEAD: Final = 9
EVEN: Final = 10
SPREAD: Final = 11
TRICK_BY: Final = 12
TRICK_OF: Final = 13
TRICK_SUM: Final = 14
TRICK_EVEN: Final = 15
ANY_OF: Final = 16
BALANCE_EQUAL: Final = 17
BALANCE_MORE: Final = 18
WINNING: Final = 19
NEVER_WIN: Final = 20

_ROOM: Final = {COUNT: 6, ROW: 4, EXACT_ROW: 4, NEVER_ROW: 4, AHEAD: 3, SPREAD: 15, ANY_OF: 4, WINNING: 3} | {
    BALANCE_EQUAL: 8,
    BALANCE_MORE: 8,
    TRICK_BY: 1,
    TRICK_OF: 1,
    TRICK_SUM: 1,
    TRICK_EVEN: 1,
}
MOST_ROOM: Final = 56
"""Bits of one number of a position's key; it has two, and the tricks won take up to twenty."""

_COMPARED: Final = {"more": MORE, "fewer": FEWER, "equal": EQUAL}
_BALANCED: Final = {"equal": BALANCE_EQUAL, "more": BALANCE_MORE}


class TooMuch(Exception):
    """The puzzle has more goals than the kernel has room for."""


def program_of(puzzle: Puzzle) -> Numbers:
    """The puzzle for the kernel. Raises TooMuch."""
    return numbers(_Writer(puzzle).program)


class _Writer:
    """Fills the program goal by goal."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.program = [0] * SIZE
        self._all_seats = (1 << puzzle.seats) - 1
        self._distinct_sets: list[int] = []
        self._room = 0
        self._forbids = False
        self._lay_out()
        for goal in puzzle.goals:
            self._write(goal)
        self._forbids = True
        for goal in puzzle.forbids:
            self._write(goal)
        self._label()
        self.program[EARLY] = int(all(isinstance(goal, _SETTLED) and _is_settled(goal) for goal in puzzle.goals))

    def _lay_out(self) -> None:
        puzzle, program = self.puzzle, self.program
        head = (puzzle.seats, puzzle.tricks, puzzle.played, puzzle.leader, len(puzzle.plays))
        program[: len(head)] = head
        program[COVERED] = int(bool(puzzle.covers))
        for start, values in ((TURN, puzzle.plays), (HANDS, puzzle.hands), (WINS, puzzle.wins)):
            program[start : start + len(values)] = values
        program[ALLOWED : ALLOWED + 14] = [self._all_seats] * 14
        program[OK : OK + 40] = [self._all_seats] * 40
        for top, bottom in puzzle.covers:
            program[COVER + bottom] = 1 << top

    def _label(self) -> None:
        """Cards get the same label if no goal distinguishes them. The robot's labels all differ, because of the covered
        cards.
        """
        labels: dict[tuple[object, ...], int] = {}
        sets = self._distinct_sets
        robot = self.puzzle.hands[2] if self.puzzle.covers else 0
        for card in range(40):
            key = tuple(cards >> card & 1 for cards in sets), self.program[OK + card], card if robot >> card & 1 else -1
            self.program[LABEL + card] = labels.setdefault(key, len(labels))

    def _tell_apart(self, *sets: int) -> None:
        self._distinct_sets += [cards for cards in sets if cards]

    def _one_by_one(self, cards: int) -> None:
        self._tell_apart(*(1 << card for card in orders(cards)))

    def _goal(
        self, op: int, owner: int = 0, a: int = 0, b: int = 0, low: int = 0, high: int = MOST, start: int = 0
    ) -> None:
        number = self.program[GOALS]
        if number == MOST_GOALS:
            raise TooMuch
        place = TABLE + WIDTH * number
        room = _ROOM.get(op, 0)
        self._room += room
        if self._room > 2 * MOST_ROOM - 40:
            raise TooMuch
        self.program[place : place + WIDTH] = (op, owner, a, b, low, high, start, int(self._forbids), room)
        self.program[GOALS] = number + 1

    @singledispatchmethod
    def _write(self, goal: Goal) -> None:
        """Each kind of goal has its writer below."""
        raise AssertionError(f"no writer for {goal}")

    @_write.register
    def _take(self, goal: kinds.Take) -> None:
        self.program[NEEDED] |= goal.cards
        self._tell_apart(goal.cards)
        for card in orders(goal.cards):
            self.program[OK + card] &= 1 << goal.owner

    @_write.register
    def _leave(self, goal: kinds.Leave) -> None:
        self._tell_apart(goal.cards)
        for card in orders(goal.cards):
            self.program[OK + card] &= ~(1 << goal.owner)

    @_write.register
    def _count(self, goal: kinds.Count) -> None:
        self._tell_apart(goal.cards)
        if goal.low == goal.cards.bit_count():
            self._take(kinds.Take(goal.owner, goal.cards))
        if goal.high == 0:
            self._leave(kinds.Leave(goal.owner, goal.cards))
        self._goal(COUNT, goal.owner, goal.cards, low=goal.low, high=goal.high)

    @_write.register
    def _any_of(self, goal: kinds.AnyOf) -> None:
        self._tell_apart(*goal.sets)
        sets = (*goal.sets, 0, 0, 0, 0)[:4]
        self._goal(
            ANY_OF,
            goal.owner,
            a=sets[0] | sets[1] | sets[2] | sets[3],
            start=sum(1 << k for k in range(len(goal.sets))),
        )
        self._goal_sets(sets)

    def _goal_sets(self, sets: tuple[int, ...]) -> None:
        """The sets of an AnyOf, in two more rows of the table."""
        self._goal(0, a=sets[0], b=sets[1])
        self._goal(0, a=sets[2], b=sets[3])

    @_write.register
    def _balance(self, goal: kinds.Balance) -> None:
        self._tell_apart(goal.one, goal.other)
        one, other = goal.won
        self._goal(_BALANCED[goal.relation], goal.owner, goal.one, goal.other, start=one | other << 4)

    @_write.register
    def _tricks(self, goal: kinds.Tricks) -> None:
        won = self.puzzle.wins[goal.owner]
        self.program[WATCHED] |= 1 << goal.owner
        if goal.expected is not None:
            self.program[SECRET] = TABLE + WIDTH * self.program[GOALS]
            self.program[EXPECTED] = goal.expected + won
            self.program[KNOWN_TO] = goal.known_to
        self._goal(TRICK_COUNT, goal.owner, low=max(goal.low, 0) + won, high=goal.high + won)

    @_write.register
    def _winner(self, goal: kinds.Winner) -> None:
        self.program[ALLOWED + goal.trick] &= goal.seats

    @_write.register
    def _row(self, goal: kinds.Row) -> None:
        self._goal(ROW, goal.owner, low=goal.length, start=goal.streak)

    @_write.register
    def _exact_row(self, goal: kinds.ExactRow) -> None:
        self._goal(EXACT_ROW, goal.owner, low=goal.length, start=goal.streak)

    @_write.register
    def _never_row(self, goal: kinds.NeverRow) -> None:
        self._goal(NEVER_ROW, goal.owner, low=goal.length, start=goal.streak)

    @_write.register
    def _compare(self, goal: kinds.Compare) -> None:
        self.program[WATCHED] |= 1 << goal.owner | 1 << goal.other
        self._goal(_COMPARED[goal.relation], goal.owner, low=goal.other)

    @_write.register
    def _ahead(self, goal: kinds.Ahead) -> None:
        self.program[WATCHED] = self._all_seats
        self._goal(AHEAD, start=0 if goal.seat is None else goal.seat + 1)

    @_write.register
    def _even(self, goal: kinds.Even) -> None:
        self.program[WATCHED] = self._all_seats
        self._goal(EVEN)

    @_write.register
    def _spread(self, goal: kinds.Spread) -> None:
        self._tell_apart(goal.cards)
        self._goal(SPREAD, a=goal.cards, start=sum(won << 3 * seat for seat, won in enumerate(goal.won)))

    @_write.register
    def _trick_by(self, goal: kinds.TrickBy) -> None:
        self._tell_apart(goal.winning, goal.captured)
        self._goal(TRICK_BY, goal.owner, goal.winning, goal.captured)

    @_write.register
    def _trick_of(self, goal: kinds.TrickOf) -> None:
        self._tell_apart(goal.cards)
        self._goal(TRICK_OF, goal.owner, goal.cards)

    @_write.register
    def _trick_sum(self, goal: kinds.TrickSum) -> None:
        self._one_by_one(ALL)
        self._goal(TRICK_SUM, goal.owner, low=goal.low, high=goal.high)

    @_write.register
    def _trick_even(self, goal: kinds.TrickEven) -> None:
        self._goal(TRICK_EVEN, goal.owner, goal.one, goal.other)

    @_write.register
    def _winning(self, goal: kinds.Winning) -> None:
        self._tell_apart(goal.cards)
        self._goal(WINNING, a=goal.cards, low=goal.low)

    @_write.register
    def _must_win(self, goal: kinds.MustWin) -> None:
        self._tell_apart(goal.cards)
        self.program[NEEDED] |= goal.cards
        self.program[MUST_WIN] |= goal.cards
        if goal.ascending:
            self._one_by_one(goal.cards)
            self.program[ASCENDING] = 1

    @_write.register
    def _never_win(self, goal: kinds.NeverWin) -> None:
        self._tell_apart(goal.cards)
        if self._forbids:
            self._goal(NEVER_WIN, a=goal.cards, b=goal.seats)
            return
        for seat in orders(goal.seats):
            self.program[NEVER_WINS + seat] |= goal.cards

    @_write.register
    def _never_lead(self, goal: kinds.NeverLead) -> None:
        self._tell_apart(goal.cards)
        for seat in orders(goal.seats):
            self.program[NO_LEAD + seat] |= goal.cards

    @_write.register
    def _late(self, goal: kinds.Late) -> None:
        self._tell_apart(goal.cards)
        self.program[LATE] |= goal.cards
        self.program[NEEDED] |= goal.cards

    @_write.register
    def _last_card(self, goal: kinds.LastCard) -> None:
        self._tell_apart(1 << goal.card)
        self.program[LAST_CARD] |= 1 << goal.card
        self.program[NEEDED] |= 1 << goal.card

    @_write.register
    def _order(self, goal: kinds.Order) -> None:
        program = self.program
        program[ORDERED], program[DONE_BEFORE], program[TASKS] = 1, goal.done, goal.tasks
        before: dict[int, int] = defaultdict(int)
        for place, card in enumerate(goal.arrows):
            before[card] = sum(1 << lower for lower in goal.arrows[:place])
        if goal.omega is not None:
            before[goal.omega] |= goal.tasks & ~(1 << goal.omega)
        for card, cards in _earlier_tasks(goal).items():
            before[card] |= cards
        for card, cards in before.items():
            program[BEFORE + card] = cards
            for earlier in orders(cards):
                program[AFTER + earlier] |= 1 << card
        for card, place in goal.places:
            program[PLACE + card] = place
        self._one_by_one(_cards_with_token(goal))


_SETTLED = (
    kinds.Take,
    kinds.Order,
    kinds.MustWin,
    kinds.Winning,
    kinds.Count,
    kinds.AnyOf,
    kinds.Row,
    kinds.TrickBy,
    kinds.TrickOf,
    kinds.TrickSum,
    kinds.TrickEven,
)
"""Goals that stay fulfilled once they are."""


def _is_settled(goal: Goal) -> bool:
    return not isinstance(goal, kinds.Count) or goal.high >= MOST - 9


def _earlier_tasks(goal: kinds.Order) -> dict[int, int]:
    """Return the numbered tasks that cannot come after each card's: lower ones; where none is missing, all before."""
    numbered = sorted((place, card) for card, place in goal.places)
    first = {card: sum(1 << lower for _, lower in numbered[:at]) for at, (_, card) in enumerate(numbered)}
    if [place for place, _ in numbered] != [goal.done + 1 + at for at in range(len(numbered))]:
        return first
    everything = sum(1 << card for _, card in numbered)
    return {card: first.get(card, everything) for card in orders(goal.tasks)}


def _cards_with_token(goal: kinds.Order) -> int:
    cards: Iterable[int] = (*(card for card, _ in goal.places), *goal.arrows)
    return sum(1 << card for card in {*cards, *(() if goal.omega is None else (goal.omega,))})
