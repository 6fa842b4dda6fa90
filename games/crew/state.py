"""A state of a Crew game, and the step from one state to the next.

A round runs through its agenda (polls, choices, assignment of tasks) to the tricks. The phase of that name in
`phases.py` defines which actions are possible and what they do. An open proposal comes before its phase.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from .. import contract
from ..contract import Action, IllegalAction, Outcome, Sentence, Setup
from .cards import Card, Hand, Trick
from .dealing import Deal, write_deal
from .distress import NO_DISTRESS, Distress
from .mission import Mission
from .phases import Phase, Step
from .polls import Poll
from .proposals import Proposal
from .refusals import refusal
from .robot import ROBOT_SEAT, Robot
from .signals import ORDINARY, Communication, Signal
from .tasks import Task
from .view import CrewView, view_of

if TYPE_CHECKING:
    from .book import Book
    from .families.ledger import Ledger

OVER = "over"
_TIMED = frozenset({"gap", "window", "trick"})
TIMEOUT = Action(0, "timeout")
"""The table's action when the time is up; no seat can take it."""


@cache
def action(seat: int, text: str) -> Action:
    """The action of this seat and text; the rules list the same few thousand over and over."""
    return Action(seat, text)


VIEWS: Final = 512
"""The views that are kept: a page, its log line, its bots and its clock ask for the same ones of the newest state."""


@lru_cache(maxsize=VIEWS)
def _view_of(state: State, seat: int | None) -> CrewView:
    return view_of(state, seat)


@dataclass(frozen=True, eq=False, repr=False)
class State(contract.State):
    """Everything about a round, hidden cards included: only services, the solver and the rules hold one.

    Tuples by seat (`hands`, `radios`, `tricks_won`) count the robot's seat, whose hand is in `robot`.
    """

    setup: Setup
    book: Book[Any]
    mission: Mission
    dealt: Deal
    cards: tuple[Card, ...]
    """The cards of this round, in deck order."""
    hands: tuple[Hand, ...]
    captain: int
    tricks_total: int
    radios: tuple[int, ...]
    """Signals left by seat, where each player has tokens."""
    tricks_won: tuple[int, ...]
    communication: Communication = ORDINARY
    shared_tokens: int | None = None
    """Signals left for the crew, where the tokens are shared (rapture of the deep)."""
    clock: int | None = None
    """Seconds for all tricks together, in timed play."""
    robot: Robot | None = None
    phase: str = ""
    agenda: tuple[Step, ...] = ()
    tasks: tuple[Task, ...] = ()
    poll: Poll | None = None
    proposal: Proposal | None = None
    declined: tuple[str, ...] = ()
    """The proposals that were declined since one was accepted."""
    named: int | None = None
    roles: tuple[int, int] | None = None
    collector: int | None = None
    volunteers: tuple[int, ...] = ()
    passed: tuple[int, ...] = ()
    """Seats that took no task in their turn."""
    predictions: tuple[tuple[int, str, int], ...] = ()
    """The seat, the task and the number of tricks of each prediction."""
    tokens_changed: bool = False
    task_handed: bool = False
    distress: Distress = NO_DISTRESS
    trick: Trick | None = None
    tricks: tuple[Trick, ...] = ()
    winners: tuple[int, ...] = ()
    """The seat that won each of `tricks`."""
    ledger: Ledger | None = None
    """The public facts of the tricks so far, where they decide tasks."""
    watched: tuple[str, ...] = ()
    """The tasks that a single card can break before its trick is complete."""
    signals: tuple[Signal, ...] = ()
    asking: tuple[int, ...] = ()
    """Seats that asked to signal before the next trick."""
    heard: tuple[int, ...] = ()
    """Seats that have had their say before this trick and cannot ask again."""
    outcome: Outcome | None = None
    log: tuple[Action, ...] = ()
    _legal: dict[int, dict[str, Action]] = field(default_factory=dict, init=False)
    """Cached `legal_actions` by seat; a state never changes, so neither do they."""

    def __repr__(self) -> str:
        return f"<State of {self.setup.game} {self.setup.mission!r}: {self.phase}, {len(self.log)} actions>"

    def evolve(self, **changes: Any) -> State:
        """A copy with these fields changed. (Copying the dict is five times as fast as dataclasses.replace.)"""
        new = object.__new__(State)
        values = new.__dict__
        values.update(self.__dict__)
        values.update(changes)
        values["_legal"] = {}
        return new

    # Who sits where

    @property
    def people(self) -> range:
        """The seats of people (bots included), clockwise."""
        return range(self.setup.players)

    @property
    def seats(self) -> int:
        """The number of seats that play to a trick: the people, and the robot if there is one."""
        return len(self.tricks_won)

    def clockwise_from(self, seat: int) -> tuple[int, ...]:
        """All seats in playing order, beginning with this one."""
        return tuple((seat + step) % self.seats for step in range(self.seats))

    def acts_for(self, seat: int) -> int:
        """The seat that decides for this seat: the captain for the robot, each player for themselves."""
        return self.captain if seat == ROBOT_SEAT and self.robot else seat

    def others(self, seat: int) -> tuple[int, ...]:
        """The other people, clockwise from the seat's left."""
        return tuple(other for other in self.clockwise_from(seat)[1:] if other in self.people)

    def hand_of(self, seat: int) -> Hand:
        """The cards the seat may play from; the robot's are its open ones."""
        return self.robot.hand if self.robot and seat == ROBOT_SEAT else self.hands[seat]

    @property
    def tricks_left(self) -> int:
        """The number of incomplete tricks."""
        return self.tricks_total - len(self.tricks)

    # The contract

    @property
    def current(self) -> Phase:
        """The phase that decides what may be done now."""
        return self.book.phases["proposal" if self.proposal else self.phase]

    @property
    def waiting_on(self) -> frozenset[int]:
        """The seats for which the table waits."""
        return frozenset([self.acts_for(seat) for seat in self.current.waiting_on(self)])

    @property
    def shares_freely(self) -> bool:
        """Whether every player may propose now who takes which task."""
        return self.current.shares_freely

    def legal_actions(self, seat: int) -> list[Action]:
        """All that the seat may do now, sorted by text."""
        return list(self._legal_by_text(seat).values())

    def _legal_by_text(self, seat: int) -> dict[str, Action]:
        actions = self._legal.get(seat)
        if actions is None:
            texts = sorted(self.current.legal(self, seat)) if seat in self.people else ()
            number = int(seat)  # False == 0, so the cache below would return it for seat 0.
            actions = self._legal[seat] = {text: action(number, text) for text in texts}
        return actions

    def apply(self, action: Action) -> State:
        """The state after the action; raises UnreadableAction or IllegalAction, naming the seat and why."""
        legal = self._legal_by_text(action.seat).get(action.text)
        if legal is None:
            if action == TIMEOUT and self.clock_runs:
                return self._time_out()
            raise refusal(self, action)
        parts = action.text.removeprefix("robot ").split()
        after = self.current.act(self, action.seat, parts)
        assert after is not self, "every action makes a new state"
        # No other code has this new state yet, so its log can be completed in place instead of by one more copy.
        after.__dict__["log"] = (*self.log, legal)
        return after

    @property
    def clock_runs(self) -> bool:
        """Whether the time counts: from the last thing decided before the first trick to the end."""
        return self.clock is not None and self.phase in _TIMED and self.outcome is None

    def _time_out(self) -> State:
        final = self.end(False, Sentence("time-out", {"number": len(self.tricks) + 1}))
        return final.evolve(proposal=None, log=(*self.log, TIMEOUT))

    def view(self, seat: int | None) -> CrewView:
        """Return all that the seat may know; None is a spectator. Raises IllegalAction for a seat that is not there."""
        if seat is not None and not 0 <= seat < self.seats:
            raise IllegalAction("no-such-seat", number=seat, last=self.seats - 1)
        return _view_of(self, None if seat is None else int(seat))

    # Towards the tricks, and the end

    def advance(self) -> State:
        """Go on to the next step of the agenda."""
        step, *rest = self.agenda
        return self.book.phases[step.phase].enter(self.evolve(agenda=tuple(rest), phase=step.phase), step)

    def end(self, success: bool, sentence: Sentence) -> State:
        """The state once the mission is decided; the cards of a trick that this interrupts stay where they lie."""
        return self.evolve(phase=OVER, asking=(), outcome=Outcome.of(success, sentence))

    @property
    def spelled_out(self) -> Setup:
        """The same setup with its deal written out in place of the seed, which may lead to other deals."""
        return replace(self.setup, seed="", deal=write_deal(self.dealt))
