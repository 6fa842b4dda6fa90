"""The task counts that a mission's way of choosing allows, and whether one of them can be fulfilled.

Seats count from the captain, who is seat 0 here. Before the hands are considered, all other seats are equivalent.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from .contradictions import contradict
from .mission import CAPTAIN_OR_ONE, FREE, HARDEST, ONE_AGREED, SKIPPED, VOLUNTEERS, Mission
from .task_cards import TASK_CARDS

Shares = tuple[int, ...]
"""The number of tasks that each seat may have, the captain first."""

Held = tuple[tuple[str, ...], ...]
"""The tasks that each seat holds."""

_MOST_STEPS = 1500
_MOST_TASKS = 20
"""The limit of steps and of tasks on the table; beyond it, a combination counts as possible."""


class Table(NamedTuple):
    """The table: people, seats (the robot's included), and the number of tricks."""

    players: int
    seats: int
    tricks: int


def can_be_shared(mission: Mission, tasks: tuple[str, ...], count: int, table: Table) -> bool:
    """Return whether these of `count` tasks can be assigned so that no two contradict each other.

    All but the last of them are known to be compatible. The captain never holds a task that compares tricks with the
    captain's (4–6); the rule that the captain takes the hardest matters once all tasks are known.
    """
    return _can_be_shared(mission.way, mission.volunteers, tasks, count, table)


@lru_cache(maxsize=4096)
def _can_be_shared(way: str, volunteers: int, tasks: tuple[str, ...], count: int, table: Table) -> bool:
    if not tasks:
        return True
    clashes = [_clash(tasks[-1], other, table) for other in tasks[:-1]]
    if (True, True) in clashes:
        return False
    has_to_take = way == HARDEST and len(tasks) == count
    goes_with_all = not has_to_take and not any(map(any, clashes))
    if len(tasks) > _MOST_TASKS or (
        goes_with_all and not TASK_CARDS[tasks[-1]].captain_may_not_take and count > volunteers
    ):
        return True
    kinds = _all_shares(way, volunteers, count, table)
    begun = _begun(tasks, table) if has_to_take else [(tasks, ())]
    return any(_Sharing(kind, table).fits(left, captains) for kind in kinds for left, captains in begun)


@cache
def _clash(one: str, other: str, table: Table) -> tuple[bool, bool]:
    """Return whether two tasks contradict each other with different owners, and with the same."""
    first, second = TASK_CARDS[one], TASK_CARDS[other]
    apart, together = (
        contradict(first, second, same_owner=same, seats=table.seats, tricks=table.tricks) for same in (False, True)
    )
    return apart, together


def _begun(tasks: tuple[str, ...], table: Table) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The remaining tasks, and the captain's: one of the hardest tasks that the captain may take, if there is one."""
    may_take = [name for name in tasks if not TASK_CARDS[name].captain_may_not_take]
    most = max((TASK_CARDS[name].difficulty(table.players) for name in may_take), default=0)
    hardest = [name for name in may_take if TASK_CARDS[name].difficulty(table.players) == most]
    return [(tuple(left for left in tasks if left != name), (name,)) for name in hardest] or [(tasks, ())]


def _all_shares(way: str, volunteers: int, count: int, table: Table) -> list[Shares]:
    """Every kind of share that the way allows."""
    others = table.seats - 1
    if way == FREE:
        return [(count,) * table.seats]
    if way in (ONE_AGREED, CAPTAIN_OR_ONE) or (way, volunteers) == (VOLUNTEERS, 1):
        return [(count,) + (0,) * others, (0, count) + (0,) * (others - 1)]
    if way == VOLUNTEERS:
        two = [(count - 1, count - 1) + (0,) * (others - 1)]
        return two + ([(0, count - 1, count - 1) + (0,) * (others - 2)] if table.players > 2 else [])
    if way == SKIPPED:
        return [(0, *_in_turn(count, others))]
    return [_in_turn(count, table.seats)]


def _in_turn(count: int, seats: int) -> Shares:
    """One each in turn. With fewer tasks than seats a player may pass, so any seat may end with a task."""
    if count < seats:
        return (1,) * seats
    return tuple(count // seats + (place < count % seats) for place in range(seats))


class _Sharing:
    """Tries to distribute the tasks over the seats' counts. A case that takes too many steps counts as possible.

    Only a proven contradiction replaces a task. The limit counts steps, so a draw is the same on every machine.
    """

    def __init__(self, shares: Shares, table: Table) -> None:
        self._shares = shares
        self._table = table
        self._steps_left = _MOST_STEPS

    def fits(self, tasks: Sequence[str], captains: tuple[str, ...]) -> bool:
        """Return whether the tasks can be given to the seats when the captain holds these already."""
        if len(captains) > self._shares[0]:
            return False
        return self._fits(tasks, (captains, *((),) * (self._table.seats - 1)))

    def _fits(self, tasks: Sequence[str], held: Held) -> bool:
        self._steps_left -= 1
        if not tasks or self._steps_left < 0:
            return True
        # The task revealed last comes first: the earlier ones are known to be compatible.
        first, rest = tasks[-1], tasks[:-1]
        return any(
            self._fits(rest, (*held[:seat], (*held[seat], first), *held[seat + 1 :]))
            for seat in _seats_to_try(self._shares, held)
            if _may_hold(first, seat, self._shares, held) and not _clashes(first, seat, held, self._table)
        )


def _seats_to_try(shares: Shares, held: Held) -> list[int]:
    """All seats, but of equivalent empty seats only one for each count."""
    empty: dict[int, int] = {}
    for seat in range(1, len(shares)):
        if not held[seat]:
            empty.setdefault(shares[seat], seat)
    return [seat for seat in range(len(shares)) if seat == 0 or held[seat] or seat in empty.values()]


def _may_hold(name: str, seat: int, shares: Shares, held: Held) -> bool:
    return len(held[seat]) < shares[seat] and not (seat == 0 and TASK_CARDS[name].captain_may_not_take)


def _clashes(name: str, owner: int, held: Held, table: Table) -> bool:
    return any(_clash(name, other, table)[seat == owner] for seat, names in enumerate(held) for other in names)
