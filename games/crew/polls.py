"""The captain's polls before play, and the captain's own decisions: which player is named, and the roles."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from typing import TYPE_CHECKING, Final, NamedTuple

from .phases import Phase, Step
from .proposals import JointDecision, proposals, propose
from .tasks import Task, put, untaken

if TYPE_CHECKING:
    from .state import State

HEALTH: Final = "health"
VOLUNTEER: Final = "volunteer"
ALL_TASKS: Final = "all-tasks"
NEXT_TASK: Final = "next-task"
ROLE: Final = "role"
VOLUNTEER_ALL: Final = "volunteer-all"
ACCEPT_ALL: Final = "accept-all"

ANSWERS: dict[str, tuple[str, ...]] = {
    HEALTH: ("good", "bad"),
    VOLUNTEER: ("yes", "no"),
    ALL_TASKS: ("yes", "no"),
    NEXT_TASK: ("yes", "no"),
    ROLE: ("first", "middle", "last"),
    VOLUNTEER_ALL: ("yes", "no"),
    ACCEPT_ALL: ("yes", "no"),
}
"""The only words in which each question may be answered."""


class Poll(NamedTuple):
    """The captain asks these seats in turn. Answers are public and not binding."""

    question: str
    asked: tuple[int, ...]
    answers: tuple[tuple[int, str], ...] = ()


class Polling(Phase):
    """The captain asks every other person, clockwise from the captain's left."""

    def enter(self, state: State, step: Step) -> State:
        """Begin to ask; before "who takes this task?" the next one is turned up (rulebook p. 18)."""
        if step.question == NEXT_TASK:
            state = state.evolve(tasks=_turn_next_up(state))
        return state.evolve(poll=Poll(step.question, state.others(state.captain)))

    def waiting_on(self, state: State) -> Iterable[int]:
        """The seat that answers now."""
        assert state.poll is not None
        return [state.poll.asked[len(state.poll.answers)]]

    def legal(self, state: State, seat: int) -> list[str]:
        """The words that answer the question."""
        assert state.poll is not None
        return answers_to(state.poll.question) if seat in self.waiting_on(state) else []

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        """Note the answer; after the last one the captain decides."""
        poll = answered(state, seat, parts)
        if len(poll.answers) == len(poll.asked):
            return state.evolve(poll=poll).advance()
        return state.evolve(poll=poll)


class Naming(Phase):
    """The captain names another player, whatever the answers were."""

    def waiting_on(self, state: State) -> Iterable[int]:
        """The captain."""
        return [state.captain]

    def legal(self, state: State, seat: int) -> list[str]:
        """All other seats, the robot included."""
        return [f"name {other}" for other in range(state.seats) if other != seat] if seat == state.captain else []

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        """Name the player."""
        return state.book.on_named(state.evolve(named=int(parts[1]))).advance()


class GivingRoles(Phase):
    """Mission 50: the crew agrees on the winners of the first tricks and of the last.

    The captain asks *every* player for a wish, and may add their own before the first proposal.
    """

    def waiting_on(self, state: State) -> Iterable[int]:
        """The table waits for the captain, whose poll this was, to make a proposal."""
        return [state.captain]

    def legal(self, state: State, seat: int) -> list[str]:
        """Any player proposes; the captain may first state their own wish."""
        return proposals(state) + (answers_to(ROLE) if self._may_wish(state, seat) else [])

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        """Propose, or record the captain's wish."""
        if parts[0] == "propose":
            return propose(state, seat, parts)
        return state.evolve(poll=answered(state, seat, parts))

    @staticmethod
    def _may_wish(state: State, seat: int) -> bool:
        assert state.poll is not None
        return seat == state.captain and seat not in dict(state.poll.answers)


class Roles(JointDecision):
    """`propose roles A B`: A wins the first four tricks, B the last, all other players the ones between."""

    phases = ("roles",)
    closed = "roles-closed"

    def offers(self, state: State) -> Iterable[str]:
        """Every two different seats, the captain's and the robot's included."""
        return [f"roles {first} {last}" for first, last in permutations(range(state.seats), 2)]

    def enact(self, state: State, parts: list[str]) -> State:
        """Give the roles and go on."""
        return state.evolve(roles=(int(parts[1]), int(parts[2]))).advance()


def answers_to(question: str) -> list[str]:
    """The texts that answer the question."""
    return [f"answer {word}" for word in ANSWERS[question]]


def answered(state: State, seat: int, parts: list[str]) -> Poll:
    """The poll with the seat's answer."""
    assert state.poll is not None
    return state.poll._replace(answers=(*state.poll.answers, (seat, parts[1])))


def _turn_next_up(state: State) -> tuple[Task, ...]:
    next_up = untaken(state.tasks)[0]._replace(face_up=True)
    return put(state.tasks, next_up)
