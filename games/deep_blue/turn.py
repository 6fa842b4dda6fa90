"""A player's turn: one of recruiting, sailing, resting and diving (rulebook, "A turn")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .diving import dive_sites, start_dive
from .market import cannot_pay, market_actions, recruit, refresh
from .phases import Phase, Reason
from .sailing import sail_means, set_sail, why_no_sail

if TYPE_CHECKING:
    from .state import State


class Turn(Phase):
    """The seat on turn chooses an action."""

    verbs = ("recruit", "refresh", "sail", "rest", "dive")

    def waiting_on(self, state: State) -> Iterable[int]:
        return (state.turn,)

    def legal(self, state: State, seat: int) -> list[str]:
        if seat != state.turn:
            return []
        rest = ["rest"] if state.fleets[seat].rest else []
        dives = [f"dive {space}" for space in dive_sites(state, seat)]
        return [*market_actions(state, seat), *(f"sail {means}" for means in sail_means(state, seat)), *rest, *dives]

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        match parts[0]:
            case "recruit":
                return recruit(state, seat, parts)
            case "refresh":
                return refresh(state, seat, parts)
            case "sail":
                return set_sail(state, seat, parts[1])
            case "rest":
                return _rest(state, seat)
        return start_dive(state, seat, parts[1])

    def refuses(self, state: State, seat: int, parts: list[str]) -> Reason | None:
        match parts[0]:
            case "recruit" | "refresh":
                return cannot_pay(state, seat, parts)
            case "sail":
                return why_no_sail(state, seat, parts[1])
            case "rest":
                return "nothing-to-rest", {}
            case "dive":
                return "no-dive-there", {"space": parts[1]}
        return None


def _rest(state: State, seat: int) -> State:
    """Three cards of the shuffled rest pile return to the hand, or all if there are fewer (ruling 18)."""
    fleet = state.fleets[seat]
    shuffled = state.chance.rested(fleet.rest, seat, fleet.rests + 1)
    drawn = shuffled[: state.box.cards_of_a_rest]
    return (
        state.with_fleet(seat, fleet.rested(drawn)).with_sentence("effect-rest", seat=seat, count=len(drawn)).end_turn()
    )
