"""The progress of a mission's special conditions: a player's own count, from finished tricks alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ...contract import Sentence
from ..cards import Card
from .mission import Mission

if TYPE_CHECKING:
    from ..state import State

ROLE_TRICKS: Final = 4
"""The tricks of the first role of mission 50."""


def progress_of(state: State) -> tuple[Sentence, ...]:
    """Return a sentence for each condition that counts something; none once the round has ended."""
    if not isinstance(state.mission, Mission) or state.outcome is not None:
        return ()
    counts = (COUNTS[name](state) for name in state.mission.special if name in COUNTS)
    return tuple(count for count in counts if count is not None)


def _winning_cards(state: State) -> list[Card]:
    return [trick.winning_play[1] for trick in state.tricks]


def _left(state: State, counts: Callable[[Card], bool]) -> int:
    """Return how many such cards no finished trick holds."""
    played = sum(counts(card) for trick in state.tricks for _, card in trick.plays)
    return sum(map(counts, state.cards)) - played


def _ones(state: State) -> Sentence:
    assert isinstance(state.mission, Mission)
    won = sum(card.rank == 1 and not card.is_trump for card in _winning_cards(state))
    return Sentence("count-ones", {"won": won, "times": state.mission.times})


def _rockets(state: State) -> Sentence:
    won = sum(card.is_trump for card in _winning_cards(state))
    return Sentence("count-rockets", {"won": won, "times": sum(card.is_trump for card in state.cards)})


def _nines(state: State) -> Sentence:
    return Sentence("count-nines", {"left": _left(state, lambda card: card.rank == 9)})


def _pink(state: State) -> Sentence:
    return Sentence("count-pink", {"left": _left(state, lambda card: card.suit == "P")})


def _balance(state: State) -> Sentence:
    return Sentence("count-balance", {"most": max(state.tricks_won), "fewest": min(state.tricks_won)})


def _first_four(state: State) -> Sentence | None:
    left = ROLE_TRICKS - len(state.tricks)
    return Sentence("count-first-four", {"left": left}) if left > 0 else None


COUNTS: Final[dict[str, Callable[[State], Sentence | None]]] = {
    "colour-ones-win-tricks": _ones,
    "each-rocket-wins-a-trick": _rockets,
    "each-rocket-wins-a-trick-ascending": _rockets,
    "nines-win-no-trick": _nines,
    "left-of-pink-nine-wins-all-pink": _pink,
    "balanced-tricks": _balance,
    "balanced-tricks-commander-first-and-last": _balance,
    "first-four-last-and-middle-roles": _first_four,
}
