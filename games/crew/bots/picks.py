"""Players' choices of tasks in turn, as evidence of their hands.

A choice tells nothing of a hand that passed a card afterwards, or that the captain could not see.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final

from ...contract import View
from ..cards import CARDS
from ..deep_sea.mission import HARDEST, SKIPPED, USUAL
from ..deep_sea.mission import Mission as SeaMission
from ..deep_sea.picking import captains_turns_to_come
from ..deep_sea.task_cards import TASK_CARDS
from ..mission import Mission
from ..planet_nine.mission import Mission as SpaceMission
from ..robot import ROBOT_SEAT
from ..solver.playout.evaluator import Pick
from ..solver.playout.task_wishes import CARDS as NUMBER_OF_CARDS
from ..solver.playout.task_wishes import task_wishes

_CERTAINTY: Final = 6
"""A thousandth of the chance of winning a task of Deep Sea counts as so many points of `preference`.

Bots' choices are likeliest with 6 to 8; people choose less alike.
"""
_PASSING: Final = -100
"""A seat passes if every open task suits it less than this, in the same thousandths: so bots' passes are likeliest."""


def picks_of(view: View, mission: Mission, turns: Sequence[int]) -> tuple[Pick, ...]:
    """The other players' choices, each with what they could certainly have chosen instead.

    `turns` are all seats from the captain on.
    """
    if view["distress"]["direction"] or not _in_turn(mission):
        return ()
    no_choice = {view["seat"], ROBOT_SEAT if view["robot"] else None}
    seats = turns[1:] if isinstance(mission, SeaMission) and mission.way == SKIPPED else turns
    hardest_first = isinstance(mission, SeaMission) and mission.way == HARDEST
    picks = (
        _picks_of_seat(view, seats, turn, hardest=hardest_first and turn == 0)
        for turn, seat in enumerate(seats)
        if seat not in no_choice
    )
    return tuple(pick for pick in chain.from_iterable(picks) if pick.others)


def _in_turn(mission: Mission) -> bool:
    """Return whether each player chose a task in turn."""
    if isinstance(mission, SpaceMission):
        return not (mission.commander_decision or mission.commander_distribution)
    return isinstance(mission, SeaMission) and mission.way in (USUAL, HARDEST, SKIPPED)


def _picks_of_seat(view: View, seats: Sequence[int], turn: int, *, hardest: bool) -> Iterator[Pick]:
    """The choices of the seat whose turn this is, among those of all seats that choose.

    Of several tasks of Deep Sea a view does not tell which one was taken when the others were still open. With
    `hardest` the seat had to take the hardest task that it may have.
    """
    seat, tasks = seats[turn], view["tasks"]
    taken = [place for place, task in enumerate(tasks) if task["owner"] == seat]
    left = _left_open(view, seats, turn)
    may_pass = view["game"] == "deep-sea" and len(tasks) < len(seats) and len(left) + len(taken) < len(seats) - turn
    if hardest:
        may_pass, left = False, [place for place in left if _as_hard(view, place, taken)]
    others = sum(1 << _number_of(tasks[place], place) for place in left)
    nothing = len(tasks)
    for place in taken if len(taken) == 1 or view["game"] == "planet-nine" else ():
        yield Pick(seat, _number_of(tasks[place], place), others | (1 << nothing if may_pass else 0))
    if may_pass and not taken and _had_its_turn(view, seats, turn):
        yield Pick(seat, nothing, others)


def _left_open(view: View, seats: Sequence[int], turn: int) -> Sequence[int]:
    """The places of the tasks that the seat could have chosen: without an owner, or whose owner's turn came later.

    The captain could not take a comparison with its own tricks, and the others nothing that had to be left for it.
    """
    seat, later = seats[turn], {None, *seats[turn + 1 :]}
    open_before = [place for place, task in enumerate(view["tasks"]) if task["owner"] in {*later, seat}]
    compared = [place for place in open_before if not_for_the_captain(view["tasks"][place]["task"])]
    if seat == view["captain"]:
        takeable = [place for place in open_before if place not in compared]
    else:
        takeable = compared if compared and _may_be_reserved(view, seats, turn, len(compared)) else open_before
    return [place for place in takeable if view["tasks"][place]["owner"] in later]


def _may_be_reserved(view: View, seats: Sequence[int], turn: int, compared: int) -> bool:
    """Return whether all open tasks but so many comparisons with the captain may have had to be left for the captain.

    An earlier seat's comparison may be its second task, so it may have been open, too.
    """
    owners = [task["owner"] for task in view["tasks"]]
    with_two = {seat for seat in seats[:turn] if owners.count(seat) > 1}
    compared += sum(task["owner"] in with_two and not_for_the_captain(task["task"]) for task in view["tasks"])
    reserved = captains_turns_to_come(view["captain"], seats, len(owners), turn)
    return reserved > 0 and len(owners) - turn - compared <= reserved


def _as_hard(view: View, place: int, taken: Sequence[int]) -> bool:
    """Return whether the task is as hard as those that were taken."""
    difficulties = {TASK_CARDS[view["tasks"][one]["task"]].difficulty(view["players"]) for one in (place, *taken)}
    return bool(taken) and len(difficulties) == 1


def _had_its_turn(view: View, seats: Sequence[int], turn: int) -> bool:
    if view["phase"] == "choosing":
        if view["robot"]:  # The captain takes for the robot, too, so the view does not tell whose turn it is.
            return False
        return turn < seats.index(view["waiting_on"][0])
    return all(task["owner"] is not None for task in view["tasks"])


def not_for_the_captain(name: str) -> bool:
    """Return whether the task compares its owner with the captain."""
    return name in TASK_CARDS and TASK_CARDS[name].captain_may_not_take


def _number_of(task: Mapping[str, Any], place: int) -> int:
    """The number by which a `Pick` knows the task."""
    return place if task["task"] in TASK_CARDS else CARDS[task["task"]].order


def wishes_of(view: View, mission: Mission) -> tuple[int, ...]:
    """For each task of Deep Sea that is taken in turn, and for passing, how much each card speaks for it."""
    if not isinstance(mission, SeaMission) or not _in_turn(mission):
        return ()
    rows = [task_wishes()[task["task"]] for task in view["tasks"]]
    passing = _CERTAINTY * _PASSING // view["tricks_total"]
    return (*(_CERTAINTY * wish for wish in chain.from_iterable(rows)), *[passing] * NUMBER_OF_CARDS)
