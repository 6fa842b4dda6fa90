"""Market of a race: its cards, and the ways to pay for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.deep_blue.components import TOKEN
from games.deep_blue.payments import needs_all
from logbook.rounds.race.parts import Choice, Market, MarketSlot, Payment
from logbook.rounds.race.words import RaceWords

ViewFacts = Mapping[str, Any]


def market_of(facts: ViewFacts, words: RaceWords) -> Market:
    """Return the slots, the cheapest first, and the renewal of the whole market."""
    slots = tuple(_slot(facts, words, number, card) for number, card in enumerate(facts["market"], 1))
    texts = _needed(facts, words, "refresh with", facts["prices"][-1])
    refresh = tuple(_payment(words, text, _("Renew the market: %(payment)s")) for text in _by_cost(words, texts))
    return Market(slots, facts["prices"][-1], refresh, facts["deck_left"], _purse(facts, words))


def _slot(facts: ViewFacts, words: RaceWords, number: int, card: str | None) -> MarketSlot:
    face = words.face(card) if card else None
    ways = _ways(facts, words, number, face.name if face else "")
    return MarketSlot(number, facts["prices"][number - 1], face, ways[0] if ways else None, tuple(ways[1:]))


def _ways(facts: ViewFacts, words: RaceWords, number: int, name: str) -> list[Choice]:
    """Return the ways to get this card: free after a renewal, else by payments without a superfluous piece."""
    if f"take {number}" in facts["legal"]:
        return [Choice(f"take {number}", _("Take %(card)s for free") % {"card": name}, note=_("Take it"), style="take")]
    texts = _needed(facts, words, f"recruit {number} with", facts["prices"][number - 1])
    said = _("Recruit %(card)s: %(payment)s")
    return [_payment(words, text, said, name) for text in _by_cost(words, texts)]


def _needed(facts: ViewFacts, words: RaceWords, target: str, price: int) -> list[str]:
    """Return the payments in which the price needs every piece."""
    texts = [text for text in facts["legal"] if text.startswith(f"{target} ")]
    return [text for text in texts if needs_all([_money(words, piece) for piece in _pieces(text)], price)]


def _purse(facts: ViewFacts, words: RaceWords) -> Payment | None:
    """Return the pieces with which a player may overpay, and everything that they can buy."""
    paid = [text for text in facts["legal"] if " with " in text]
    targets = dict.fromkeys(text.partition(" with ")[0] + " with" for text in paid)
    held = max((_pieces(text) for text in paid), key=len, default=())
    if len(held) <= 1:
        return None
    pieces = tuple(_piece(words, piece) for piece in held)
    return Payment(tuple(_target(facts, words, target) for target in targets), pieces)


def _piece(words: RaceWords, piece: str) -> Choice:
    money = _money(words, piece)
    label = ngettext("%(piece)s: worth %(money)s coin", "%(piece)s: worth %(money)s coins", money)
    return Choice(piece, label % {"piece": words.payment((piece,)), "money": money}, note=str(money))


def _target(facts: ViewFacts, words: RaceWords, target: str) -> Choice:
    if not target.startswith("recruit "):
        price = facts["prices"][-1]
        return Choice(target, _("Renew the market: price %(price)s") % {"price": price}, note=str(price))
    place = int(target.split()[1]) - 1
    card, price = words.card_name(facts["market"][place]), facts["prices"][place]
    return Choice(target, _("%(card)s: price %(price)s") % {"card": card, "price": price}, note=str(price))


def _payment(words: RaceWords, text: str, said: str, card: str = "") -> Choice:
    payment = words.payment(_pieces(text))
    return Choice(text, said % {"payment": payment, "card": card}, note=payment)


def _pieces(text: str) -> Sequence[str]:
    return text.partition(" with ")[2].split()


def _by_cost(words: RaceWords, texts: Sequence[str]) -> list[str]:
    """Sort payments by loss, the least first; a bonus token, which does not come back, weighs more than a card."""

    def cost(text: str) -> tuple[int, int, int, str]:
        pieces = _pieces(text)
        money = sum(_money(words, piece) for piece in pieces)
        return pieces.count(TOKEN), money, len(pieces), text

    return sorted(texts, key=cost)


def _money(words: RaceWords, piece: str) -> int:
    return 1 if piece == TOKEN else words.box.cards[piece].money
