"""A depth-first search over the rules themselves: slow, small, and right by construction.

Every line it calls won has been played through `State.apply`; it calls a position lost only after it has
seen every way to go on. The budget counts positions, never seconds, so the same question always gets the
same answer.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from ....contract import Action, State
from ...polls import ACCEPT_ALL, VOLUNTEER_ALL
from ...state import State as CrewState
from ..verdicts import Effort, Lost, Unknown, Verdict, Won

ENGINE = "exhaustive"
_DECIDING = ("play", "take", "pass", "assign", "name", "predict")
"""The verbs that change whether the mission can be won. Signals, answers and proposals only share information."""


def search(state: State, nodes: int) -> Verdict:
    """Return whether the crew can still win with all cards open, without a distress signal and without proposals.

    `nodes` is the largest number of positions visited. A position whose mission waits for a joint decision (mission
    50's roles, a free selection) is `Unknown`, because this search makes no proposals. So is a position that is lost
    only before mission 12's exchange, which a signal would change.
    """
    verdict = _Search(nodes).solve(state)
    return Unknown(Effort(ENGINE, nodes)) if isinstance(verdict, Lost) and _a_signal_may_save(state) else verdict


def _a_signal_may_save(state: State) -> bool:
    assert isinstance(state, CrewState)
    return "random-card-from-right-after-trick-1" in state.mission.special and not state.tricks


class _Search:
    def __init__(self, nodes: int) -> None:
        self._nodes = nodes
        self._left = nodes
        self._seen: set[Hashable] = set()
        self._gave_up = False

    def solve(self, state: State) -> Verdict:
        assert isinstance(state, CrewState)
        won = self._search(state)
        if won is not None:
            return Won(won.log[len(state.log) :], self._effort)
        return Unknown(self._effort) if self._gave_up else Lost(None, (ENGINE,), self._effort)

    @property
    def _effort(self) -> Effort:
        return Effort(ENGINE, self._nodes - max(self._left, 0))

    def _search(self, state: CrewState) -> CrewState | None:
        """The won state that some line leads to; None if there is none, or the budget is used up."""
        if state.outcome is not None:
            return state if state.outcome.success else None
        key = _key(state)
        if key in self._seen:
            return None
        self._left -= 1
        if self._left < 0:
            self._gave_up = True
            return None
        won = next((won for move in self._moves(state) if (won := self._search(state.apply(move)))), None)
        self._seen.add(key)
        return won

    def _moves(self, state: CrewState) -> Iterable[Action]:
        seat = min(state.waiting_on)
        legal = state.legal_actions(seat)
        deciding = (*_DECIDING, "answer") if _answers_decide(state) else _DECIDING
        moves = [action for action in legal if action.text.removeprefix("robot ").startswith(deciding)]
        if moves:
            return moves
        idle = [action for action in legal if action.text.startswith(("answer", "refrain", "decline"))]
        self._gave_up = self._gave_up or not idle
        return idle[:1]


def _answers_decide(state: CrewState) -> bool:
    """Return whether an answer assigns tasks, and does not only inform the captain."""
    return state.poll is not None and state.poll.question in (VOLUNTEER_ALL, ACCEPT_ALL)


def _key(state: CrewState) -> Hashable:
    """Everything on which the rest of a round depends."""
    return (
        state.phase,
        state.hands,
        state.robot,
        state.trick,
        state.tasks,
        state.winners,
        state.named,
        state.poll,
        len(state.agenda),
        state.passed,
        state.volunteers,
        state.predictions,
        state.ledger and state.ledger.won,
    )
