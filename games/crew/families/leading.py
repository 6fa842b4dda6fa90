"""The task never to open a trick with some colours."""

from __future__ import annotations

from dataclasses import dataclass

from ...contract import Sentence
from ..cards import Trick
from ..tasks import DONE, OPEN
from .family import Family, Verdict
from .ledger import Ledger
from .masks import first_card


@dataclass(frozen=True, slots=True)
class NeverOpenWith(Family):
    """Never lead one of these cards."""

    cards: int

    def verdict(self, ledger: Ledger, owner: int, prediction: int | None) -> Verdict:
        led = ledger.led[owner] & self.cards
        if led:
            return Sentence("opened-with", {"owner": owner, "card": str(first_card(led))})
        held = ledger.may_hold[owner]
        if not ledger.tricks_left or not held & self.cards:
            return DONE
        if ledger.leader == owner:
            return OPEN if held & ~self.cards else Sentence("must-open-with", {"owner": owner})
        # Another seat leads the next trick, so the owner has to win one of those before the last.
        return OPEN if ledger.tricks_left > 1 and ledger.most_wins(owner) else DONE

    def broken_by_card(self, trick: Trick, owner: int, tricks_total: int) -> Sentence | None:
        if trick.leader != owner or not trick.plays:
            return None
        card = trick.plays[0][1]
        return Sentence("opened-with", {"owner": owner, "card": str(card)}) if self.cards >> card.order & 1 else None
