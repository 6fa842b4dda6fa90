"""Volunteers (missions 14–16 and 26): the captain asks, and the players who answer yes get all the tasks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..assignment import give_all
from ..phases import Phase, Step
from ..polls import VOLUNTEER_ALL, Poll, answered, answers_to
from ..tasks import untaken
from .mission import mission_of
from .selection import for_the_captain

if TYPE_CHECKING:
    from ..state import State


class Volunteering(Phase):
    """The captain asks the players clockwise, each once, the captain last (rulebook p. 20–21).

    Once only as many players are left as are needed, these must volunteer and are not asked. The captain is left out
    where all tasks together, or all of them in a split, compare with the captain's own tricks.
    """

    def enter(self, state: State, step: Step) -> State:
        """Begin to ask, if there is a choice."""
        return _settled(state.evolve(poll=Poll(VOLUNTEER_ALL, state.others(state.captain))))

    def waiting_on(self, state: State) -> Iterable[int]:
        """The seat that answers now."""
        assert state.poll is not None
        return [state.poll.asked[len(state.poll.answers)]]

    def legal(self, state: State, seat: int) -> list[str]:
        """Yes or no."""
        return answers_to(VOLUNTEER_ALL) if seat in self.waiting_on(state) else []

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        """Note the answer, and see whether that settles it."""
        return _settled(state.evolve(poll=answered(state, seat, parts)))


def _settled(state: State) -> State:
    """The state, gone on if enough have volunteered or are left."""
    assert state.poll is not None
    willing = [seat for seat, word in state.poll.answers if word == "yes"]
    missing = mission_of(state).volunteers - len(willing)
    left = _pool(state)[len(state.poll.answers) :]
    if missing and len(left) > missing:
        return state
    return _chosen(state, (*willing, *left[:missing]))


def _pool(state: State) -> tuple[int, ...]:
    """All possible volunteers, in the order of the poll."""
    assert state.poll is not None
    barred = [for_the_captain(state, task, state.captain) for task in untaken(state.tasks)]
    may_be_captain = not any(barred) if mission_of(state).volunteers == 1 else not all(barred)
    return (*state.poll.asked, state.captain) if may_be_captain else state.poll.asked


def _chosen(state: State, volunteers: tuple[int, ...]) -> State:
    """One volunteer owns all tasks at once; two have to split them."""
    if len(volunteers) == 1:
        return state.evolve(tasks=give_all(state.tasks, volunteers[0])).advance()
    return state.evolve(volunteers=volunteers).advance()
