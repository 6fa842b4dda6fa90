"""Planet Nine's missions and how they are judged."""

from __future__ import annotations

import re
from functools import cache

from ...contract import Description, Sentence, Setup, UnknownSetup
from ...shuffle import Stream
from ..assignment import Choosing
from ..book import PLAY_PHASES, Book
from ..cards import Card, Hand, in_deck_order
from ..dealing import THREE_PLAYER_CHALLENGE, Deal, cards_in_play, deal_from_seed, deal_from_text
from ..distress import DISTRESS_ACTIVE, GAP, SendDistress
from ..mission import Mission as AnyMission
from ..mission import mission_rows
from ..phases import Step
from ..polls import ALL_TASKS, NEXT_TASK, GivingRoles, Naming, Polling, Roles
from ..robot import ROBOT_SEAT
from ..signals import Communication
from ..state import State
from ..tasks import DONE, FAILED, OPEN, Task, draw
from ..verdicts import success
from .commander import Deciding, Distributing, HandOver
from .custom import read_custom
from .describe import describe
from .mission import Mission, mission_of
from .specials import SPECIALS, Special
from .token_changes import ExchangeTokens, MoveToken
from .tokens import broken, tricks_needed


@cache
def logbook() -> dict[str, Mission]:
    """The fifty missions by number, from `missions.toml`."""
    return {number: Mission.from_words(number, fields) for number, fields in mission_rows(__package__)}


class PlanetNine(Book[Mission]):
    """The Crew: The Quest for Planet Nine, for two to five players."""

    slug = "planet-nine"
    title = "The Crew: The Quest for Planet Nine"
    rules = 1
    trump = "R"
    grammar = re.compile(
        r"""
        (?:robot[ ])?(?:play[ ](?:[PBGY][1-9]|R[1-4]) | take[ ][PBGY][1-9] | pass)
        | answer[ ](?:yes|no|good|bad|first|middle|last)
        | name[ ]\d | assign[ ](?:all|[PBGY][1-9])[ ]\d
        | propose[ ](?: distress[ ](?:left|right) | (?:swap|move)[ ][PBGY][1-9][ ][PBGY][1-9]
                      | hand[ ][PBGY][1-9][ ]\d | roles[ ]\d[ ]\d )
        | agree | decline | give[ ](?:[PBGY][1-9]|R[1-4])
        | signal[ ](?:[PBGY][1-9]|R[1-4])(?:[ ](?:highest|only|lowest))? | ask | refrain
        """,
        re.VERBOSE | re.ASCII,
    )
    missions = tuple(logbook())
    options = (THREE_PLAYER_CHALLENGE, DISTRESS_ACTIVE)
    phases = {
        **PLAY_PHASES,
        "poll": Polling(),
        "naming": Naming(),
        "roles": GivingRoles(),
        "choosing": Choosing(),
        "deciding": Deciding(),
        "distributing": Distributing(),
    }
    joint_decisions = {
        "distress": SendDistress(),
        "hand": HandOver(),
        "move": MoveToken(),
        "roles": Roles(),
        "swap": ExchangeTokens(),
    }

    def mission(self, text: str) -> Mission:
        """A mission of the logbook by its number, or a custom one by its words. Raises UnknownSetup."""
        if text in logbook():
            return logbook()[text]
        if not text.strip() or text.strip().isdecimal():
            raise UnknownSetup("mission-number", mission=text, title=self.title, last=len(self.missions))
        return read_custom(text)

    def checked(self, setup: Setup) -> Mission:
        """The setup's mission; there may be no more tasks than colour cards in the round. Raises UnknownSetup."""
        mission = super().checked(setup)
        most = len(_colour_cards(cards_in_play(setup, self.trump)))
        if mission.tasks > most:
            raise UnknownSetup("mission-too-many-tasks", tasks=mission.tasks, most=most)
        return mission

    def dealt(self, setup: Setup, mission: Mission, cards: tuple[Card, ...]) -> Deal:
        """The hands, and the first tasks of a deck with one for every colour card."""
        tasks = _colour_cards(cards)
        if setup.deal is None:
            dealt = deal_from_seed(setup, self.trump, tasks)
        else:
            dealt = deal_from_text(setup, self.trump, tasks, mission.tasks)
        return dealt._replace(tasks=dealt.tasks[: mission.tasks])

    def communication(self, setup: Setup, mission: Mission, dealt: Deal) -> Communication:
        """The mission's own conditions; none are drawn."""
        return mission.communication

    def agenda(self, mission: Mission) -> tuple[Step, ...]:
        """Polls and naming, then the tasks, then play."""
        steps = [step for special in _specials(mission) for step in special.steps]
        return (*steps, *_ways_of_assigning(mission), GAP)

    def lay_out(self, state: State) -> State:
        """Draw the tasks; in mission 46 also determine the collector, for the whole round (D3)."""
        mission = mission_of(state)
        face_up = not (mission.commander_decision or mission.commander_distribution)
        drawn = draw(state.dealt.tasks, mission.tokens, face_up=face_up)
        laid = state.evolve(tasks=drawn)
        if "left-of-pink-nine-wins-all-pink" not in state.mission.special:
            return laid
        return laid.evolve(collector=state.clockwise_from(_holder_of_pink_nine(state))[1])

    def on_named(self, state: State) -> State:
        """Mission 11: the player named may not signal in this attempt."""
        if "chosen-player-cannot-communicate" not in state.mission.special:
            return state
        return state.evolve(radios=tuple(left * (seat != state.named) for seat, left in enumerate(state.radios)))

    def between_tricks(self, state: State) -> State:
        """Mission 12: after trick 1 each player takes a random card of the player on the right."""
        if "random-card-from-right-after-trick-1" not in state.mission.special or len(state.tricks) != 1:
            return state
        return _exchanged(state)

    def judge(self, state: State) -> State:
        """Judge tasks, the order of their tokens, and the special conditions; failure comes before success."""
        judged, lost = _judge_tasks(state)
        specials = _specials(state.mission)
        verdicts = [special.judge(judged) for special in specials]
        lost = lost or next((verdict for verdict in verdicts if isinstance(verdict, Sentence)), None)
        if lost is not None:
            return judged.end(False, lost)
        something_to_do = bool(judged.tasks) or any(not special.forbids_only for special in specials)
        met = [
            verdict == DONE or (special.forbids_only and something_to_do)
            for special, verdict in zip(specials, verdicts, strict=True)
        ]
        if all(met) and all(task.status == DONE for task in judged.tasks):
            return judged.end(True, success(judged))
        return _without_hope(judged)

    def describe(self, setup: Setup) -> Description:
        """The mission in a few sentences of our own."""
        return describe(setup, self.checked(setup))


PLANET_NINE = PlanetNine()


@cache
def _colour_cards(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(str(card) for card in cards if not card.is_trump)


def _specials(mission: AnyMission) -> list[Special]:
    return [SPECIALS[name] for name in mission.special]


def _ways_of_assigning(mission: Mission) -> tuple[Step, ...]:
    if not mission.tasks:
        return ()
    if mission.commander_decision:
        return (Step("poll", ALL_TASKS), Step("deciding"))
    if mission.commander_distribution:
        return (Step("poll", NEXT_TASK), Step("distributing")) * mission.tasks
    return (Step("choosing"),)


def _holder_of_pink_nine(state: State) -> int:
    """The seat that was dealt the pink 9. If no person holds it, it is the robot's, even covered: all players can
    conclude that.
    """
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
    """End the mission if too few tricks are left for its goals."""
    still_open = [task for task in state.tasks if task.status == OPEN]
    # A trick for each task is always enough, so the count is only made when it matters.
    if len(still_open) <= state.tricks_left or tricks_needed(still_open) <= state.tricks_left:
        return state
    if state.tricks_left:
        return state.end(False, Sentence("too-few-tricks-for-owners", {"number": state.tricks_left}))
    failed = tuple(task._replace(status=FAILED) if task.status == OPEN else task for task in state.tasks)
    return state.evolve(tasks=failed).end(False, Sentence("task-left-undone", {"task": still_open[0].name}))


def _exchanged(state: State) -> State:
    """Mission 12's exchange, from the hands before it: drawn with the label `exchange`, seat by seat.

    A signalled card cannot be taken (D8). The robot gives and takes with its open cards; the card it takes goes to the
    column it gave from.
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
