"""Help with counting at a table: marks and counts for the player, and the question before their card.

Pure, from what the player's own seat can be sure of, and from the level of help with each concept.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from logbook.lib.lists import labelled, list_text
from logbook.lib.translation import gettext as _
from logbook.rounds import text
from logbook.rounds.view.questions import CERTAIN, CONCEPTS, TRUMPS, VOIDS, WINNERS, Question, Turn
from logbook.rounds.view.status import Names

MARKED, COUNTED, ASKED, NO_HELP = 1, 2, 3, 4
"""The levels of help with a concept: all is marked; only counts; only a question before the card; nothing."""
LEVELS: Final[Mapping[int, str | Promise]] = {
    MARKED: gettext_lazy("everything is marked"),
    COUNTED: gettext_lazy("counts and questions"),
    ASKED: gettext_lazy("questions only"),
    NO_HELP: gettext_lazy("no more help"),
}
TRUMPS_LEFT: Final[Mapping[str, str | Promise]] = {
    "R": gettext_lazy("Rockets the others hold"),
    "S": gettext_lazy("Submarines the others hold"),
}


@dataclass(frozen=True, slots=True)
class Answered:
    """A question that the player has answered in this turn."""

    question: Question
    is_right: bool

    @property
    def verdict(self) -> str:
        """The sentence that says whether the answer is right."""
        if self.is_right:
            return _("That’s right.")
        return _("The right answer is “%(answer)s”.") % {"answer": self.question.right_words}


@dataclass(frozen=True, slots=True)
class SeatHelp:
    """The marks beside another seat: suits of which it has none, and cards that it certainly has."""

    voids: tuple[str, ...] = ()
    """The suits, in words."""
    certain: tuple[str, ...] = ()


NO_MARKS: Final = SeatHelp()


@dataclass(frozen=True, slots=True)
class Line:
    """A count, with its label."""

    label: str
    words: str


@dataclass(frozen=True, slots=True)
class Help:
    """The help with counting on the page of one player."""

    turn: int
    """The number of the trick to which a question belongs."""
    lines: tuple[Line, ...] = ()
    seats: Mapping[int, SeatHelp] | None = None
    winners: frozenset[str] = frozenset()
    """The player's cards that are marked."""
    question: Question | None = None
    answered: Answered | None = None

    @property
    def spoken(self) -> str:
        """The text for screen readers: the question, or whether the answer to it is right, and why."""
        if self.answered is not None:
            return f"{self.answered.verdict} {self.answered.question.reason}"
        return self.question.words if self.question is not None else ""

    def beside(self, seat: int) -> SeatHelp:
        """Return what is marked beside a seat."""
        return (self.seats or {}).get(seat, NO_MARKS)


def help_with(
    turn: Turn,
    names: Names,
    levels: Mapping[str, int],
    *,
    question: Question | None = None,
    answered: Answered | None = None,
) -> Help:
    """Return the help at these levels, by concept, with the question of this turn or the answer to it.

    A count that would answer the question is left out until it is answered.
    """
    if question is not None and levels[question.concept] == COUNTED:
        levels = {**levels, question.concept: ASKED}
    marked = {concept for concept in CONCEPTS if levels[concept] == MARKED}
    return Help(
        turn=turn.trick,
        lines=tuple(_lines(turn, levels)),
        seats={seat: _seat_help(turn, seat, marked) for seat in turn.count.may_hold},
        winners=frozenset(map(str, turn.count.winners)) if WINNERS in marked else frozenset(),
        question=question,
        answered=answered,
    )


def _seat_help(turn: Turn, seat: int, marked: Collection[str]) -> SeatHelp:
    count = turn.count
    voids = tuple(text.suit_name(suit) for suit in count.voids_of(seat)) if VOIDS in marked else ()
    known = sorted(count.certain[seat] - count.open_cards, key=lambda card: card.order) if CERTAIN in marked else ()
    signalled = {signal["card"] for signal in turn.facts["signals"]}  # They lie beside the seat already.
    return SeatHelp(voids, tuple(str(card) for card in known if card not in signalled))


def _lines(turn: Turn, levels: Mapping[str, int]) -> Iterator[Line]:
    """Yield the trumps that are out, by name or by number, and the counts of the other concepts."""
    count = turn.count
    trumps = count.left_of(count.trump)
    if levels[TRUMPS] == MARKED:
        yield Line(str(TRUMPS_LEFT[count.trump]), list_text(text.card_name(card) for card in trumps) or "0")
    elif levels[TRUMPS] == COUNTED:
        yield Line(str(TRUMPS_LEFT[count.trump]), str(len(trumps)))
    if levels[VOIDS] == COUNTED:
        numbers = ((text.suit_name(suit), len(count.left_of(suit))) for suit in count.suits if suit != count.trump)
        yield Line(_("Cards the others hold"), list_text(labelled(name, number) for name, number in numbers))
    if levels[CERTAIN] == COUNTED:
        number = sum(len(cards - count.open_cards) for cards in count.certain.values())
        yield Line(_("Cards whose holder is certain"), str(number))
    if levels[WINNERS] == COUNTED and turn.is_own:
        yield Line(_("Your cards that are sure to win"), str(len(count.winners)))
