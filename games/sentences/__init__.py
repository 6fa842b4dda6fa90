"""Every sentence the games say, by its code, and how the blanks are filled.

The English texts stand here once. The site translates the same texts and fills the blanks with people's
names and its own words for cards, so that an error reads "Ana must follow green." there and
"Seat 2 must follow green." in the terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .crew import TEMPLATES as CREW
from .deep_blue import BOX_NAMES, GEM_NAMES
from .deep_blue import TEMPLATES as DEEP_BLUE
from .deep_sea import TEMPLATES as DEEP_SEA
from .deep_sea_missions import TEMPLATES as DEEP_SEA_MISSIONS
from .seals import TEMPLATES as SEALS

TEMPLATES: dict[str, str] = {**CREW, **DEEP_SEA, **DEEP_SEA_MISSIONS, **DEEP_BLUE, **SEALS}
"""The English sentence of every code."""

SEAT_BLANKS = frozenset({"seat", "owner", "winner", "other_seat"})
CARD_BLANKS = frozenset({"card", "other", "task"})
SUIT_BLANKS = frozenset({"suit", "other_suit"})
PIECE_BLANKS = frozenset({"crew"})
GEM_BLANKS = frozenset({"gem", "spot"})
BOX_BLANKS = frozenset({"what"})
SEATS_BLANKS, PIECES_BLANKS = frozenset({"others"}), frozenset({"crews"})
FIGURES_BLANK = "figures"
"""A whole sentence, by its code and params, that follows in the same reason."""
SUITS = {"P": "pink", "B": "blue", "G": "green", "Y": "yellow", "R": "rocket", "S": "submarine"}


def seat_name(seat: int) -> str:
    """Return the terminal's name of a seat."""
    return f"Seat {seat}"


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def suit_name(suit: str) -> str:
    """The English word for a suit's letter."""
    return SUITS[suit]


def card_name(card: str) -> str:
    """The English words for a card or a task, such as "blue 7"."""
    if len(card) == 2 and card[0] in SUITS and card[1].isdecimal():
        return f"{SUITS[card[0]]} {card[1]}"
    return card


def details_of(code: str, params: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]] | None:
    """The code and the params of the sentence with the further figures of a reason; None if it has none."""
    figures = params.get(FIGURES_BLANK)
    if figures:
        code, params = figures["code"], figures["params"]
    details = f"{code}-details"
    return (details, params) if details in TEMPLATES else None


def say(
    code: str,
    params: Mapping[str, Any],
    *,
    translate: Callable[[str], str] = str,
    seat: Callable[[int], str] = seat_name,
    card: Callable[[str], str] = card_name,
    suit: Callable[[str], str] = suit_name,
    piece: Callable[[str], str] = str,
    listed: Callable[[Iterable[str]], str] = ", ".join,
) -> str:
    """The sentence of this code with its blanks filled.

    `translate` turns the English text into the reader's language; `seat`, `card`, `suit` and `piece` name what the
    params of those kinds hold (a seat's number, a card's text, a suit's letter, the id of a crew card of Deep Blue);
    `listed` joins several.
    """
    speakers: dict[str, Callable[[Any], str]] = {
        **dict.fromkeys(SEAT_BLANKS, seat),
        **dict.fromkeys(CARD_BLANKS, card),
        **dict.fromkeys(SUIT_BLANKS, suit),
        **dict.fromkeys(PIECE_BLANKS, piece),
        **dict.fromkeys(GEM_BLANKS, lambda gem: translate(GEM_NAMES[gem])),
        **dict.fromkeys(BOX_BLANKS, lambda what: translate(BOX_NAMES[what])),
        **dict.fromkeys(SEATS_BLANKS, lambda seats: listed(map(seat, seats))),
        FIGURES_BLANK: lambda figures: _capitalized(
            say(
                figures["code"],
                figures["params"],
                translate=translate,
                seat=seat,
                card=card,
                suit=suit,
                piece=piece,
                listed=listed,
            )
        ),
        **dict.fromkeys(PIECES_BLANKS, lambda pieces: listed(map(piece, pieces))),
    }
    blanks = {name: speakers.get(name, str)(value) for name, value in params.items() if value is not None}
    return translate(TEMPLATES[code]).format_map(blanks)
