"""What makes one Crew game of the trick-taking core: its cards, missions, phases and judgement."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from ..contract import Game, Setup, UnknownSetup
from .cards import Card, deck
from .dealing import THREE_PLAYER_CHALLENGE, Deal, cards_in_play, deal_from_seed, deal_from_text
from .distress import DISTRESS_ACTIVE, Distress
from .mission import Mission
from .phases import Phase, Step
from .proposals import JointDecision
from .robot import Robot
from .state import State

if TYPE_CHECKING:
    from collections.abc import Sequence


class Book(Game):
    """A Crew game. Subclasses say what its missions are and when they are decided."""

    players = (2, 3, 4, 5)
    trump: ClassVar[str]
    grammar: ClassVar[re.Pattern[str]]
    """Every text that is an action of this game in some position."""
    phases: ClassVar[Mapping[str, Phase]]
    joint_decisions: ClassVar[Mapping[str, JointDecision]]

    @abstractmethod
    def mission(self, text: str) -> Mission:
        """The mission of this text. Raises UnknownSetup."""

    @abstractmethod
    def task_deck(self, cards: Sequence[Card]) -> tuple[str, ...]:
        """The tasks before they are shuffled, for a round with these cards."""

    @abstractmethod
    def agenda(self, mission: Mission) -> tuple[Step, ...]:
        """Everything that is decided before the first trick, in order."""

    @abstractmethod
    def judge(self, state: State) -> State:
        """The state after a trick with its tasks judged, and ended if that decides the mission."""

    @abstractmethod
    def lay_out(self, state: State) -> State:
        """The state with everything on the table that lies there before the first decision."""

    def on_named(self, state: State) -> State:
        """What follows when the captain has named somebody."""
        return state

    def between_tricks(self, state: State) -> State:
        """What the mission does after a trick that did not end it, before anybody signals."""
        return state

    def mission_text(self, mission: str) -> str:
        """The mission's number, or a custom mission's words in their order."""
        return self.mission(mission).text

    def deal(self, setup: Setup) -> State:
        """The state before the first decision of a player."""
        mission = self.checked(setup)
        cards = cards_in_play(setup, self.trump)
        tasks = self.task_deck(cards)
        if setup.deal is None:
            dealt = deal_from_seed(setup, self.trump, tasks)
        else:
            dealt = deal_from_text(setup, self.trump, tasks, mission.tasks)
        return self.lay_out(self._seated(setup, mission, dealt, cards)).advance()

    def _seated(self, setup: Setup, mission: Mission, dealt: Deal, cards: tuple[Card, ...]) -> State:
        robot = Robot(dealt.robot_up, dealt.robot_down) if dealt.robot_up else None
        seats = setup.players + (robot is not None)
        highest_trump = deck(self.trump)[-1]
        return State(
            setup=setup,
            book=self,
            mission=mission,
            dealt=dealt,
            cards=cards,
            hands=dealt.hands,
            robot=robot,
            captain=next(seat for seat, hand in enumerate(dealt.hands) if highest_trump in hand),
            tricks_total=len(cards) // seats,
            radios=(1,) * setup.players + (0,) * (robot is not None),
            tricks_won=(0,) * seats,
            agenda=self.agenda(mission),
            distress=Distress(active=DISTRESS_ACTIVE in setup.options),
        )

    def checked(self, setup: Setup) -> Mission:
        """The setup's mission. Refuses a player count, an option or a mission that this game does not know."""
        self._check_players_and_options(setup)
        mission = self.mission(setup.mission)
        most = len(self.task_deck(cards_in_play(setup, self.trump)))
        if mission.tasks > most:
            raise UnknownSetup("mission-too-many-tasks", tasks=mission.tasks, most=most)
        return mission

    def _check_players_and_options(self, setup: Setup) -> None:
        if setup.players not in self.players:
            raise UnknownSetup("setup-players", players=setup.players, title=self.title)
        for option in setup.options:
            if option not in self.options:
                raise UnknownSetup("setup-option", option=option, options=", ".join(self.options))
            if setup.options.count(option) > 1:
                raise UnknownSetup("setup-option-twice", option=option)
        if THREE_PLAYER_CHALLENGE in setup.options and setup.players != 3:
            raise UnknownSetup("setup-challenge-players", players=setup.players)
