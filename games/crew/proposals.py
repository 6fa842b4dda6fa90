"""Joint decisions: one player proposes, all others agree, one `decline` ends it.

A proposal is optional: where the crew might decide something together, the captain (or the seat that the table waits
for) simply acts, and that means no.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from .phases import Phase

if TYPE_CHECKING:
    from .state import State


class Proposal(NamedTuple):
    """An open proposal: it is accepted once all of `asked` are in `agreed`."""

    seat: int
    text: str
    asked: tuple[int, ...]
    agreed: tuple[int, ...] = ()


class JointDecision(ABC):
    """Something that the whole crew decides. `phases` are those in which it may be proposed."""

    phases: tuple[str, ...]
    closed: str
    """The code of the sentence that says when the proposal is allowed."""

    @abstractmethod
    def offers(self, state: State) -> Iterable[str]:
        """All proposals possible now, without the word `propose`."""

    @abstractmethod
    def enact(self, state: State, parts: list[str]) -> State:
        """The state after all players agree to `propose WORDS` (the first word is the kind)."""


def proposals(state: State) -> list[str]:
    """The texts that any player may propose now."""
    return [
        f"propose {offer}"
        for decision in state.book.joint_decisions.values()
        if state.phase in decision.phases
        for offer in decision.offers(state)
    ]


def propose(state: State, seat: int, parts: list[str], asked: tuple[int, ...] | None = None) -> State:
    """Put a proposal to the other players (or to those whom it concerns); the table waits for their answers."""
    return state.evolve(proposal=Proposal(seat, " ".join(parts), asked or state.others(seat)))


class Proposing(Phase):
    """A proposal is open. Answers come in any order."""

    def waiting_on(self, state: State) -> Iterable[int]:
        """The seats that have not answered yet."""
        proposal = state.proposal
        assert proposal is not None
        return [seat for seat in proposal.asked if seat not in proposal.agreed]

    def legal(self, state: State, seat: int) -> list[str]:
        """Agree or decline."""
        return ["agree", "decline"] if seat in self.waiting_on(state) else []

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        """Count the answer; the last `agree` makes the decision."""
        proposal = state.proposal
        assert proposal is not None
        if parts == ["decline"]:
            return state.evolve(proposal=None, declined=(*state.declined, proposal.text))
        agreed = proposal._replace(agreed=(*proposal.agreed, seat))
        if len(agreed.agreed) < len(agreed.asked):
            return state.evolve(proposal=agreed)
        parts = proposal.text.split()[1:]
        return state.book.joint_decision(parts).enact(state.evolve(proposal=None, declined=()), parts)
