"""Deep Sea's missions, how their tasks are laid out, and how they are judged."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from ...contract import Description, Sentence, Setup, UnknownSetup
from ...notation import whole_number
from ..assignment import on_table
from ..book import PLAY_PHASES, Book
from ..cards import SUBMARINES, Card
from ..dealing import Deal, cards_in_play, deal_from_seed, deal_from_text, drawn_terrain
from ..distress import DISTRESS_ACTIVE, GAP, SendDistress
from ..families import Endings, Family, Ledger, Verdict
from ..families.places import Places
from ..mission import mission_rows
from ..phases import Step
from ..proposals import JointDecision
from ..robot import ROBOT_SEAT
from ..signals import Communication
from ..state import State
from ..tasks import DONE, FAILED, OPEN, Task, draw, put
from ..verdicts import success
from ..view import seen
from .custom import check_difficulty, check_laid_tasks, read_custom
from .describe import describe
from .drawing import drawn
from .mission import CAPTAIN_OR_ONE, EPILOGUE, FREE, ONE_AGREED, VOLUNTEERS, Mission, epilogue
from .one_taker import Accepting, Offering
from .picking import Picking
from .predicting import Predicting, is_secret, predicted
from .selection import AllotAll, AllotTask, Selecting, Splitting
from .specials import SPECIALS
from .task_cards import TASK_CARDS
from .volunteers import Volunteering
from .ways import Table

UNTIMED = "untimed"
SAME_TASKS = "tasks="
_SAME_TASKS = re.compile(r"tasks=(T\d+(?:,T\d+)*)", re.ASCII)
"""The option that lays the tasks of the attempt before on the table again (rulebook p. 10)."""
_MOST_REDEALS = 100
_TASK_DECK = tuple(TASK_CARDS)
_WATCHED = frozenset(
    name for name, card in TASK_CARDS.items() if type(card.family).broken_by_card is not Family.broken_by_card
)
"""The tasks that a card can break before its trick is complete."""


@cache
def logbook() -> dict[str, Mission]:
    """The thirty-two missions by number, from `missions.toml`."""
    return {number: Mission.from_words(number, fields) for number, fields in mission_rows(__package__)}


class DeepSea(Book[Mission]):
    """The Crew: Mission Deep Sea, for two to five players."""

    slug = "deep-sea"
    title = "The Crew: Mission Deep Sea"
    rules = 1
    trump = SUBMARINES
    grammar = re.compile(
        r"""
        (?:robot[ ])?(?:play[ ]CARD | take[ ]TASK | pass | predict[ ]TASK[ ](?:0|[1-9]\d?))
        | answer[ ](?:yes|no) | assign[ ]all[ ]\d
        | propose[ ](?:distress[ ](?:left|right) | (?:TASK|all)[ ]\d)
        | agree | decline | give[ ]CARD | signal[ ]CARD(?:[ ](?:highest|only|lowest))? | ask | refrain | timeout
        """.replace("CARD", "(?:[PBGY][1-9]|S[1-4])").replace("TASK", "T(?:[1-9]|[1-8][0-9]|9[0-6])"),
        re.VERBOSE | re.ASCII,
    )
    missions = tuple(logbook())
    options = (UNTIMED, DISTRESS_ACTIVE)
    phases = {
        **PLAY_PHASES,
        "choosing": Picking(),
        "selecting": Selecting(),
        "agreeing": Selecting(),
        "offering": Offering(),
        "accepting": Accepting(),
        "volunteering": Volunteering(),
        "splitting": Splitting(),
        "predicting": Predicting(),
    }
    joint_decisions = {"distress": SendDistress(), "task": AllotTask(), "all": AllotAll()}

    def joint_decision(self, parts: Sequence[str]) -> JointDecision:
        """A task's name is in the place of the kind of other proposals."""
        return self.joint_decisions["task" if parts[0] in TASK_CARDS else parts[0]]

    # Setups

    def mission(self, text: str) -> Mission:
        """A mission of the logbook or the epilogue by its number, or a custom one by its words. Raises UnknownSetup."""
        if text in logbook():
            return logbook()[text]
        number = whole_number(text)
        if number is not None and number >= EPILOGUE and text == str(number):
            return epilogue(number)
        if not text.strip() or text.strip().isdecimal():
            raise UnknownSetup("sea-mission-number-unknown", mission=text, title=self.title, last=len(self.missions))
        return read_custom(text)

    def knows_option(self, option: str) -> bool:
        """Also the tasks of an earlier attempt."""
        return super().knows_option(option) or _SAME_TASKS.fullmatch(option) is not None

    def checked(self, setup: Setup) -> Mission:
        """The mission as it is played by this setup: timed or not, with new tasks or the same ones.

        Raises UnknownSetup.
        """
        mission = super().checked(setup)
        if UNTIMED in setup.options:
            mission = mission.without_clock()
        check_difficulty(mission, setup.players)
        check_laid_tasks(mission, _table(setup.players, len(cards_in_play(setup, self.trump))))
        same_tasks = [option for option in setup.options if option not in self.options]
        if len(same_tasks) > 1:
            raise UnknownSetup("setup-option-twice", option=SAME_TASKS)
        return _with_same_tasks(mission, same_tasks[0], setup.players) if same_tasks else mission

    def clock(self, setup: Setup, mission: Mission) -> int | None:
        """The mission's seconds, unless it is played without the clock."""
        return mission.real_time

    def communication(self, setup: Setup, mission: Mission, dealt: Deal) -> Communication:
        """The mission's communication rule, or that of its terrain."""
        return mission.communication_in(dealt.terrain)

    # The deal

    def dealt(self, setup: Setup, mission: Mission, cards: tuple[Card, ...]) -> Deal:
        """Hands, tasks to the exact difficulty, and terrain; dealt again while the rules void the deal.

        Raises UnknownSetup where no deal of the mission can be.
        """
        table = _table(setup.players, len(cards))
        if setup.deal is not None:
            return _spelled_out(setup, mission, table)
        for redeals in range(_MOST_REDEALS):
            again = replace(setup, seed=setup.seed + "+" * redeals) if redeals else setup
            dealt = deal_from_seed(again, self.trump, _TASK_DECK)
            tasks = drawn(mission, dealt.tasks, table)
            if tasks is not None and not _is_void(dealt, tasks):
                terrain = drawn_terrain(again.seed, self.trump) if mission.unfamiliar_terrain else None
                return dealt._replace(tasks=tasks, terrain=terrain)
        raise UnknownSetup("sea-mission-cannot-be-dealt")

    def lay_out(self, state: State) -> State:
        """The tasks face up, and an empty ledger."""
        return self.recall(state.evolve(tasks=draw(state.dealt.tasks, (), face_up=True)))

    def recall(self, state: State) -> State:
        """The ledger of the tricks so far, and which tasks a card can break."""
        blind = ROBOT_SEAT if state.robot else None
        unplayed = len(state.cards) - state.seats * state.tricks_total
        ledger = Ledger.opening(state.seats, state.captain, state.tricks_total, unplayed, blind)
        for trick in state.tricks:
            ledger = ledger.after(trick)
        watched = tuple(task.name for task in state.tasks if task.name in _WATCHED)
        return state.evolve(ledger=ledger, watched=watched)

    def agenda(self, mission: Mission) -> tuple[Step, ...]:
        """Sharing the tasks, predictions, then play."""
        if not mission.tasks and mission.difficulty is None:
            return (GAP,)
        return (*_ways_of_assigning(mission), Step("predicting"), GAP)

    # Judging

    def order_counts(self, state: State) -> bool:
        """Return whether a task asks for tricks in a row or the first or last ones, or the mission has a condition."""
        families = [TASK_CARDS[task.name].family for task in state.tasks]
        return super().order_counts(state) or any(isinstance(family, Places) for family in families)

    def judge(self, state: State) -> State:
        """Judge tasks and special conditions; failure comes before success."""
        judged, lost = _judge_tasks(state)
        conditions_met = True
        for name in state.mission.special:
            verdict = SPECIALS[name].judge(judged)
            if isinstance(verdict, Sentence):
                lost = lost or verdict
            beside_tasks = SPECIALS[name].forbids_only and bool(judged.tasks)
            conditions_met = conditions_met and (verdict == DONE or beside_tasks)
        if lost is not None:
            return judged.end(False, lost)
        if conditions_met and all(task.status == DONE for task in judged.tasks):
            return judged.end(True, success(judged))
        return judged

    def on_card(self, state: State) -> State:
        """The goal that a card breaks at once, before its trick is complete."""
        for name in state.mission.special:
            lost = SPECIALS[name].on_card(state)
            if lost is not None:
                return state.end(False, lost)
        for name in state.watched:
            task = on_table(state.tasks, name)
            broken = _broken_by_card(state, task)
            if broken is not None:
                return _failed(state, task).end(False, broken)
        return state

    # Views and words

    def tasks_for(self, state: State, seat: int | None) -> tuple[Mapping[str, Any], ...]:
        """The tasks with their progress, which follows from public facts."""
        return tuple({**seen(task), "progress": _progress(state, task)} for task in state.tasks)

    def predictions_for(self, state: State, seat: int | None) -> tuple[tuple[int, str, int | None], ...]:
        """All numbers but the secret ones of others, also after the end."""
        return tuple(
            (owner, name, tricks if not is_secret(name) or _knows(state, owner, seat) else None)
            for owner, name, tricks in state.predictions
        )

    def describe(self, setup: Setup) -> Description:
        """The mission in a few sentences of our own."""
        return describe(setup, self.checked(setup))

    def tasks(self, players: int) -> Iterator[Description]:
        """All task cards with their explanations for this number of players, for the catalogue."""
        for card in TASK_CARDS.values():
            yield card.describe(players)


DEEP_SEA = DeepSea()


def _ways_of_assigning(mission: Mission) -> tuple[Step, ...]:
    if mission.way == VOLUNTEERS:
        volunteering = (Step("volunteering"),)
        return volunteering if mission.volunteers == 1 else (*volunteering, Step("splitting"))
    return (Step({FREE: "selecting", ONE_AGREED: "agreeing", CAPTAIN_OR_ONE: "offering"}.get(mission.way, "choosing")),)


def _with_same_tasks(mission: Mission, option: str, players: int) -> Mission:
    """The mission with these tasks on the table. Raises UnknownSetup unless it could have drawn them."""
    if mission.difficulty is None:
        raise UnknownSetup("setup-same-tasks-none", option=option)
    tasks = read_custom(option).tasks
    laid = sum(TASK_CARDS[name].difficulty(players) for name in tasks)
    if laid != mission.difficulty:
        raise UnknownSetup("setup-same-tasks", option=option, laid=laid, difficulty=mission.difficulty)
    return replace(mission, tasks=tasks)


def _table(players: int, cards: int) -> Table:
    seats = max(players, 3)
    return Table(players, seats, cards // seats)


def _spelled_out(setup: Setup, mission: Mission, table: Table) -> Deal:
    dealt = deal_from_text(setup, SUBMARINES, _TASK_DECK, 0)
    _check_sections(setup.deal or "", mission)
    tasks = drawn(mission, dealt.tasks, table)
    if tasks is None:
        raise UnknownSetup("deal-tasks-do-not-fit")
    if _is_void(dealt, tasks):
        raise UnknownSetup("deal-void")
    terrain = (dealt.terrain or drawn_terrain("", SUBMARINES)) if mission.unfamiliar_terrain else None
    return dealt._replace(tasks=tasks, terrain=terrain)


def _check_sections(deal: str, mission: Mission) -> None:
    """Refuse a section that this mission has no use for, so that it is not dropped silently."""
    if "| terrain" in deal and not mission.unfamiliar_terrain:
        raise UnknownSetup("deal-section-unused", section="terrain")
    if "| tasks" in deal and not mission.tasks and mission.difficulty is None:
        raise UnknownSetup("deal-section-unused", section="tasks")


def _is_void(dealt: Deal, tasks: Sequence[str]) -> bool:
    """Return whether one hand, the robot's included, holds all cards of a set that makes a task impossible."""
    sets = [cards for name in tasks for cards in TASK_CARDS[name].redeal]
    if not sets:
        return False
    hands = [frozenset(hand) for hand in (*dealt.hands, (*dealt.robot_up, *dealt.robot_down))]
    return any(cards <= hand for cards in sets for hand in hands)


def _judge_tasks(state: State) -> tuple[State, Sentence | None]:
    """The state with its tasks judged after a trick, and why that loses the mission, if it does."""
    endings = Endings(state.ledger) if state.ledger and state.tricks_left == 1 else None
    lost: Sentence | None = None
    tasks_after: list[Task] = []
    for task in state.tasks:
        verdict = _verdict(state, task, endings) if task.status == OPEN else OPEN
        if isinstance(verdict, Sentence):
            lost = lost or _about(task, verdict)
            tasks_after.append(task._replace(status=FAILED))
        elif verdict == DONE:
            tasks_after.append(task._replace(status=DONE))
    return (state.evolve(tasks=put(state.tasks, *tasks_after)) if tasks_after else state), lost


def _verdict(state: State, task: Task, endings: Endings | None) -> Verdict:
    assert state.ledger is not None
    assert task.owner is not None
    prediction = predicted(state, task) if state.predictions else None
    return TASK_CARDS[task.name].family.judge(state.ledger, task.owner, prediction, endings)


def _about(task: Task, why: Sentence) -> Sentence:
    """The reason, with the task that it is about."""
    return Sentence(why.code, {"task": task.name, "owner": task.owner, **why.params})


def _broken_by_card(state: State, task: Task) -> Sentence | None:
    assert state.trick is not None
    assert task.owner is not None
    if task.status != OPEN:
        return None
    broken = TASK_CARDS[task.name].family.broken_by_card(state.trick, task.owner, state.tricks_total)
    return _about(task, broken) if broken else None


def _failed(state: State, failed: Task) -> State:
    return state.evolve(tasks=tuple(task._replace(status=FAILED) if task == failed else task for task in state.tasks))


def _progress(state: State, task: Task) -> Mapping[str, Any] | None:
    if task.owner is None or state.ledger is None or task.status != OPEN:
        return None
    sentence = TASK_CARDS[task.name].family.progress(state.ledger, task.owner, predicted(state, task))
    return {"code": sentence.code, "params": sentence.params} if sentence else None


def _knows(state: State, owner: int, seat: int | None) -> bool:
    """Return whether the seat made this prediction: its own, or the captain for the robot."""
    return seat is not None and seat in (owner, state.acts_for(owner))
