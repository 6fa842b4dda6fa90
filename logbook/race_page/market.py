"""The market of a race: what lies there, and how the reader can pay for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.deep_blue.components import TOKEN
from logbook.race_page.parts import Choice, Market, MarketSlot
from logbook.race_page.words import RaceWords

ViewFacts = Mapping[str, Any]


def market_of(facts: ViewFacts, words: RaceWords) -> Market:
    """The slots, the cheapest first, and the renewal of them all."""
    slots = tuple(_slot(facts, words, number, card) for number, card in enumerate(facts["market"], 1))
    texts = [text for text in facts["legal"] if text.startswith("refresh ")]
    refresh = tuple(_payment(words, text, _("Renew the market: %(payment)s")) for text in _by_cost(words, texts))
    return Market(slots, facts["prices"][-1], refresh, facts["deck_left"])


def _slot(facts: ViewFacts, words: RaceWords, number: int, card: str | None) -> MarketSlot:
    face = words.face(card) if card else None
    ways = _ways(facts, words, number, face.name if face else "")
    return MarketSlot(number, facts["prices"][number - 1], face, ways[0] if ways else None, tuple(ways[1:]))


def _ways(facts: ViewFacts, words: RaceWords, number: int, name: str) -> list[Choice]:
    """How this card can be had: for nothing after a renewal, else by all payments, the cheapest first."""
    if f"take {number}" in facts["legal"]:
        return [
            Choice(f"take {number}", _("Take %(card)s, at no cost") % {"card": name}, note=_("Take it"), style="take")
        ]
    texts = [text for text in facts["legal"] if text.startswith(f"recruit {number} ")]
    said = _("Recruit %(card)s: %(payment)s")
    return [_payment(words, text, said, name) for text in _by_cost(words, texts)]


def _payment(words: RaceWords, text: str, said: str, card: str = "") -> Choice:
    payment = words.payment(_pieces(text))
    return Choice(text, said % {"payment": payment, "card": card}, note=payment)


def _pieces(text: str) -> Sequence[str]:
    return text.partition(" with ")[2].split()


def _by_cost(words: RaceWords, texts: Sequence[str]) -> list[str]:
    """Payments that lose the least first; a bonus token, which does not come back, counts for more than a card."""

    def cost(text: str) -> tuple[int, int, int, str]:
        pieces = _pieces(text)
        money = sum(1 if piece == TOKEN else words.box.cards[piece].money for piece in pieces)
        return pieces.count(TOKEN), money, len(pieces), text

    return sorted(texts, key=cost)
