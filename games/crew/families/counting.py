"""Tasks about the owner's number of tricks, alone or compared with others.

`floors` and `ceilings` of the ledger bound each seat's final number of tricks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...contract import Sentence
from ..tasks import DONE, OPEN
from .family import Family, Verdict
from .ledger import Ledger


@dataclass(frozen=True, slots=True)
class ExactTricks(Family):
    """Win exactly this many tricks."""

    n: int

    def verdict(self, ledger: Ledger, owner: int, prediction: int | None) -> Verdict:
        return exactly(self.n, ledger, owner)

    def progress(self, ledger: Ledger, owner: int, prediction: int | None = None) -> Sentence | None:
        if not self.n:
            return Sentence("progress-none")
        return Sentence("progress-exactly", {"number": ledger.counts[owner], "needed": self.n})


def exactly(number: int, ledger: Ledger, owner: int) -> Verdict:
    """Return the verdict on winning exactly this number of tricks."""
    low, high = ledger.floors[owner], ledger.ceilings[owner]
    if low > number:
        return Sentence("too-many-tricks", {"owner": owner, "number": low, "needed": number})
    if high < number:
        return Sentence("too-few-tricks", {"owner": owner, "number": high, "needed": number})
    return DONE if low == high else OPEN


@dataclass(frozen=True, slots=True)
class PredictTricks(Family):
    """Win exactly as many tricks as predicted. A secret number is judged at the very end, to stay secret."""

    secret: bool

    def judge(
        self, ledger: Ledger, owner: int, prediction: int | None = None, endings: Iterable[Ledger] | None = None
    ) -> Verdict:
        if ledger.tricks_left and (self.secret or prediction is None):
            return OPEN
        return super(PredictTricks, self).judge(ledger, owner, prediction, endings)

    def verdict(self, ledger: Ledger, owner: int, prediction: int | None) -> Verdict:
        assert prediction is not None, "a prediction is made before the first trick"
        if ledger.tricks_left:
            return exactly(prediction, ledger, owner)
        won = ledger.counts[owner]
        if won == prediction:
            return DONE
        return Sentence("prediction-missed", {"owner": owner, "number": won, "needed": prediction})

    def progress(self, ledger: Ledger, owner: int, prediction: int | None = None) -> Sentence | None:
        if self.secret or prediction is None:
            return None
        return Sentence("progress-predicted", {"number": ledger.counts[owner], "needed": prediction})


@dataclass(frozen=True, slots=True)
class MoreThanEach(Family):
    """Win more tricks than each other player."""

    def verdict(self, ledger: Ledger, owner: int, prediction: int | None) -> Verdict:
        others = [seat for seat in range(ledger.seats) if seat != owner]
        rival = max(others, key=ledger.floors.__getitem__)
        if ledger.ceilings[owner] <= ledger.floors[rival]:
            return Sentence("never-more-tricks", {"owner": owner, "other_seat": rival})
        return DONE if ledger.floors[owner] > max([ledger.ceilings[seat] for seat in others]) else OPEN

    def progress(self, ledger: Ledger, owner: int, prediction: int | None = None) -> Sentence | None:
        best = max(number for seat, number in enumerate(ledger.counts) if seat != owner)
        return Sentence("progress-others-most", {"number": ledger.counts[owner], "other_number": best})


@dataclass(frozen=True, slots=True)
class MoreThanAll(Family):
    """Win more tricks than all the others together."""

    def verdict(self, ledger: Ledger, owner: int, prediction: int | None) -> Verdict:
        total = len(ledger.winners) + ledger.tricks_left
        if 2 * ledger.floors[owner] > total:
            return DONE
        return OPEN if 2 * ledger.ceilings[owner] > total else Sentence("never-more-than-all", {"owner": owner})

    def progress(self, ledger: Ledger, owner: int, prediction: int | None = None) -> Sentence | None:
        own = ledger.counts[owner]
        return Sentence("progress-others-all", {"number": own, "other_number": sum(ledger.counts) - own})


@dataclass(frozen=True, slots=True)
class FewerThanEach(Family):
    """Win fewer tricks than each other player."""

    def verdict(self, ledger: Ledger, owner: int, prediction: int | None) -> Verdict:
        own, floors = ledger.floors[owner], ledger.floors
        others = [seat for seat in range(ledger.seats) if seat != owner]
        behind = [seat for seat in others if floors[seat] <= own]
        if not behind and ledger.ceilings[owner] < min([floors[seat] for seat in others]):
            return DONE
        stuck = [seat for seat in behind if ledger.ceilings[seat] <= own]
        if not stuck and sum([own + 1 - floors[seat] for seat in behind]) <= ledger.free:
            return OPEN
        rival = min(stuck or behind, key=floors.__getitem__)
        return Sentence("never-fewer-tricks", {"owner": owner, "other_seat": rival})

    def progress(self, ledger: Ledger, owner: int, prediction: int | None = None) -> Sentence | None:
        least = min(number for seat, number in enumerate(ledger.counts) if seat != owner)
        return Sentence("progress-others-least", {"number": ledger.counts[owner], "other_number": least})


@dataclass(frozen=True, slots=True)
class AgainstCaptain(Family):
    """Win more tricks than the captain (`more`), fewer or as many."""

    relation: str

    def verdict(self, ledger: Ledger, owner: int, prediction: int | None) -> Verdict:
        own, most = ledger.floors[owner], ledger.ceilings[owner]
        captain, captains_most = ledger.floors[ledger.captain], ledger.ceilings[ledger.captain]
        match self.relation:
            case "more":
                lost, done, code = most <= captain, own > captains_most, "never-more-tricks"
            case "fewer":
                lost, done, code = own >= captains_most, most < captain, "never-fewer-tricks"
            case _:
                lost = own > captains_most or most < captain
                done, code = own == most == captain == captains_most, "never-as-many-tricks"
        if lost:
            return Sentence(code, {"owner": owner, "other_seat": ledger.captain})
        return DONE if done else OPEN

    def progress(self, ledger: Ledger, owner: int, prediction: int | None = None) -> Sentence | None:
        numbers = {"number": ledger.counts[owner], "other_number": ledger.counts[ledger.captain]}
        return Sentence("progress-captain", {**numbers, "other_seat": ledger.captain})
