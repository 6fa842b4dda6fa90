"""Parts of a race's page that stand alone: choices, gems, and the cards of hands and market."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LONG_WORD: Final = 13


@dataclass(frozen=True)
class Choice:
    """One legal action in words; `gem` or `spot` where a drawing helps, `note` its effect."""

    text: str
    label: str
    gem: str = ""
    spot: str = ""
    note: str = ""
    style: str = ""


@dataclass(frozen=True)
class ChoiceGroup:
    """Choices of a kind. `style` is buttons, select or quiet; an `untitled` one's title is for screen readers only."""

    key: str
    title: str
    choices: tuple[Choice, ...]
    hint: str = ""
    style: str = "buttons"
    untitled: bool = False


@dataclass(frozen=True)
class GemCount:
    """A number of gems of a colour."""

    gem: str
    count: int
    name: str


@dataclass(frozen=True)
class CrewCard:
    """The face of a crew card: its need and its pay in a dive, or its other use."""

    id: str
    name: str
    needs: tuple[GemCount, ...]
    needs_any: int
    points: int
    protects: str
    money: int
    propellers: int
    adds_gem: str
    words: str
    """The whole card in a sentence."""

    @property
    def has_long_word(self) -> bool:
        """Whether the name needs smaller letters to fit on a card unbroken."""
        return max(map(len, self.name.split()), default=0) >= LONG_WORD


@dataclass(frozen=True)
class HandCard:
    """A card of the reader: its action (`does` in a word or two), or why it has none."""

    card: CrewCard
    place: int
    action: str
    action_name: str
    does: str
    why_not: str


@dataclass(frozen=True)
class MarketSlot:
    """A slot of the market: its card, its price, and the reader's ways to get it, the cheapest first."""

    number: int
    price: int
    card: CrewCard | None
    best: Choice | None
    others: tuple[Choice, ...]


@dataclass(frozen=True)
class Payment:
    """The pieces with which the reader may overpay; the surplus is lost. An action is a target, then pieces."""

    targets: tuple[Choice, ...]
    """The purchases, each as the beginning of an action; the note is the price."""
    pieces: tuple[Choice, ...]
    """Cards and bonus tokens, in the order of an action; the note is their worth."""


@dataclass(frozen=True)
class Market:
    """The cards for recruiting, and the price of a whole new market. `purse` only where overpaying is possible."""

    slots: tuple[MarketSlot, ...]
    refresh_price: int
    refresh: tuple[Choice, ...]
    deck_left: int
    purse: Payment | None

    @property
    def must_take(self) -> bool:
        """Whether the reader has paid for a new market, and must take one of its cards."""
        return any(slot.best is not None and slot.best.style == "take" for slot in self.slots)
