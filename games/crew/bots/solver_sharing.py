"""Assigns tasks, all of them together, over sampled worlds.

Where seats take Planet Nine's tasks in turn, a network tells the crew's chance. Else the bot evaluates each task with
each seat by playouts, then plans for all tasks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import mean

from ...contract import View
from ..cards import CARDS
from ..deep_sea.impossible import fault_of
from ..robot import ROBOT_SEAT
from ..solver.playout.evaluator import Effort, chances_of_owner
from ..state import State
from . import deep_sea_heuristics
from .evaluation import ViewEvaluator, open_tasks
from .picks import not_for_the_captain
from .possible_choices import known_to
from .task_plans import Fit, Owned, Planner, owned

_LOOK = Effort(worlds=64, nodes=60, playouts=2)
_ONE_TASK = Effort(worlds=64, nodes=0, playouts=1)
"""For each task with each seat: playouts alone, because there are many pairs."""
_LONG_LOOK = Effort(worlds=64, nodes=200, playouts=1)
_ALONE = 0.15
"""The weight of how well a task fits by itself, beside all tasks together."""
_PASSING = 1.0
"""The fit that counts where a seat takes no task: that of a task that suits it no better than the others."""
_CONSIDERED = 4
"""The most tasks, of those that fit best by themselves, for which a seat makes plans."""
_PLANNED = 10
"""More than any advantage: what the plan says comes first."""
_WISH = 0.15
"""The value of a player's answer in the poll."""
_BY_FAR, _ALL_BY_FAR = 0.4, 0.8
"""A task, or all of them, suits a seat by far best if its value with this seat is so much more than the mean of the
others'.
"""
_TASK_WORLDS = 200
"""The worlds over which Planet Nine's tasks are compared: the network of owners is quick."""
_FEWEST_WORLDS, _MOST_PAIRS = 60, 20_000
"""With more than ten tasks fewer worlds: so many pairs of tasks at most in all worlds together."""


def fit(evaluator: ViewEvaluator, names: Sequence[str]) -> Fit:
    """The value of each of these tasks with each seat that may complete it, beside the tasks that the seat has."""
    worlds = evaluator.worlds(_ONE_TASK.worlds)
    mine = owned(evaluator.view)

    def worth(name: str, seat: int) -> float:
        together = [*(pair for pair in mine if pair[1] == seat), (name, seat)]
        return evaluator.evaluate_position(evaluator.with_tasks(together), worlds, _ONE_TASK).worth

    return {(name, seat): worth(name, seat) for name in names for seat in _takers(evaluator, name)}


def _takers(evaluator: ViewEvaluator, name: str) -> Sequence[int]:
    """The seats that may complete the task beside those that have an owner; all that may have it, where none can."""
    view = evaluator.view
    seats = [
        seat for seat in range(evaluator.position.seats) if not (seat == view["captain"] and not_for_the_captain(name))
    ]
    if view["game"] != "deep-sea":
        return seats
    known, before = known_to(view), owned(view)
    return [seat for seat in seats if not fault_of(known, [*before, (name, seat)])] or seats


def _advantage(fits: Fit, name: str, seat: int) -> float:
    """Return how much better the task fits this seat than the other seats."""
    others = [worth for (task, other), worth in fits.items() if task == name and other != seat]
    mine = fits.get((name, seat), 0.0)
    return mine - mean(others) if others else mine


def take(evaluator: ViewEvaluator) -> str:
    """The task, or `pass`, with which the crew has its best chance of winning all tasks."""
    view = evaluator.view
    takes = [text for text in view["legal"] if "take " in text]
    passing = next((text for text in view["legal"] if text.endswith("pass")), None)
    if not takes:
        return str(passing)
    owner = ROBOT_SEAT if takes[0].startswith("robot") else view["seat"]
    if view["game"] == "planet-nine":
        chances = _chance_with(evaluator, owner)
        return str(max(takes, key=lambda text: chances[text.rsplit(maxsplit=1)[-1]]))
    fits = fit(evaluator, open_tasks(view))

    def alone(text: str) -> float:
        if text == passing:
            return _PASSING
        name = text.rsplit(maxsplit=1)[-1]
        return fits.get((name, owner), 0.0) + _advantage(fits, name, owner)

    likely = sorted(takes, key=alone, reverse=True)[:_CONSIDERED]
    choices: dict[str, list[Owned]] = {text: [(text.rsplit(maxsplit=1)[-1], owner)] for text in likely}
    if passing:
        choices[passing] = []
    return Planner(evaluator, fits).in_turn(choices, {text: _ALONE * alone(text) for text in choices}, owner)


def _chance_with(evaluator: ViewEvaluator, owner: int) -> dict[str, float]:
    """For each open task of Planet Nine the crew's chance if this seat takes it, and the others then choose in turn."""
    view = evaluator.view
    tasks = [(CARDS[task["task"]].order, task["owner"], task["token"]) for task in view["tasks"]]
    worlds = evaluator.worlds(max(_FEWEST_WORLDS, min(_TASK_WORLDS, _MOST_PAIRS // len(tasks) ** 2)))
    chances = chances_of_owner(worlds, tasks, evaluator.position.seats, view["captain"], owner)
    return {task["task"]: chance for task, chance in zip(view["tasks"], chances, strict=True) if task["owner"] is None}


def assign(evaluator: ViewEvaluator) -> str:
    """The captain gives the new task to the seat that it suits, or to a player who answered yes."""
    view = evaluator.view
    (task,) = open_tasks(view)[:1]
    fits = fit(evaluator, [task])
    planner = Planner(evaluator, fits)
    willing = [seat for seat, word in view["poll"]["answers"] if word == "yes"]
    load = _load(evaluator)

    def worth(text: str) -> float:
        seat = int(text[-1])
        together = planner.value([(task, seat)]).whole
        return together + _ALONE * fits.get((task, seat), 0.0) + _WISH * (seat in willing) - 0.05 * load[seat]

    return str(max(view["legal"], key=worth))


def _load(evaluator: ViewEvaluator) -> list[int]:
    """Return the number of tasks of each seat."""
    return [sum(task["owner"] == seat for task in evaluator.view["tasks"]) for seat in range(evaluator.position.seats)]


def name(evaluator: ViewEvaluator) -> str:
    """The captain names the seat with which most worlds can be won, with a bonus for a yes."""
    answers = dict(evaluator.view["poll"]["answers"]) if evaluator.view["poll"] else {}
    worlds = evaluator.worlds(_LONG_LOOK.worlds)

    def worth(text: str) -> float:
        seat = int(text[-1])
        state = evaluator.position.evolve(named=seat, phase="gap")
        if not state.mission.special:
            return 0.0
        return evaluator.evaluate_position(state, worlds, _LONG_LOOK).worth + _WISH * (
            answers.get(seat) in ("bad", "yes")
        )

    return str(max(evaluator.view["legal"], key=worth))


def propose_roles(evaluator: ViewEvaluator) -> str:
    """Mission 50's roles: those with which most worlds can be won, close to the players' answers."""
    wishes = dict(evaluator.view["poll"]["answers"])
    worlds = evaluator.worlds(_LONG_LOOK.worlds)
    offers = [text for text in evaluator.view["legal"] if text.startswith("propose roles")]

    def worth(text: str) -> float:
        first, last = map(int, text.split()[-2:])
        state = evaluator.position.evolve(roles=(first, last), phase="gap")
        wished = (wishes.get(first) == "first") + (wishes.get(last) == "last")
        evaluation = evaluator.evaluate_position(state, worlds, _LONG_LOOK).worth
        return float(evaluation + _WISH * wished + 0.1 * evaluator.chance.random())

    return str(max(offers, key=worth))


def _all_with(evaluator: ViewEvaluator, seats: Iterable[int]) -> Mapping[int, float]:
    """The value of all remaining tasks with each of these seats, over the same worlds."""
    worlds, tasks, before = evaluator.worlds(_LOOK.worlds), open_tasks(evaluator.view), owned(evaluator.view)

    def worth(seat: int) -> float:
        state: State = evaluator.with_tasks([*before, *((task, seat) for task in tasks)])
        return evaluator.evaluate_position(state, worlds, _LOOK).worth

    return {seat: worth(seat) for seat in seats}


def accept(evaluator: ViewEvaluator) -> str:
    """Yes to all tasks if no seat that may still be asked seems better for them."""
    legal = evaluator.view["legal"]
    if len(legal) == 1:
        return str(legal[0])
    if not open_tasks(evaluator.view):
        return "answer no"
    me = evaluator.view["seat"]
    values = _all_with(evaluator, [me, *_other_takers(evaluator.view)])
    return "answer yes" if values[me] >= max(values.values()) else "answer no"


def _other_takers(view: View) -> Iterable[int]:
    """The other seats that have not refused all tasks, and may have them."""
    out = {view["seat"], *(seat for seat, word in view["poll"]["answers"] if word == "no")}
    if any(not_for_the_captain(task) for task in open_tasks(view)):
        out.add(view["captain"])
    return (seat for seat in range(len(view["hand_sizes"])) if seat not in out)


def offer(evaluator: ViewEvaluator) -> str:
    """Keep all tasks if no other seat seems better for them; else ask the best."""
    values = _all_with(evaluator, {int(text[-1]) for text in evaluator.view["legal"]})
    return str(max(evaluator.view["legal"], key=lambda text: values[int(text[-1])]))


def propose_all(evaluator: ViewEvaluator) -> str:
    """All tasks to the seat that they suit best. What the crew has declined comes last; the rest varies at random."""
    offers = [text for text in evaluator.view["legal"] if text.startswith("propose all")]
    values = _all_with(evaluator, [int(text[-1]) for text in offers])
    return str(max(offers, key=lambda text: values[int(text[-1])] + 0.1 * evaluator.chance.random()))


def propose(evaluator: ViewEvaluator) -> str:
    """A task and its owner by the plan for all tasks: first those that fit best, and owners with few tasks."""
    offers = [text for text in evaluator.view["legal"] if text.startswith("propose T")]
    if not offers:
        return propose_all(evaluator)
    fits = _fits_of(evaluator, offers)
    plan = Planner(evaluator, fits).freely()
    load = _load(evaluator)

    def worth(text: str) -> float:
        task, seat = text.split()[1], int(text[-1])
        planned = _PLANNED * ((task, seat) in plan)
        return planned + _advantage(fits, task, seat) - 0.1 * load[seat] + 0.05 * evaluator.chance.random()

    return str(max(offers, key=worth))


def _fits_of(evaluator: ViewEvaluator, offers: Iterable[str]) -> Fit:
    """The values of the tasks with the seats that may be proposed for them."""
    pairs = {(text.split()[1], int(text[-1])) for text in offers}
    fits = fit(evaluator, sorted({name for name, _ in pairs}))
    return {pair: fits.get(pair, 0.0) for pair in sorted(pairs)}


def propose_itself(evaluator: ViewEvaluator) -> str | None:
    """A seat that the table does not wait for proposes itself for the task that suits it best, if by far.

    Only this seat knows its hand. So the crew gives out the tasks that one of its seats is sure of, before the captain
    plans for the others. Where two seats are sure of the same task, the first to propose itself gets it.
    """
    return _all_for_itself(evaluator) if evaluator.view["phase"] == "agreeing" else _task_for_itself(evaluator)


def _task_for_itself(evaluator: ViewEvaluator) -> str | None:
    """The task that suits the seat by far better than the others, if its plan for all tasks says so, too."""
    seat = evaluator.view["seat"]
    offers = [text for text in evaluator.view["legal"] if text.startswith("propose T")]
    fits = _fits_of(evaluator, offers)
    advantages = {name: _advantage(fits, name, owner) for name, owner in fits if owner == seat}
    sure = [name for name in advantages if advantages[name] >= _BY_FAR]
    if not sure:
        return None
    plan = Planner(evaluator, fits).freely()
    planned = [name for name in sure if (name, seat) in plan]
    return f"propose {max(planned, key=advantages.__getitem__)} {seat}" if planned else None


def _all_for_itself(evaluator: ViewEvaluator) -> str | None:
    """All tasks together, if they suit the seat by far better than the others."""
    seat, texts = evaluator.view["seat"], evaluator.view["legal"]
    values = dict(_all_with(evaluator, [int(text[-1]) for text in texts if text.startswith("propose all")]))
    mine = values.pop(seat, 0.0)
    return f"propose all {seat}" if values and mine - mean(values.values()) >= _ALL_BY_FAR else None


def split(evaluator: ViewEvaluator) -> str:
    """Divide the tasks with the other volunteer by the plan for all of them."""
    view = evaluator.view
    takes = [text for text in view["legal"] if text.startswith("take ")]
    proposals = [text for text in view["legal"] if text.startswith("propose ")]
    if not takes:
        return str(proposals[0])
    fits = fit(evaluator, open_tasks(view))
    offered = {text: (text.split()[1], view["seat"]) for text in takes}
    offered |= {text: (text.split()[1], int(text[-1])) for text in proposals}
    plan = Planner(evaluator, {pair: fits.get(pair, 0.0) for pair in offered.values()}).freely()

    def worth(text: str) -> float:
        return _PLANNED * (offered[text] in plan) + _advantage(fits, *offered[text])

    return str(max(offered, key=worth))


def predict(evaluator: ViewEvaluator) -> str:
    """The prediction with which worlds go best. Where some are about as good, that of the careful bot."""
    view = evaluator.view
    by_heuristic = deep_sea_heuristics.predict(view, evaluator.chance)
    name_of = by_heuristic.split()[-2]
    legal = [text for text in view["legal"] if text.split()[-2] == name_of]
    worlds = evaluator.worlds(_LONG_LOOK.worlds)

    def worth(text: str) -> float:
        owner = next(task["owner"] for task in view["tasks"] if task["task"] == name_of)
        told = (owner, name_of, int(text.rsplit(maxsplit=1)[-1]))
        state = evaluator.position.evolve(phase="gap", predictions=(*evaluator.position.predictions, told))
        return evaluator.evaluate_position(state.book.recall(state), worlds, _LONG_LOOK).worth + 0.2 * (
            text == by_heuristic
        )

    return str(max(legal, key=worth))
