"""The rating of a deal: how often bots that see their own cards alone win it, and how often mere chance does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from random import Random

from ..bot import next_action
from ..contract import Action, State
from .bots import BOTS, Bot

RATING_BOT = "careful"
"""The bot that sits on every seat when a deal is rated."""
MOST_BY_THE_RULES = 100
_SURE = 1.96
"""The number of standard errors for a confidence interval of 95 percent."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The number of rounds played from the same deal, and the number that were won."""

    wins: int
    rounds: int

    @property
    def share(self) -> float:
        """Wins among all rounds; 0 where none was played."""
        return self.wins / self.rounds if self.rounds else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 percent interval of the true share; the whole range where nothing was played."""
        if not self.rounds:
            return 0.0, 1.0
        square = _SURE * _SURE
        middle = (self.wins + square / 2) / (self.rounds + square)
        half = _SURE * sqrt(self.share * (1 - self.share) * self.rounds + square / 4) / (self.rounds + square)
        return max(0.0, middle - half), min(1.0, middle + half)


def bots_win(state: State, rounds: Iterable[int], bot: str = RATING_BOT) -> int:
    """The number of these rounds that bots on every seat win from here; each round's number seeds its own random draws.

    The same position, numbers and version of the bot give the same result on every machine.
    """
    return sum(_is_won(played_out(state, bot, f"{state.setup.seed}/{number}")) for number in rounds)


def random_share(state: State, rounds: int, chance: Random) -> float:
    """The share of random rounds that are won, in which players take any legal action.

    The solver's compiled code counts it, a million rounds in the time that the rules play a few hundred. Without
    compiled code, or for an unknown mission, the rules play at most `MOST_BY_THE_RULES` rounds.
    """
    from .solver.playout.win_rate import random_wins  # Its compiler takes long to load, and few processes rate deals.

    share = random_wins(state, rounds, chance)
    if share is not None:
        return share
    rounds = min(rounds, MOST_BY_THE_RULES)
    ends = (played_out(state, "random", str(chance.random())) for _ in range(rounds))
    return sum(map(_is_won, ends)) / rounds if rounds else 0.0


def played_out(state: State, bot: str, luck: str) -> State:
    """The end of the round if this bot sits on every seat; the same luck leads to the same end."""
    while state.outcome is None:
        state = state.apply(_next_action(state, BOTS[bot], luck))
    return state


def _is_won(state: State) -> bool:
    return state.outcome is not None and bool(state.outcome.success)


def _next_action(state: State, bot: Bot, luck: str) -> Action:
    def choose(seat: int) -> str | None:
        return bot.choose(state.view(seat), Random(f"{luck} {len(state.log)} {seat}"))

    action = next_action(state, range(state.setup.players), choose)
    assert action is not None, "a bot left the table waiting"
    return action
