"""Market of a race: its cards, and the ways to pay for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import ngettext

from games.deep_blue.components import TOKEN
from games.deep_blue.payments import needs_all
from logbook.lib.translation import gettext as _
from logbook.races.view.card_parts import Choice, Market, MarketSlot, Payment
from logbook.races.view.labels import RaceLabels

ViewFacts = Mapping[str, Any]


def market_of(facts: ViewFacts, labels: RaceLabels) -> Market:
    """Return the slots, the cheapest first, and the renewal of the whole market."""
    slots = tuple(_slot(facts, labels, number, card) for number, card in enumerate(facts["market"], 1))
    texts = _payment_hints(facts, labels, "refresh with", facts["prices"][-1])
    refresh = tuple(_payment(labels, text, _("Renew the market: %(payment)s")) for text in _by_cost(labels, texts))
    return Market(slots, facts["prices"][-1], refresh, facts["deck_left"], _payment_choice(facts, labels))


def _slot(facts: ViewFacts, labels: RaceLabels, number: int, card: str | None) -> MarketSlot:
    face = labels.face(card) if card else None
    ways = _ways(facts, labels, number, face.name if face else "")
    return MarketSlot(number, facts["prices"][number - 1], face, ways[0] if ways else None, tuple(ways[1:]))


def _ways(facts: ViewFacts, labels: RaceLabels, number: int, name: str) -> list[Choice]:
    """Return the ways to get this card: free after a renewal, else by payments without a superfluous piece."""
    if f"take {number}" in facts["legal"]:
        return [Choice(f"take {number}", _("Take %(card)s for free") % {"card": name}, note=_("Take it"), style="take")]
    texts = _payment_hints(facts, labels, f"recruit {number} with", facts["prices"][number - 1])
    label = _("Recruit %(card)s: %(payment)s")
    return [_payment(labels, text, label, name) for text in _by_cost(labels, texts)]


def _payment_hints(facts: ViewFacts, labels: RaceLabels, target: str, price: int) -> list[str]:
    """Return the payments in which the price needs every piece."""
    texts = [text for text in facts["legal"] if text.startswith(f"{target} ")]
    return [text for text in texts if needs_all([_money(labels, piece) for piece in _pieces(text)], price)]


def _payment_choice(facts: ViewFacts, labels: RaceLabels) -> Payment | None:
    """Return the pieces with which a player may overpay, and everything that they can buy."""
    payments = [text for text in facts["legal"] if " with " in text]
    targets = dict.fromkeys(text.partition(" with ")[0] + " with" for text in payments)
    most = max((_pieces(text) for text in payments), key=len, default=())
    if len(most) <= 1:
        return None
    pieces = tuple(_piece(labels, piece) for piece in most)
    return Payment(tuple(_target(facts, labels, target) for target in targets), pieces)


def _piece(labels: RaceLabels, piece: str) -> Choice:
    money = _money(labels, piece)
    label = ngettext("%(piece)s: worth %(money)s coin", "%(piece)s: worth %(money)s coins", money)
    return Choice(piece, label % {"piece": labels.payment((piece,)), "money": money}, note=str(money))


def _target(facts: ViewFacts, labels: RaceLabels, target: str) -> Choice:
    if not target.startswith("recruit "):
        price = facts["prices"][-1]
        return Choice(target, _("Renew the market: price %(price)s") % {"price": price}, note=str(price))
    place = int(target.split()[1]) - 1
    card, price = labels.card_name(facts["market"][place]), facts["prices"][place]
    return Choice(target, _("%(card)s: price %(price)s") % {"card": card, "price": price}, note=str(price))


def _payment(labels: RaceLabels, text: str, label: str, card: str = "") -> Choice:
    payment = labels.payment(_pieces(text))
    return Choice(text, label % {"payment": payment, "card": card}, note=payment)


def _pieces(text: str) -> Sequence[str]:
    return text.partition(" with ")[2].split()


def _by_cost(labels: RaceLabels, texts: Sequence[str]) -> list[str]:
    """Sort payments by loss, the least first; a bonus token, which does not come back, weighs more than a card."""

    def cost(text: str) -> tuple[int, int, int, str]:
        pieces = _pieces(text)
        money = sum(_money(labels, piece) for piece in pieces)
        return pieces.count(TOKEN), money, len(pieces), text

    return sorted(texts, key=cost)


def _money(labels: RaceLabels, piece: str) -> int:
    return 1 if piece == TOKEN else labels.box.cards[piece].money
