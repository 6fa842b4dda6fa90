"""The interface of a bot, for every game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from random import Random
from typing import ClassVar

from .contract import Action, Sentence, State, View


class Bot(ABC):
    """Decides for one seat from its view. It has no memory between two decisions."""

    slug: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[int] = 1
    """It grows with every change of the bot's choices: deals that were sealed with its name depend on them."""
    explains: ClassVar[bool] = False
    """Whether it can say afterwards why it did something."""

    @property
    def slug_and_version(self) -> str:
        """The bot that chooses today's actions: `careful 2`."""
        return f"{self.slug} {self.version}"

    @abstractmethod
    def choose(self, view: View, chance: Random) -> str | None:
        """The text of one of `view["legal"]`, or None where the bot would rather wait.

        Never None when the table waits for the view's seat. The same view and chance give the same choice.
        """

    def explain(self, view: View, text: str, chance: Random) -> Sentence | None:
        """The reason for an action, for display once the round is over; None where the bot has none.

        `view` and `chance` are those of the choice, so the bot can evaluate it again.
        """
        return None

    def outlook(self, view: View, chance: Random) -> Mapping[str, float]:
        """For each card that may be played, as an action: the share of simulated deals that it keeps winnable.

        The deals agree with everything the seat knows. Empty where the bot simulates none, or no card may be played.
        """
        return {}


def next_action(state: State, seats: Iterable[int], choose: Callable[[int], str | None]) -> Action | None:
    """The next action of the bots in these seats: of one that acts unasked, else of one that the table waits for.

    `choose` asks the bot in a seat. Once a bot's proposal was declined, only a seat that the table waits for is asked
    while tasks are shared freely, so that people are not asked again and again.
    """
    asked = sorted(seats, key=lambda seat: seat in state.waiting_on)
    if state.shares_freely and _was_declined(state, asked):
        asked = [seat for seat in asked if seat in state.waiting_on]
    for seat in asked:
        text = choose(seat)
        if text is not None:
            return Action(seat, text)
    return None


def _was_declined(state: State, seats: Collection[int]) -> bool:
    """Return whether a proposal of one of these seats was declined in this round."""
    proposer = None
    for action in state.log:
        if action.text.startswith("propose "):
            proposer = action.seat
        elif action.text == "decline" and proposer in seats:
            return True
    return False
