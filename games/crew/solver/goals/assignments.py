"""The assignments of tasks that the mission's rules allow from here on, as bounds for the SAT engine.

The bounds may allow a little more than the rules, so the rules must replay every assignment that an engine proposes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations, permutations, product

from ....contract import Action
from ...deep_sea.mission import HARDEST, SKIPPED
from ...deep_sea.mission import Mission as SeaMission
from ...deep_sea.task_cards import TASK_CARDS
from ...planet_nine.mission import Mission as SpaceMission
from ...polls import NEXT_TASK, VOLUNTEER_ALL
from ...state import State
from ...tasks import Task, untaken
from ..line_replay import settle
from .allowed_assignments import AllowedAssignments, Bounds
from .setup_choices import (
    Key,
    action_with_text,
    agree_on,
    decides,
    is_setup,
    is_setup_action,
    key_of,
    offered_actions,
    taker_of,
)

Owners = Mapping[str, int]
"""The owner of each task, by its name."""
HandOver = tuple[tuple[int, ...], tuple[Bounds, ...]]
"""The seats that may own each task after a hand-over; and the bounds on each seat's number of tasks."""


def is_assigning(state: State) -> bool:
    """Return whether the crew is about to assign the tasks, in a way that `assignments_of` supports."""
    if state.proposal is not None:
        return False
    if state.phase == "volunteering":
        return isinstance(state.mission, SeaMission) and state.mission.volunteers > 1
    is_next_task_poll = state.phase == "poll" and state.poll is not None and state.poll.question == NEXT_TASK
    return is_next_task_poll or state.phase in ("choosing", "selecting", "splitting", "distributing")


def assignments_of(state: State) -> list[AllowedAssignments]:
    """The allowed assignments: one of these."""
    all_seats = (1 << state.seats) - 1
    seats = tuple(
        all_seats & ~_barred_seats(state, task) if task.owner is None else 1 << task.owner for task in state.tasks
    )
    counts = _counts(state)
    limits = AllowedAssignments(seats, tuple(kind for bounds in counts for kind in _with_hand_over(state, bounds)))
    handed = [AllowedAssignments(fixed, kinds) for fixed, kinds in _hand_overs(state, seats, counts)]
    return [replace(limits, seats=fixed) for fixed in _captains_first(state, seats)] + handed


def _barred_seats(state: State, task: Task) -> int:
    """The captain, where the task compares with the captain's own tricks."""
    barred = isinstance(state.mission, SeaMission) and TASK_CARDS[task.name].captain_may_not_take
    return 1 << state.captain if barred else 0


def _captains_first(state: State, seats: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield a variant for each of the hardest tasks, where the captain must first take one of them."""
    mission = state.mission
    begins = state.phase == "choosing" and not state.passed and len(untaken(state.tasks)) == len(state.tasks)
    if not (begins and isinstance(mission, SeaMission) and mission.way == HARDEST):
        yield seats
        return
    own = 1 << state.captain
    may = [place for place, mask in enumerate(seats) if mask & own]
    difficulty = [TASK_CARDS[task.name].difficulty(len(state.people)) for task in state.tasks]
    most = max((difficulty[place] for place in may), default=0)
    hardest = [place for place in may if difficulty[place] == most]
    for chosen in hardest:
        yield tuple(own if place == chosen else mask for place, mask in enumerate(seats))
    if not hardest:
        yield seats


def _counts(state: State) -> list[Bounds]:
    """Return the bounds on the number of tasks that each seat ends with."""
    number, seats = len(state.tasks), range(state.seats)
    if state.phase == "selecting":
        return []
    if state.phase == "choosing":
        return [_in_turn(state)]
    if state.phase in ("splitting", "volunteering"):
        pairs = [state.volunteers] if state.volunteers else combinations(state.people, 2)
        return [tuple((1, number) if seat in pair else (0, 0) for seat in seats) for pair in pairs]
    fewest, extra = divmod(number, state.seats)
    return [((fewest, fewest + (extra > 0)),) * state.seats]


def _in_turn(state: State) -> Bounds:
    """Bounds where players take one task each in turn, from the captain or the player to the left. With few tasks in
    Deep Sea a player may pass.
    """
    mission, number = state.mission, len(state.tasks)
    order = state.clockwise_from(state.captain)
    if isinstance(mission, SeaMission) and mission.way == SKIPPED:
        order = order[1:]
    if isinstance(mission, SpaceMission) or number >= len(order):
        turns = [order[turn % len(order)] for turn in range(number)]
        return tuple((turns.count(seat), turns.count(seat)) for seat in range(state.seats))
    had = len(state.passed) + number - len(untaken(state.tasks))
    owned = [sum(task.owner == seat for task in state.tasks) for seat in range(state.seats)]
    return tuple((count, count + (seat in order[had:])) for seat, count in enumerate(owned))


def _with_hand_over(state: State, bounds: Bounds) -> Iterator[Bounds]:
    """The same; and where five players may hand one task over, each way to do it."""
    yield bounds
    if not _may_hand_over(state):
        return
    for giver, taker in permutations(range(5), 2):
        if bounds[giver][1]:
            yield _shift(bounds, giver, taker)


def _hand_overs(state: State, seats: tuple[int, ...], counts: list[Bounds]) -> Iterator[HandOver]:
    """Yield a variant for each task that its owner may hand over, and each other player."""
    if not _may_hand_over(state):
        return
    for (place, task), taker in product(enumerate(state.tasks), state.people):
        if task.owner not in (None, taker):
            fixed = (*seats[:place], 1 << taker, *seats[place + 1 :])
            yield fixed, tuple(_shift(bounds, task.owner, taker) for bounds in counts)


def _shift(bounds: Bounds, giver: int | None, taker: int) -> Bounds:
    """The bounds after one task moves from the giver to the taker."""
    shift = {giver: -1, taker: 1}
    return tuple(
        (max(low + shift.get(seat, 0), 0), high + shift.get(seat, 0)) for seat, (low, high) in enumerate(bounds)
    )


def _may_hand_over(state: State) -> bool:
    mission = state.mission
    rule = isinstance(mission, SpaceMission) and mission.five_player_rule and len(state.people) == 5
    return rule and not state.task_handed


def carry_out(state: State, owners: Owners) -> State | None:
    """The position at the start of play with these owners; None if the rules do not allow them."""
    at_start = _follow(state, owners)
    if at_start is not None and all(task.owner == owners[task.name] for task in at_start.tasks):
        return at_start
    if not _may_hand_over(state):
        return None
    for task, taker in owners.items():
        for giver in range(5):
            at_start = _follow(state, {**owners, task: giver}) if giver != taker else None
            if at_start is not None and _owner(at_start, task) == giver:
                return agree_on(at_start, f"propose hand {task} {taker}")
    return None


def starts_with(state: State, owners: Owners, most: int) -> list[State] | None:
    """All starts of play with these owners, one for each way to decide the rest; None where there are too many ways.

    None also where five players may hand a task over: those ways are not followed.
    """
    if _may_hand_over(state):
        return None
    found: dict[Key, State] = {}
    queue, visited = [state], {key_of(state)}
    while queue:
        one = queue.pop()
        if not is_setup(one):
            found[key_of(one)] = settle(one)
            continue
        actions = [action for action in _steps(one) if _leads_to(one, action, owners)]
        for other in (one.apply(action) for action in (actions if decides(one) else actions[:1])):
            if key_of(other) not in visited:
                visited.add(key_of(other))
                queue.append(other)
        if len(visited) > most:
            return None
    return [one for one in found.values() if all(task.owner == owners[task.name] for task in one.tasks)]


def _owner(state: State, name: str) -> int | None:
    return next(task.owner for task in state.tasks if task.name == name)


def _follow(state: State, owners: Owners) -> State | None:
    while is_setup(state):
        action = next((action for action in _steps(state) if _leads_to(state, action, owners)), None)
        if action is None:
            return None
        state = state.apply(action)
    return settle(state)


def _steps(state: State) -> list[Action]:
    if state.proposal is not None:
        return [action_with_text(state, "agree")]
    return [action for action in offered_actions(state) if is_setup_action(action)]


def _leads_to(state: State, action: Action, owners: Owners) -> bool:
    left = [owners[task.name] for task in untaken(state.tasks)]
    match action.text.removeprefix("robot ").split():
        case ["take", name]:
            return owners[name] == taker_of(state, action)
        case ["pass"]:
            return action.seat not in left
        case ["assign" | "propose", "all", seat]:
            return set(left) == {int(seat)}
        case ["assign" | "propose", name, seat]:
            return owners[name] == int(seat)
        case ["answer", word] if state.poll is not None and state.poll.question == VOLUNTEER_ALL:
            return (word == "yes") == (action.seat in left)
    return True
