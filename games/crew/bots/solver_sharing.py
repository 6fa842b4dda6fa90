"""Who takes which task: each is tried with each seat over imagined deals, as if it were the only one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import mean

from ...contract import View
from ..cards import CARDS
from ..deep_sea.task_cards import TASK_CARDS
from ..families.masks import mask_of
from ..robot import ROBOT_SEAT
from ..solver.playout.evaluator import Effort
from ..solver.playout.world_sampling import suits
from ..state import State
from . import deep_sea_heuristics
from .evaluation import Thinking, open_tasks

_LOOK = Effort(worlds=16, nodes=60, playouts=1, noise=60)
_LONG_LOOK = Effort(worlds=24, nodes=400, playouts=1, noise=30)
_WISH = 0.15
"""What somebody's wish counts, in worth."""
_RIVALRY = 0.7
"""How much it counts that others would do worse."""
_WILLING = 1.0
"""The worth from which on a bot takes all tasks when asked."""

Fit = Mapping[tuple[str, int], float]
"""The worth of a task with an owner."""


def fit(thinking: Thinking, names: Sequence[str]) -> Fit:
    """How well each of these tasks goes with each seat."""
    worlds = thinking.worlds(_LOOK.worlds)
    seats = range(thinking.position.seats)
    return {
        (name, seat): thinking.look_at(thinking.with_tasks([(name, seat)]), worlds, _LOOK).worth
        for name in names
        for seat in seats
        if not (seat == thinking.view["captain"] and _not_for_the_captain(name))
    }


def _not_for_the_captain(name: str) -> bool:
    return name in TASK_CARDS and TASK_CARDS[name].captain_may_not_take


def _advantage(fits: Fit, name: str, seat: int) -> float:
    """How much better the task goes with this seat than with the others."""
    others = [worth for (task, other), worth in fits.items() if task == name and other != seat]
    return fits[name, seat] - mean(others) if others else fits[name, seat]


def take(thinking: Thinking) -> str:
    """The task that this hand is best for, for its own sake and against the others; or pass where another is better."""
    view = thinking.view
    takes = [text for text in view["legal"] if "take " in text]
    passing = next((text for text in view["legal"] if text.endswith("pass")), None)
    if not takes:
        return str(passing)
    if view["game"] == "planet-nine":
        return _suiting(view, takes)
    owner = ROBOT_SEAT if takes[0].startswith("robot") else view["seat"]
    fits = fit(thinking, [text.split()[-1] for text in takes])
    best = max(takes, key=lambda text: fits[text.split()[-1], owner] + _advantage(fits, text.split()[-1], owner))
    return str(passing) if passing and _advantage(fits, best.split()[-1], owner) < 0 else best


def _suiting(view: View, takes: Sequence[str]) -> str:
    """Planet Nine's tasks are single cards: what suits a hand was counted once and for all."""
    cards = view["robot"]["up"] if takes[0].startswith("robot") else view["hand"]
    hand = mask_of(CARDS[card] for card in cards if card)
    return str(max(takes, key=lambda text: _suiting_me(hand, CARDS[text.split()[-1]].order)))


def _suiting_me(hand: int, card: int) -> float:
    """How well the task suits this hand, the more if it suits the others less."""
    mine, rank_below_nine = suits(hand, card), 8 - card % 9
    held, elsewhere = 100 - 11 * rank_below_nine, 70 + 2 * rank_below_nine
    others = elsewhere if hand >> card & 1 else (held + 2 * elsewhere) / 3
    return mine + _RIVALRY * (mine - others)


def assign(thinking: Thinking) -> str:
    """The captain gives the task just turned up to whom it suits, or who said yes."""
    view = thinking.view
    (task,) = open_tasks(view)[:1]
    fits = fit(thinking, [task])
    willing = [seat for seat, word in view["poll"]["answers"] if word == "yes"]
    load = _load(thinking)

    def worth(text: str) -> float:
        seat = int(text[-1])
        return fits[task, seat] + _WISH * (seat in willing) - 0.05 * load[seat]

    return str(max(view["legal"], key=worth))


def _load(thinking: Thinking) -> list[int]:
    """How many tasks each seat has."""
    return [sum(task["owner"] == seat for task in thinking.view["tasks"]) for seat in range(thinking.position.seats)]


def name(thinking: Thinking) -> str:
    """Whom the captain names: with whom most imagined deals can be won, and who would like to."""
    answers = dict(thinking.view["poll"]["answers"]) if thinking.view["poll"] else {}
    worlds = thinking.worlds(_LONG_LOOK.worlds)

    def worth(text: str) -> float:
        seat = int(text[-1])
        state = thinking.position.evolve(named=seat, phase="gap")
        if not state.mission.special:
            return 0.0
        return thinking.look_at(state, worlds, _LONG_LOOK).worth + _WISH * (answers.get(seat) in ("bad", "yes"))

    return str(max(thinking.view["legal"], key=worth))


def propose_roles(thinking: Thinking) -> str:
    """Mission 50's roles: with which most imagined deals can be won, near to what everybody wished for."""
    wishes = dict(thinking.view["poll"]["answers"])
    worlds = thinking.worlds(_LONG_LOOK.worlds)
    offers = [text for text in thinking.view["legal"] if text.startswith("propose roles")]

    def worth(text: str) -> float:
        first, last = map(int, text.split()[-2:])
        state = thinking.position.evolve(roles=(first, last), phase="gap")
        wished = (wishes.get(first) == "first") + (wishes.get(last) == "last")
        look = thinking.look_at(state, worlds, _LONG_LOOK).worth
        return float(look + _WISH * wished + 0.1 * thinking.chance.random())

    return str(max(offers, key=worth))


def _all_with(thinking: Thinking, seat: int) -> float:
    """The worth of all tasks that are left with this seat."""
    state: State = thinking.with_tasks([(task, seat) for task in open_tasks(thinking.view)])
    return thinking.look_at(state, thinking.worlds(_LONG_LOOK.worlds), _LONG_LOOK).worth


def accept(thinking: Thinking) -> str:
    """Yes to all tasks if this hand will probably do."""
    legal = thinking.view["legal"]
    if "answer no" not in legal:
        return "answer yes"
    if not open_tasks(thinking.view):
        return "answer no"
    return "answer yes" if _all_with(thinking, thinking.view["seat"]) >= _WILLING else "answer no"


def offer(thinking: Thinking) -> str:
    """Keep all tasks if nobody else seems better for them; else ask the best."""
    return str(max(thinking.view["legal"], key=lambda text: _all_with(thinking, int(text[-1]))))


def propose_all(thinking: Thinking) -> str:
    """All tasks to whom they suit best. What was declined before is not known, so chance has a say."""
    offers = [text for text in thinking.view["legal"] if text.startswith("propose all")]
    return str(max(offers, key=lambda text: _all_with(thinking, int(text[-1])) + 0.1 * thinking.chance.random()))


def propose(thinking: Thinking) -> str:
    """The task and the owner that go together best, those with few tasks first."""
    view = thinking.view
    offers = [text for text in view["legal"] if text.startswith("propose T")]
    if not offers:
        return propose_all(thinking)
    fits = fit(thinking, sorted({text.split()[1] for text in offers}))
    load = _load(thinking)

    def worth(text: str) -> float:
        task, seat = text.split()[1], int(text[-1])
        return _advantage(fits, task, seat) - 0.1 * load[seat] + 0.05 * thinking.chance.random()

    return str(max(offers, key=worth))


def split(thinking: Thinking) -> str:
    """Take what goes better here than with the other volunteer; leave the rest to the other."""
    view = thinking.view
    takes = [text for text in view["legal"] if text.startswith("take ")]
    proposals = [text for text in view["legal"] if text.startswith("propose ")]
    if not takes:
        return str(proposals[0])
    fits = fit(thinking, [text.split()[-1] for text in takes])
    best = max(takes, key=lambda text: _advantage(fits, text.split()[-1], view["seat"]))
    return str(best if _advantage(fits, best.split()[-1], view["seat"]) >= 0 or not proposals else proposals[0])


def predict(thinking: Thinking) -> str:
    """The number of tricks that leaves most imagined deals winnable."""
    view = thinking.view
    by_habit = deep_sea_heuristics.predict(view, thinking.chance)
    name_of = by_habit.split()[-2]
    legal = [text for text in view["legal"] if text.split()[-2] == name_of]
    worlds = thinking.worlds(_LONG_LOOK.worlds)

    def worth(text: str) -> float:
        owner = next(task["owner"] for task in view["tasks"] if task["task"] == name_of)
        told = (owner, name_of, int(text.rsplit(maxsplit=1)[-1]))
        state = thinking.position.evolve(phase="gap", predictions=(*thinking.position.predictions, told))
        return thinking.look_at(state.book.recall(state), worlds, _LONG_LOOK).worth + 0.2 * (text == by_habit)

    return str(max(legal, key=worth))
