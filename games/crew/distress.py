"""The distress signal: each player gives a neighbour one colour card, all in the same direction (rulebook p. 12–13).

The crew agrees on it after the tasks are assigned and before any player has signalled. Its token stays active until the
mission is won: a later attempt has the option `distress-active`, and may pass cards again or not. With two players each
gives a card to the other and the robot none, in either direction.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from .cards import CARDS, Card, Hand, in_deck_order, without
from .phases import Phase, Step
from .proposals import JointDecision

if TYPE_CHECKING:
    from .state import State

DISTRESS_ACTIVE = "distress-active"
LEFT, RIGHT = "left", "right"
GAP = Step("gap")


class Distress(NamedTuple):
    """The distress signal: whether the token is active, and this attempt's pass, if the crew agreed on one."""

    active: bool = False
    direction: str | None = None
    given: tuple[tuple[int, Card], ...] = ()


NO_DISTRESS = Distress()


class SendDistress(JointDecision):
    """`propose distress left` or `right`."""

    phases = ("gap",)
    closed = "distress-too-late"

    def offers(self, state: State) -> Iterable[str]:
        """Both directions, before the first trick and the first signal."""
        if state.tricks or state.signals or state.distress.direction:
            return []
        return [f"distress {LEFT}", f"distress {RIGHT}"]

    def enact(self, state: State, parts: list[str]) -> State:
        """Each player now chooses a card."""
        return state.evolve(phase="giving", trick=None, distress=Distress(active=True, direction=parts[1]))


class Giving(Phase):
    """All players choose a card before any of them sees one."""

    def waiting_on(self, state: State) -> Iterable[int]:
        """Those who have not chosen."""
        gave = {seat for seat, _ in state.distress.given}
        return [seat for seat in state.people if seat not in gave]

    def legal(self, state: State, seat: int) -> list[str]:
        """Every card of the hand but trumps."""
        if seat not in self.waiting_on(state):
            return []
        return [f"give {card}" for card in state.hands[seat] if not card.is_trump]

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        """Set the card aside; after the last one all cards move at once."""
        given = (*state.distress.given, (seat, CARDS[parts[1]]))
        if len(given) < len(state.people):
            return state.evolve(distress=state.distress._replace(given=given))
        passed = state.evolve(hands=_passed(state, dict(given)), distress=state.distress._replace(given=()))
        # With new cards, a player who had no signal before may ask again.
        return passed.evolve(agenda=(GAP,), heard=()).advance()


def _passed(state: State, given: dict[int, Card]) -> tuple[Hand, ...]:
    """The hands after the pass; left is the next seat clockwise."""
    step = 1 if state.distress.direction == LEFT else -1
    people = len(state.people)
    return tuple(
        in_deck_order((*without(hand, given[seat]), given[(seat - step) % people]))
        for seat, hand in enumerate(state.hands)
    )
