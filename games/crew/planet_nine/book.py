"""Planet Nine's missions and how they are judged."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from ...contract import Description, Sentence, Setup, UnknownSetup
from ...shuffle import Stream
from ..assignment import Choosing, Deciding, Distributing, ExchangeTokens, HandOver, MoveToken
from ..book import Book
from ..cards import Card, Hand, in_deck_order
from ..dealing import THREE_PLAYER_CHALLENGE
from ..distress import DISTRESS_ACTIVE, GAP, Giving, SendDistress
from ..mission import Mission, read_custom
from ..phases import Over, Step
from ..play import Gap, InTrick
from ..polls import ALL_TASKS, NEXT_TASK, GivingRoles, Naming, Polling, Roles
from ..proposals import Proposing
from ..robot import ROBOT_SEAT
from ..signals import Window
from ..state import OVER, State
from ..tasks import DONE, FAILED, OPEN, Task, draw
from .describe import describe
from .specials import NEEDS_TASKS, SPECIALS, Special
from .tokens import broken


@cache
def missions() -> dict[str, Mission]:
    """The fifty missions by number, from `missions.toml`."""
    text = files(__package__).joinpath("missions.toml").read_text(encoding="utf-8")
    rows = tomllib.loads(text)["mission"]
    return {
        str(row["number"]): Mission.from_words(
            str(row["number"]), {word: value for word, value in row.items() if word != "number"}
        )
        for row in rows
    }


class PlanetNine(Book):
    """The Crew: The Quest for Planet Nine, for two to five players."""

    slug = "planet-nine"
    title = "The Crew: The Quest for Planet Nine"
    rules = 1
    trump = "R"
    missions = tuple(str(number) for number in range(1, 51))
    options = (THREE_PLAYER_CHALLENGE, DISTRESS_ACTIVE)
    phases = {
        "poll": Polling(),
        "naming": Naming(),
        "roles": GivingRoles(),
        "choosing": Choosing(),
        "deciding": Deciding(),
        "distributing": Distributing(),
        "proposal": Proposing(),
        "giving": Giving(),
        "gap": Gap(),
        "window": Window(),
        "trick": InTrick(),
        OVER: Over(),
    }
    joint_decisions = {
        "distress": SendDistress(),
        "hand": HandOver(),
        "move": MoveToken(),
        "roles": Roles(),
        "swap": ExchangeTokens(),
    }

    def mission(self, text: str) -> Mission:
        """A mission of the logbook by its number, or a custom one by its words."""
        if text in missions():
            return missions()[text]
        if text.strip().isdecimal() or not text.strip():
            raise UnknownSetup("mission-number", mission=text, title=self.title, last=len(self.missions))
        return _checked(read_custom(text, SPECIALS))

    def task_deck(self, cards: Sequence[Card]) -> tuple[str, ...]:
        """A task for every colour card of the round, in deck order."""
        return tuple(str(card) for card in cards if not card.is_trump)

    def agenda(self, mission: Mission) -> tuple[Step, ...]:
        """Polls and naming, then the tasks, then play."""
        special = _special(mission)
        steps = [Step("poll", special.question)] if special.question else []
        steps += [Step("naming")] if special.names else []
        steps += [Step("roles")] if special.gives_roles else []
        return (*steps, *_ways_of_assigning(mission), GAP)

    def lay_out(self, state: State) -> State:
        """Draw the tasks; in mission 46 find the collector, once and for all (D3)."""
        face_up = not (state.mission.commander_decision or state.mission.commander_distribution)
        drawn = draw(state.dealt.tasks, state.mission.tasks, state.mission.tokens, face_up=face_up)
        laid = state.evolve(tasks=drawn)
        if state.mission.special != "left-of-pink-nine-wins-all-pink":
            return laid
        return laid.evolve(collector=state.clockwise_from(_holder_of_pink_nine(state))[1])

    def on_named(self, state: State) -> State:
        """Mission 11: the player named may not signal in this attempt."""
        if state.mission.special != "chosen-player-cannot-communicate":
            return state
        return state.evolve(radios=tuple(left * (seat != state.named) for seat, left in enumerate(state.radios)))

    def between_tricks(self, state: State) -> State:
        """Mission 12: after trick 1 everybody takes a random card of the player on his right."""
        if state.mission.special != "random-card-from-right-after-trick-1" or len(state.tricks) != 1:
            return state
        return _exchanged(state)

    def judge(self, state: State) -> State:
        """Judge tasks, then the order of tokens, then the special condition; failure comes before success."""
        judged, lost = _judge_tasks(state)
        special = _special(state.mission)
        verdict = special.judge(judged)
        if lost is None and isinstance(verdict, Sentence):
            lost = verdict
        if lost is not None:
            return judged.end(False, lost)
        met = verdict == DONE or (special.forbids_only and judged.tasks)
        if met and all(task.status == DONE for task in judged.tasks):
            return judged.end(True, _success(judged))
        return _without_hope(judged)

    def describe(self, setup: Setup) -> Description:
        """The mission in a few sentences of our own."""
        self.check(setup)
        return describe(setup, self.mission(setup.mission))


PLANET_NINE = PlanetNine()

_PLAIN = Special()


def _special(mission: Mission) -> Special:
    return SPECIALS[mission.special] if mission.special else _PLAIN


def _checked(mission: Mission) -> Mission:
    """Refuse custom missions whose special condition lacks what it speaks about."""
    if mission.special in NEEDS_TASKS and not mission.tasks:
        raise UnknownSetup("mission-special-needs-tasks", special=mission.special)
    if mission.special == "omega-in-the-last-trick" and "omega" not in mission.tokens:
        raise UnknownSetup("mission-special-needs-omega", special=mission.special)
    if mission.times != 1 and not (mission.special == "colour-ones-win-tricks" and 1 <= mission.times <= 3):
        raise UnknownSetup("mission-times", number=mission.times)
    if (mission.commander_decision or mission.commander_distribution) and not mission.tasks:
        raise UnknownSetup("mission-nothing-to-assign")
    return mission


def _ways_of_assigning(mission: Mission) -> tuple[Step, ...]:
    if not mission.tasks:
        return ()
    if mission.commander_decision:
        return (Step("poll", ALL_TASKS), Step("deciding"))
    if mission.commander_distribution:
        return (Step("poll", NEXT_TASK), Step("distributing")) * mission.tasks
    return (Step("choosing"),)


def _holder_of_pink_nine(state: State) -> int:
    """Whose pink 9 it is at the deal. What no person holds is the robot's, even covered: all can conclude that."""
    return next((seat for seat in state.people if "P9" in state.hands[seat]), ROBOT_SEAT)


def _judge_tasks(state: State) -> tuple[State, Sentence | None]:
    """Count the captured task cards: the state with their tasks done or failed, and why that loses, if it does."""
    captured = {card for _, card in state.tricks[-1].plays}
    if not any(task.name in captured for task in state.tasks):
        return state, None
    winner = state.winners[-1]
    after = tuple(_captured(task, winner) if task.name in captured else task for task in state.tasks)
    stolen = next((task for task in after if task.status == FAILED), None)
    if stolen:
        params = {"winner": winner, "task": stolen.name, "owner": stolen.owner}
        return state.evolve(tasks=after), Sentence("task-won-by-another", params)
    out_of_order = broken(state.tasks, after)
    after = tuple(task._replace(status=FAILED) if task.name in out_of_order else task for task in after)
    failed = next((task for task in after if task.status == FAILED), None)
    lost = Sentence("token-order-broken", {"task": failed.name, "token": failed.token}) if failed else None
    return state.evolve(tasks=after), lost


def _captured(task: Task, winner: int) -> Task:
    return task._replace(status=DONE if winner == task.owner else FAILED)


def _without_hope(state: State) -> State:
    """End the mission if too few tricks are left: each is won by one player, so each owner needs one."""
    owners = {task.owner for task in state.tasks if task.status == OPEN}
    if len(owners) <= state.tricks_left:
        return state
    first = next(task for task in state.tasks if task.status == OPEN)
    if state.tricks_left:
        return state.end(False, Sentence("too-few-tricks-for-owners", {"number": state.tricks_left}))
    failed = tuple(task._replace(status=FAILED) if task.status == OPEN else task for task in state.tasks)
    return state.evolve(tasks=failed).end(False, Sentence("task-left-undone", {"task": first.name}))


def _success(state: State) -> Sentence:
    if state.tasks:
        return Sentence("tasks-done", {"count": len(state.tasks), "number": len(state.tricks)})
    return Sentence("condition-met", {"number": len(state.tricks)})


def _exchanged(state: State) -> State:
    """Mission 12's exchange, from the hands as they were: drawn with the label `exchange`, seat by seat.

    A signalled card cannot be taken (D8). The robot gives and takes with its open cards; what it takes lies
    in the column it gave from.
    """
    stream = Stream("exchange", state.setup.seed)
    shown = {signal.card for signal in state.signals}
    taken: dict[int, Card] = {}
    for seat in range(state.seats):
        right = (seat - 1) % state.seats
        choice = [card for card in state.hand_of(right) if card not in shown]
        taken[right] = choice[stream.below(len(choice))]
    hands = tuple(_swapped(hand, taken[seat], taken[(seat - 1) % state.seats]) for seat, hand in enumerate(state.hands))
    robot = state.robot and state.robot.put(taken[ROBOT_SEAT], taken[ROBOT_SEAT - 1])
    return state.evolve(hands=hands, robot=robot)


def _swapped(hand: Hand, out: Card, into: Card) -> Hand:
    return in_deck_order((*(card for card in hand if card != out), into))
