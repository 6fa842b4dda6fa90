"""Tasks about how many tricks the owner wins, alone or compared with others.

`floors` and `free` of the ledger say between which bounds every seat's number of tricks will end.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...contract import Sentence
from ..tasks import DONE, OPEN
from .family import Family, Verdict
from .ledger import Ledger


@dataclass(frozen=True, slots=True)
class ExactTricks(Family):
    """Win exactly so many tricks."""

    n: int

    def verdict(self, ledger: Ledger, owner: int, said: int | None) -> Verdict:
        return exactly(self.n, ledger, owner)

    def progress(self, ledger: Ledger, owner: int, said: int | None = None) -> Sentence | None:
        return Sentence("progress-exactly", {"number": ledger.counts[owner], "needed": self.n})


def exactly(number: int, ledger: Ledger, owner: int) -> Verdict:
    """Whether the owner will have won exactly this number of tricks."""
    low = ledger.floors[owner]
    high = low + ledger.free
    if low > number:
        return Sentence("too-many-tricks", {"owner": owner, "number": low, "needed": number})
    if high < number:
        return Sentence("too-few-tricks", {"owner": owner, "number": high, "needed": number})
    return DONE if low == high else OPEN


@dataclass(frozen=True, slots=True)
class PredictTricks(Family):
    """Win exactly as many tricks as predicted. A secret number is judged at the very end, to stay secret."""

    secret: bool

    def judge(self, ledger: Ledger, owner: int, said: int | None = None) -> Verdict:
        if ledger.tricks_left and (self.secret or said is None):
            return OPEN
        return super(PredictTricks, self).judge(ledger, owner, said)

    def verdict(self, ledger: Ledger, owner: int, said: int | None) -> Verdict:
        assert said is not None, "a prediction is made before the first trick"
        if ledger.tricks_left:
            return exactly(said, ledger, owner)
        won = ledger.counts[owner]
        return DONE if won == said else Sentence("prediction-missed", {"owner": owner, "number": won, "needed": said})

    def progress(self, ledger: Ledger, owner: int, said: int | None = None) -> Sentence | None:
        if self.secret or said is None:
            return None
        return Sentence("progress-predicted", {"number": ledger.counts[owner], "needed": said})


@dataclass(frozen=True, slots=True)
class MoreThanEach(Family):
    """Win more tricks than each other player."""

    def verdict(self, ledger: Ledger, owner: int, said: int | None) -> Verdict:
        own = ledger.floors[owner]
        best = max(number for seat, number in enumerate(ledger.floors) if seat != owner)
        if own > best + ledger.free:
            return DONE
        if own + ledger.free > best:
            return OPEN
        rival = next(seat for seat, number in enumerate(ledger.floors) if seat != owner and number == best)
        return Sentence("never-more-tricks", {"owner": owner, "other_seat": rival})

    def progress(self, ledger: Ledger, owner: int, said: int | None = None) -> Sentence | None:
        best = max(number for seat, number in enumerate(ledger.counts) if seat != owner)
        return Sentence("progress-others-most", {"number": ledger.counts[owner], "other_number": best})


@dataclass(frozen=True, slots=True)
class MoreThanAll(Family):
    """Win more tricks than all the others together."""

    def verdict(self, ledger: Ledger, owner: int, said: int | None) -> Verdict:
        own = ledger.floors[owner]
        others = sum(ledger.floors) - own
        if own > others + ledger.free:
            return DONE
        return OPEN if own + ledger.free > others else Sentence("never-more-than-all", {"owner": owner})

    def progress(self, ledger: Ledger, owner: int, said: int | None = None) -> Sentence | None:
        own = ledger.counts[owner]
        return Sentence("progress-others-all", {"number": own, "other_number": sum(ledger.counts) - own})


@dataclass(frozen=True, slots=True)
class FewerThanEach(Family):
    """Win fewer tricks than each other player."""

    def verdict(self, ledger: Ledger, owner: int, said: int | None) -> Verdict:
        own, free = ledger.floors[owner], ledger.free
        others = [number for seat, number in enumerate(ledger.floors) if seat != owner]
        if own + free < min(others):
            return DONE
        if sum([own + 1 - number for number in others if number <= own]) <= free:
            return OPEN
        rival = min((seat for seat in range(ledger.seats) if seat != owner), key=lambda seat: ledger.floors[seat])
        return Sentence("never-fewer-tricks", {"owner": owner, "other_seat": rival})

    def progress(self, ledger: Ledger, owner: int, said: int | None = None) -> Sentence | None:
        least = min(number for seat, number in enumerate(ledger.counts) if seat != owner)
        return Sentence("progress-others-least", {"number": ledger.counts[owner], "other_number": least})


@dataclass(frozen=True, slots=True)
class AgainstCaptain(Family):
    """Win more tricks than the captain (`more`), fewer or as many."""

    relation: str

    def verdict(self, ledger: Ledger, owner: int, said: int | None) -> Verdict:
        own, captain, free = ledger.floors[owner], ledger.floors[ledger.captain], ledger.free
        ahead = own - captain
        if self.relation == "equal":
            lost, done = abs(ahead) > free, not free and not ahead
        else:
            lead = ahead if self.relation == "more" else -ahead
            lost, done = lead + free <= 0, lead > free
        if lost:
            code = {"more": "never-more-tricks", "fewer": "never-fewer-tricks", "equal": "never-as-many-tricks"}
            return Sentence(code[self.relation], {"owner": owner, "other_seat": ledger.captain})
        return DONE if done else OPEN

    def progress(self, ledger: Ledger, owner: int, said: int | None = None) -> Sentence | None:
        numbers = {"number": ledger.counts[owner], "other_number": ledger.counts[ledger.captain]}
        return Sentence("progress-captain", {**numbers, "other_seat": ledger.captain})
