"""The differences between the Crew games, behind one interface: cards, missions, phases and verdicts."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from ..contract import Game, Setup, UnknownSetup
from .cards import Card, deck
from .dealing import THREE_PLAYER_CHALLENGE, Deal, cards_in_play
from .distress import DISTRESS_ACTIVE, Distress, Giving
from .mission import Mission
from .phases import Over, Phase, Step
from .play import Gap, InTrick
from .positions import position_of
from .proposals import JointDecision, Proposing
from .robot import Robot
from .signals import NONE, RAPTURE, Communication, Window
from .state import OVER, State
from .view import seen

if TYPE_CHECKING:
    from collections.abc import Sequence


M = TypeVar("M", bound=Mission)

PLAY_PHASES: Mapping[str, Phase] = {
    "proposal": Proposing(),
    "giving": Giving(),
    "gap": Gap(),
    "window": Window(),
    "trick": InTrick(),
    OVER: Over(),
}
"""The phases of every Crew game, once its tasks are assigned."""


class Book(Game, Generic[M]):
    """A Crew game, with its kind of mission. Subclasses say what its missions are and when they are decided."""

    players = (2, 3, 4, 5)
    trump: ClassVar[str]
    grammar: ClassVar[re.Pattern[str]]
    """Every text that is an action of this game in some position."""
    phases: ClassVar[Mapping[str, Phase]]
    joint_decisions: ClassVar[Mapping[str, JointDecision]]

    @abstractmethod
    def mission(self, text: str) -> M:
        """The mission of this text. Raises UnknownSetup."""

    @abstractmethod
    def dealt(self, setup: Setup, mission: M, cards: tuple[Card, ...]) -> Deal:
        """The hands and the tasks that lie on the table, for a round with these cards. Raises UnknownSetup."""

    @abstractmethod
    def communication(self, setup: Setup, mission: M, dealt: Deal) -> Communication:
        """Return the rules of signals in this round."""

    @abstractmethod
    def agenda(self, mission: M) -> tuple[Step, ...]:
        """Everything that is decided before the first trick, in order."""

    @abstractmethod
    def judge(self, state: State) -> State:
        """The state after a trick with its tasks judged, and ended if that decides the mission."""

    @abstractmethod
    def lay_out(self, state: State) -> State:
        """The state with all cards on the table that are there before the first decision."""

    def clock(self, setup: Setup, mission: M) -> int | None:
        """The seconds for all tricks together, where the crew plays against the clock."""
        return None

    def joint_decision(self, parts: Sequence[str]) -> JointDecision:
        """The decision that `propose WORDS` asks for; the words are of this game's grammar."""
        return self.joint_decisions[parts[0]]

    def tasks_for(self, state: State, seat: int | None) -> tuple[Mapping[str, Any], ...]:
        """The tasks as the seat sees them."""
        return tuple(seen(task) for task in state.tasks)

    def predictions_for(self, state: State, seat: int | None) -> tuple[tuple[int, str, int | None], ...]:
        """The predictions as the seat sees them."""
        return ()

    def on_named(self, state: State) -> State:
        """Return the state after the captain has named a player."""
        return state

    def recall(self, state: State) -> State:
        """The state with all that the book keeps of the tricks played so far."""
        return state

    def on_card(self, state: State) -> State:
        """The state after a card that does not complete its trick, ended if the card alone decides the mission."""
        return state

    def between_tricks(self, state: State) -> State:
        """The mission's effects after a trick that did not end it, before any seat signals."""
        return state

    def order_counts(self, state: State) -> bool:
        """Return whether a task or a condition asks for the order of finished tricks."""
        return bool(state.mission.special)

    def position_of(self, state: State) -> int:  # type: ignore[override]  # Its own states.
        """A number of 64 bits (signed) that equal positions of a deal share."""
        return position_of(state)

    def mission_text(self, mission: str) -> str:
        """The mission's number, or a custom mission's words in their order."""
        return self.mission(mission).text

    def deal(self, setup: Setup) -> State:
        """The state before the first decision of a player."""
        mission = self.checked(setup)
        cards = cards_in_play(setup, self.trump)
        dealt = self.dealt(setup, mission, cards)
        return self.lay_out(self._seated(setup, mission, dealt, cards)).advance()

    def _seated(self, setup: Setup, mission: M, dealt: Deal, cards: tuple[Card, ...]) -> State:
        robot = Robot(dealt.robot_up, dealt.robot_down) if dealt.robot_up else None
        seats = setup.players + (robot is not None)
        highest_trump = deck(self.trump)[-1]
        communication = self.communication(setup, mission, dealt)
        own_tokens = communication.kind not in (NONE, RAPTURE)
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
            radios=(int(own_tokens),) * setup.players + (0,) * (robot is not None),
            communication=communication,
            shared_tokens=seats - 2 if communication.kind == RAPTURE else None,
            clock=self.clock(setup, mission),
            tricks_won=(0,) * seats,
            agenda=self.agenda(mission),
            distress=Distress(active=DISTRESS_ACTIVE in setup.options),
        )

    def checked(self, setup: Setup) -> M:
        """The setup's mission. Refuses a player count, an option or a mission that this game does not know."""
        self._check_players_and_options(setup)
        return self.mission(setup.mission)

    def knows_option(self, option: str) -> bool:
        """Return whether a setup of this game may carry this option."""
        return option in self.options

    def _check_players_and_options(self, setup: Setup) -> None:
        if setup.players not in self.players:
            raise UnknownSetup("setup-players", players=setup.players, title=self.title)
        for option in setup.options:
            if not self.knows_option(option):
                raise UnknownSetup("setup-option", option=option, options=", ".join(self.options))
            if setup.options.count(option) > 1:
                raise UnknownSetup("setup-option-twice", option=option)
        if THREE_PLAYER_CHALLENGE in setup.options and setup.players != 3:
            raise UnknownSetup("setup-challenge-players", players=setup.players)
