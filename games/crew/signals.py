"""Signals: what a seat may reveal of its hand, when, and how it asks for the time to do so.

Rulebook "Communication" (p. 5–7); dead zone and disruption (p. 17); `ask` and `refrain` as the help page of the
licensed online version describes them: the table waits before the next trick for each player who asked, even during a
trick.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from .cards import CARDS, Card, Hand
from .phases import Phase

if TYPE_CHECKING:
    from .state import State

HIGHEST, ONLY, LOWEST = "highest", "only", "lowest"


NORMAL, DEAD_ZONE, CURRENTS, RAPTURE, NONE = "normal", "dead-zone", "currents", "rapture", "none"
WORDLESS = frozenset({DEAD_ZONE, CURRENTS})
"""Kinds of communication in which a card is signalled without a word."""


class Communication(NamedTuple):
    """The rules of signals in a round: the kind, and the first and the last trick before which they are allowed."""

    kind: str = NORMAL
    since: int | None = None
    until: int | None = None

    def allowed(self, trick_number: int, tricks_total: int) -> bool:
        """Return whether signals are allowed in the gap before that trick."""
        return self.kind != NONE and (self.since or 1) <= trick_number <= (self.until or tricks_total)


ORDINARY = Communication()


class Signal(NamedTuple):
    """A signalled card; `says` is highest, only or lowest, or None where no word is allowed."""

    seat: int
    card: Card
    says: str | None


def signalable(hand: Hand) -> list[tuple[Card, str]]:
    """The cards that may be signalled, with what they are: each colour's highest and lowest, or only, card."""
    signals: list[tuple[Card, str]] = []
    for _, group in groupby((card for card in hand if not card.is_trump), key=_suit):
        cards = list(group)
        if len(cards) == 1:
            signals.append((cards[0], ONLY))
        else:
            signals += [(cards[0], LOWEST), (cards[-1], HIGHEST)]
    return signals


def signal_texts(state: State, seat: int) -> list[str]:
    """The signals the seat may give before the coming trick."""
    if not tokens_left(state, seat) or not _allowed_before(state, len(state.tricks) + 1):
        return []
    sayings = _unsaid(state, seat)
    if state.communication.kind in WORDLESS:
        return [f"signal {card}" for card, _ in sayings]
    return [f"signal {card} {says}" for card, says in sayings]


def _allowed_before(state: State, trick_number: int) -> bool:
    return state.communication.allowed(trick_number, state.tricks_total)


def tokens_left(state: State, seat: int) -> int:
    """The signals that the seat could still give: its own, or those that all share (rapture of the deep)."""
    return state.radios[seat] if state.shared_tokens is None else state.shared_tokens


def _unsaid(state: State, seat: int) -> list[tuple[Card, str]]:
    """The signals that the seat's hand allows.

    A player who signals more than once (rapture) reveals another card: a placed token is not moved (rulebook p. 6).
    """
    sayings = signalable(state.hands[seat])
    if state.shared_tokens is None:
        return sayings
    signalled = {signal.card for signal in state.signals if signal.seat == seat}
    return [saying for saying in sayings if saying[0] not in signalled]


def asks_during_trick(state: State, seat: int) -> list[str]:
    """`ask`, where the seat may still signal before the trick after this one."""
    if not tokens_left(state, seat) or seat in state.asking or not _allowed_before(state, len(state.tricks) + 2):
        return []
    return [] if all(card.is_trump for card in state.hands[seat]) else ["ask"]


def ask(state: State, seat: int) -> State:
    """Record that the seat wants to signal; between tricks the table waits for it at once."""
    after = state.evolve(asking=(*state.asking, seat))
    return listen(after) if state.phase == "gap" else after


def signal(state: State, seat: int, parts: list[str]) -> State:
    """Reveal the card. It stays in the hand, and the signal stays even after it is no longer true."""
    card, says = CARDS[parts[1]], parts[2] if len(parts) == 3 else None
    signals = (*state.signals, Signal(seat, card, says))
    if state.shared_tokens is not None:
        return state.evolve(shared_tokens=state.shared_tokens - 1, signals=signals)
    radios = tuple(left - (other == seat) for other, left in enumerate(state.radios))
    return state.evolve(radios=radios, signals=signals)


def listen(state: State) -> State:
    """Wait for the seats that asked, clockwise from the leader. A seat that can no longer signal refrains
    automatically.
    """
    if not state.asking:
        return state if state.phase == "gap" else state.evolve(phase="gap")
    assert state.trick is not None
    order = state.clockwise_from(state.trick.leader)
    asking = tuple(seat for seat in order if seat in state.asking and signal_texts(state, seat))
    return state.evolve(phase="window" if asking else "gap", asking=asking)


class Window(Phase):
    """The seats that asked to signal do so, one after the other."""

    def waiting_on(self, state: State) -> Iterable[int]:
        """The first of these seats, clockwise from the leader."""
        return state.asking[:1]

    def legal(self, state: State, seat: int) -> list[str]:
        """Signal or refrain."""
        return ["refrain", *signal_texts(state, seat)] if seat == state.asking[0] else []

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        """Hear the seat, then the next one."""
        if parts[0] == "signal":
            state = signal(state, seat, parts)
        return listen(state.evolve(asking=state.asking[1:], heard=(*state.heard, seat)))


def _suit(card: Card) -> str:
    return card.suit
