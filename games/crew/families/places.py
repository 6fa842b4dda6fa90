"""Tasks about which tricks the owner wins: the first, the last, some in a row."""

from __future__ import annotations

from dataclasses import dataclass

from ...contract import Sentence
from ..tasks import DONE, OPEN
from .counting import exactly
from .family import Family, Verdict
from .ledger import Ledger


class Places(Family):
    """A task for which the order of the tricks counts."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class WinFirst(Places):
    """Win each of the first tricks."""

    n: int

    def verdict(self, ledger: Ledger, owner: int, prediction: int | None) -> Verdict:
        first = ledger.winners[: self.n]
        if first.count(owner) < len(first):
            return _lost(ledger, owner, next(place for place, seat in enumerate(first) if seat != owner))
        return DONE if len(first) == self.n else OPEN

    def progress(self, ledger: Ledger, owner: int, prediction: int | None = None) -> Sentence | None:
        if self.n == 1:
            return None
        return Sentence("progress-of", {"number": ledger.winners[: self.n].count(owner), "needed": self.n})


@dataclass(frozen=True, slots=True)
class AvoidFirst(Places):
    """Win none of the first tricks."""

    n: int

    def verdict(self, ledger: Ledger, owner: int, prediction: int | None) -> Verdict:
        first = ledger.winners[: self.n]
        if owner in first:
            return Sentence("trick-not-to-win", {"owner": owner, "number": first.index(owner) + 1})
        return DONE if len(first) == self.n else OPEN

    def progress(self, ledger: Ledger, owner: int, prediction: int | None = None) -> Sentence | None:
        return Sentence("progress-passed", {"number": len(ledger.winners[: self.n]), "needed": self.n})


@dataclass(frozen=True, slots=True)
class Ends(Places):
    """Win the first trick, the last, or both; with `only` no other."""

    first: bool
    last: bool
    only: bool

    def verdict(self, ledger: Ledger, owner: int, prediction: int | None) -> Verdict:
        winners = ledger.winners
        if self.first and winners and winners[0] != owner:
            return _lost(ledger, owner, 0)
        if self.last and not ledger.tricks_left and winners[-1] != owner:
            return _lost(ledger, owner, len(winners) - 1)
        if self.only:
            return self._won_early(ledger, owner) or exactly(self.first + self.last, ledger, owner)
        if ledger.tricks_left:
            return OPEN if ledger.most_wins(owner) else Sentence("too-few-tricks-for", {"owner": owner})
        return DONE

    def _won_early(self, ledger: Ledger, owner: int) -> Sentence | None:
        """If the owner won a trick that was not the last, and only the last may be won."""
        if self.first or not ledger.tricks_left or not ledger.counts[owner]:
            return None
        return Sentence("trick-not-to-win", {"owner": owner, "number": ledger.winners.index(owner) + 1})

    def progress(self, ledger: Ledger, owner: int, prediction: int | None = None) -> Sentence | None:
        first_won = self.first and self.last and ledger.winners[:1] == (owner,)
        return Sentence("progress-first-won") if first_won else None


@dataclass(frozen=True, slots=True)
class Row(Places):
    """Win at least this many tricks in a row."""

    n: int

    def verdict(self, ledger: Ledger, owner: int, prediction: int | None) -> Verdict:
        run = _run(ledger, owner)
        if run >= self.n:
            return DONE
        if run + ledger.most_wins(owner) < self.n:
            return Sentence("row-out-of-reach", {"owner": owner, "needed": self.n})
        return OPEN

    def progress(self, ledger: Ledger, owner: int, prediction: int | None = None) -> Sentence | None:
        return Sentence("progress-in-a-row", {"number": _run(ledger, owner), "needed": self.n})


@dataclass(frozen=True, slots=True)
class ExactRow(Places):
    """Win exactly this many tricks in all, in a row."""

    n: int

    def verdict(self, ledger: Ledger, owner: int, prediction: int | None) -> Verdict:
        won = ledger.counts[owner]
        if 0 < won < self.n and (ledger.winners[-1] != owner or _run(ledger, owner) < won):
            return Sentence("row-broken", {"owner": owner, "needed": self.n})
        return exactly(self.n, ledger, owner)

    def progress(self, ledger: Ledger, owner: int, prediction: int | None = None) -> Sentence | None:
        return Sentence("progress-exactly", {"number": ledger.counts[owner], "needed": self.n})


@dataclass(frozen=True, slots=True)
class NeverRow(Places):
    """Never win this many tricks in a row."""

    n: int

    def verdict(self, ledger: Ledger, owner: int, prediction: int | None) -> Verdict:
        run = _run(ledger, owner)
        if run >= self.n:
            return Sentence("row-won", {"owner": owner, "number": len(ledger.winners)})
        most = ledger.most_wins(owner)
        return DONE if run + most < self.n else OPEN


def _run(ledger: Ledger, owner: int) -> int:
    """The number of latest tricks in a row that the owner has won."""
    run = 0
    for seat in reversed(ledger.winners):
        if seat != owner:
            break
        run += 1
    return run


def _lost(ledger: Ledger, owner: int, place: int) -> Sentence:
    return Sentence("trick-lost", {"winner": ledger.winners[place], "number": place + 1, "owner": owner})
