"""The crew market: recruiting, refreshing, and the gems that cards bring into the bag (rulebook, "Recruit")."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from .components import TOKEN
from .gems import place_of, plus
from .payments import Worth, payments
from .phases import Phase, Reason

if TYPE_CHECKING:
    from .state import State


def market_actions(state: State, seat: int) -> Iterable[str]:
    """All recruiting and refreshing that the seat can pay for."""
    worth, tokens = _worth(state, seat), state.fleets[seat].tokens
    prices = tuple([price if card else 0 for price, card in zip(state.box.prices, state.market, strict=True)])
    # Ruling 15: an empty deck cannot refresh the market.
    return _payable(worth, tokens, prices, state.box.refresh_price if state.deck else 0)


@lru_cache(maxsize=4096)
def _payable(worth: Worth, tokens: int, prices: tuple[int, ...], refreshing: int) -> tuple[str, ...]:
    """The texts of all that is paid with these cards and tokens. Slots without a card are priced 0."""
    recruiting = (
        f"recruit {slot} with {payment}"
        for slot, price in enumerate(prices, 1)
        if price
        for payment in payments(worth, tokens, price)
    )
    refreshes = payments(worth, tokens, refreshing) if refreshing else ()
    return (*recruiting, *(f"refresh with {payment}" for payment in refreshes))


def recruit(state: State, seat: int, parts: list[str]) -> State:
    """After `recruit SLOT with …`: the card is in hand, the market slides and fills up."""
    return take_card(_pay(state, seat, parts[3:]), seat, int(parts[1])).end_turn()


def refresh(state: State, seat: int, parts: list[str]) -> State:
    """After `refresh with …`: the market is new, and one of its cards is free to take (ruling 14)."""
    state = _pay(state, seat, parts[2:]).with_sentence("effect-refresh", seat=seat)
    discarded = tuple(card for card in state.market if card)
    state = state.evolve(market=("",) * len(state.market), discarded=state.discarded + discarded, phase="hiring")
    for _ in state.market:
        state = _reveal(state)
    return state


def take_card(state: State, seat: int, slot: int) -> State:
    """The seat takes the card of a slot (from 1), the others slide to the cheaper side, and one is revealed."""
    card = state.market[slot - 1]
    state = state.with_sentence("effect-recruit", seat=seat, crew=card)
    left = state.market[: slot - 1] + state.market[slot:]
    state = state.with_fleet(seat, state.fleets[seat].recruits(card)).evolve(market=(*left, ""))
    return _reveal(state)


def fill_market(state: State) -> State:
    """The state with the first cards of the deck in all slots, their gems in the bag (rulebook, "Setup")."""
    for _ in state.market:
        state = _reveal(state)
    return state.evolve(sentences=())


def _reveal(state: State) -> State:
    """The next card of the deck goes to the first slot after all cards; its gem goes to the bag at once."""
    if not state.deck:
        return state
    card, *deck = state.deck
    filled = [slot for slot in state.market if slot]
    market = (*filled, card, *("",) * (len(state.market) - len(filled) - 1))
    return _add_gem(state.evolve(market=market, deck=tuple(deck)), card)


def _add_gem(state: State, card: str) -> State:
    gem = state.box.cards[card].adds_gem
    if not gem or not state.supply[place_of(gem)]:  # Ruling 13: a gem that the supply no longer has is not added.
        return state
    state = state.evolve(supply=plus(state.supply, gem, -1), bag=plus(state.bag, gem))
    return state.with_sentence("effect-gem-added", gem=gem, crew=card)


def _worth(state: State, seat: int) -> Worth:
    cards = state.box.cards
    return tuple([(card, cards[card].money) for card in state.fleets[seat].hand if cards[card].money])


def _pay(state: State, seat: int, payment: Iterable[str]) -> State:
    spent = list(payment)
    cards = [card for card in spent if card != TOKEN]
    fleet = state.fleets[seat].plays(cards)
    state = state.with_fleet(seat, fleet._replace(tokens=fleet.tokens - (len(spent) - len(cards))))
    tokens = len(spent) - len(cards)
    code = "effect-paid-tokens" if not cards else "effect-paid-both" if tokens else "effect-paid-cards"
    return state.with_sentence(code, seat=seat, crews=tuple(cards), tokens=tokens)


class Hiring(Phase):
    """The market was refreshed: one of its cards is free."""

    verbs = ("take",)

    def waiting_on(self, state: State) -> Iterable[int]:
        return (state.turn,)

    def legal(self, state: State, seat: int) -> list[str]:
        if seat != state.turn:
            return []
        return [f"take {slot}" for slot, card in enumerate(state.market, 1) if card]

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        return take_card(state, seat, int(parts[1])).end_turn()

    def refuses(self, state: State, seat: int, parts: list[str]) -> Reason | None:
        return ("slot-empty", {"number": parts[1]}) if parts[0] == "take" else None


def cannot_pay(state: State, seat: int, parts: list[str]) -> Reason:
    """Return why recruiting or refreshing in this way is refused."""
    slot = int(parts[1]) if parts[0] == "recruit" else 0
    if slot and not state.market[slot - 1]:
        return "slot-empty", {"number": slot}
    if not slot and not state.deck:
        return "deck-empty", {}
    spent = parts[parts.index("with") + 1 :]
    price = state.box.prices[slot - 1] if slot else state.box.refresh_price
    return _why_not_spent(state, seat, spent) or _why_not_the_price(state, seat, spent, price)


def _why_not_spent(state: State, seat: int, spent: list[str]) -> Reason | None:
    """The first of the pieces that the seat does not have, or that has no money value."""
    fleet = state.fleets[seat]
    if spent.count(TOKEN) > fleet.tokens:
        return "too-few-tokens", {"number": fleet.tokens}
    for piece in spent:
        if piece == TOKEN:
            continue
        if piece not in fleet.hand:
            return "crew-not-in-hand", {"crew": piece}
        if spent.count(piece) > fleet.hand.count(piece):
            return "crew-not-that-often", {"crew": piece, "number": fleet.hand.count(piece)}
        if not state.box.cards[piece].money:
            return "crew-pays-nothing", {"crew": piece}
    return None


def _why_not_the_price(state: State, seat: int, spent: list[str], price: int) -> Reason:
    worth = sum(1 if piece == TOKEN else state.box.cards[piece].money for piece in spent)
    if worth < price:
        return "costs-more", {"price": price, "worth": worth}
    return "payment-order", {"payment": " ".join(sorted(spent, key=lambda piece: (piece == TOKEN, piece)))}
