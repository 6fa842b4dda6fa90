"""Random results of a challenge's candidates, by their numbers, without a solver and without bots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import pytest

import games
from games.crew.solver import Budget, Certificate, Effort, Lost, Unknown, Verdict, Won
from logbook.challenges.models.challenges import Candidate, Challenge, Deal
from logbook.challenges.services import certification

LINE = (games.Action(0, "take G3"), games.Action(2, "play Y5"))
CERTIFICATE = Certificate(LINE, "prophecy", 7, 918273, 645546)


@dataclass
class Fates:
    """`wins` says how many of twenty rounds the bots win at each candidate; who is missing there cannot be won."""

    wins: Mapping[int, int]
    undecided: Iterable[int] = ()
    asked: list[str] = field(default_factory=list)
    """The seeds that were to be certified, in order."""

    def certify(self, state: games.State, budget: Budget) -> tuple[Verdict, Certificate | None]:
        self.asked.append(state.setup.seed)
        number = _number(state)
        if number in self.undecided:
            return Unknown(Effort("prophecy", 3, 3)), None
        return (Won(LINE), CERTIFICATE) if number in self.wins else (Lost(), None)

    def bots_win(self, state: games.State, rounds: Iterable[int], bot: str) -> int:
        return sum(number * 7 % 20 < self.wins[_number(state)] for number in rounds)

    def come_true(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(certification, "certify", self.certify)
        monkeypatch.setattr(certification, "bots_win", self.bots_win)


def _number(state: games.State) -> int:
    return int(state.setup.seed.rsplit("/", 1)[1])


def tried(deal: Deal) -> list[tuple[int, str, bool]]:
    """The candidates of a deal: number, why it was rejected, whether it was picked."""
    return list(deal.candidates.order_by("number").values_list("number", "rejected", "picked"))


def everything(challenge: Challenge) -> list[tuple[object, ...]]:
    """All that preparing a challenge has found."""
    columns = (
        "deal__stage__number",
        "deal__attempt",
        "number",
        "certificate",
        "rated_by",
        "wins",
        "playouts",
        "rejected",
        "picked",
    )
    return list(Candidate.objects.filter(deal__stage__challenge=challenge).order_by(*columns[:3]).values_list(*columns))
