"""The common base of all kinds of tasks; each task is decided after each trick from public facts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Literal

from ...contract import Sentence
from ..cards import Trick
from ..tasks import DONE, OPEN
from .ledger import Ledger

Verdict = Literal["open", "done"] | Sentence
"""A Sentence says why the task can no longer be completed."""


class Family(ABC):
    """Tasks of one kind, made for its parameters."""

    __slots__ = ()

    def judge(
        self, ledger: Ledger, owner: int, prediction: int | None = None, endings: Iterable[Ledger] | None = None
    ) -> Verdict:
        """The verdict after a trick: `done` once the task can no longer fail.

        The caller evaluates it after every trick while the task is open, because some kinds read the last trick only.
        After the last trick it is never `open`. A caller with several tasks computes the ledger's endings once for all.
        """
        verdict = self.verdict(ledger, owner, prediction)
        if verdict != OPEN or ledger.tricks_left != 1:
            return verdict
        return self._before_the_last(endings or ledger.endings(), owner, prediction)

    @abstractmethod
    def verdict(self, ledger: Ledger, owner: int, prediction: int | None) -> Verdict:
        """The same by the family's own rules, without trying out how the last trick can go."""

    def broken_by_card(self, trick: Trick, owner: int, tricks_total: int) -> Sentence | None:
        """Return why the cards of this trick, perhaps incomplete, break the task for any winner; None if not."""
        return None

    def progress(self, ledger: Ledger, owner: int, prediction: int | None = None) -> Sentence | None:
        """The task's progress as a short sentence from public facts; None where there is nothing to report."""
        return None

    def _before_the_last(self, endings: Iterable[Ledger], owner: int, prediction: int | None) -> Verdict:
        """The verdict on which all possible last tricks agree."""
        done = lost = False
        for ending in endings:
            if self.verdict(ending, owner, prediction) == DONE:
                done = True
            else:
                lost = True
            if done and lost:
                return OPEN
        if lost:
            return Sentence("lost-before-last-trick", {"owner": owner})
        return DONE if done else OPEN
