"""All tasks to one player: by agreement (mission 6), or kept or offered by the captain (missions 10 and 13)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..assignment import give_all
from ..phases import Phase, Reason, Step
from ..polls import ACCEPT_ALL, Poll, answered, answers_to
from .selection import all_to_one

if TYPE_CHECKING:
    from ..state import State


class Offering(Phase):
    """The captain keeps all tasks, or offers all of them to a player who has not refused yet.

    The robot cannot refuse: it takes what it is given.
    """

    def enter(self, state: State, step: Step) -> State:
        """No player has answered yet."""
        return state.evolve(poll=Poll(ACCEPT_ALL, ()))

    def waiting_on(self, state: State) -> Iterable[int]:
        """The captain."""
        return [state.captain]

    def legal(self, state: State, seat: int) -> list[str]:
        """All seats that may still take all tasks."""
        return [f"assign all {taker}" for taker in _takers(state)] if seat == state.captain else []

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        """Keep the tasks, give them to the robot, or ask."""
        taker = int(parts[2])
        if taker == seat or taker not in state.people:
            return _taken(state, taker)
        assert state.poll is not None
        return state.evolve(poll=state.poll._replace(asked=(*state.poll.asked, taker)), phase="accepting")

    def refuses(self, state: State, seat: int, parts: list[str]) -> Reason | None:
        """Return why the captain cannot offer to this one."""
        if parts[:2] != ["assign", "all"] or seat != state.captain:
            return None
        taker = int(parts[2])
        if taker == seat:
            return "not-for-the-captain-all", {}
        return ("refused-already", {"other_seat": taker}) if taker in state.people else None


class Accepting(Phase):
    """The player who was offered all tasks takes or refuses them; a refusal gives the choice back to the captain."""

    def waiting_on(self, state: State) -> Iterable[int]:
        """The seat that answers."""
        assert state.poll is not None
        return [state.poll.asked[-1]]

    def legal(self, state: State, seat: int) -> list[str]:
        """Yes or no; only yes if no other seat could take the tasks."""
        if seat not in self.waiting_on(state):
            return []
        return answers_to(ACCEPT_ALL) if _takers(state) else ["answer yes"]

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        """Note the answer."""
        heard = state.evolve(poll=answered(state, seat, parts))
        return _taken(heard, seat) if parts[1] == "yes" else heard.evolve(phase="offering")

    def refuses(self, state: State, seat: int, parts: list[str]) -> Reason | None:
        """Return why the last one may not refuse."""
        if parts != ["answer", "no"] or seat not in self.waiting_on(state):
            return None
        return "last-to-accept", {}


def _takers(state: State) -> list[int]:
    """The seats that may still have all tasks: the captain, unless one is not allowed for the captain, and seats that
    have not refused.
    """
    assert state.poll is not None
    return [seat for seat in all_to_one(state) if seat not in state.poll.asked]


def _taken(state: State, taker: int) -> State:
    """After passing tasks on, all communication must be over when the first trick begins, for all players."""
    given = state.evolve(tasks=give_all(state.tasks, taker))
    if taker == state.captain:
        return given.advance()
    return given.evolve(communication=given.communication._replace(until=1)).advance()
