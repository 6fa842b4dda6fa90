"""Questions before a card about what the player could know by counting, with answers and the reason of the right one.

Pure, from what the player's own seat can be sure of.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from zlib import crc32

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.crew.bots.counting import Count, Passed
from games.crew.cards import CARDS, Card
from logbook.lib.lists import list_text
from logbook.lib.translation import gettext as _
from logbook.lib.translation import pgettext
from logbook.rounds import text
from logbook.rounds.view.status import Names

VOIDS: Final = "voids"
TRUMPS: Final = "trumps"
CERTAIN: Final = "certain"
WINNERS: Final = "winners"
CONCEPTS: Final = (VOIDS, TRUMPS, CERTAIN, WINNERS)
"""The concepts of counting, in the order in which they are asked about."""

ONE_OF_A_SUIT: Final[Mapping[str, str | Promise]] = {
    "P": pgettext_lazy("one card of a suit", "a pink card"),
    "B": pgettext_lazy("one card of a suit", "a blue card"),
    "G": pgettext_lazy("one card of a suit", "a green card"),
    "Y": pgettext_lazy("one card of a suit", "a yellow card"),
    "R": pgettext_lazy("one card of a suit", "a rocket"),
    "S": pgettext_lazy("one card of a suit", "a submarine"),
}
HOW_MANY_TRUMPS: Final[Mapping[str, str | Promise]] = {
    "R": gettext_lazy("How many rockets do the others still hold?"),
    "S": gettext_lazy("How many submarines do the others still hold?"),
}
WHO_HAS_TRUMPS: Final[Mapping[str, str | Promise]] = {
    "R": gettext_lazy("Who may still have rockets?"),
    "S": gettext_lazy("Who may still have submarines?"),
}
NO, PERHAPS, YES = "no", "perhaps", "yes"
NONE: Final = "none"
MOST_CARDS: Final = 4
"""The most cards among the answers to one question."""

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """A possible answer: the key that its button sends, and its words."""

    key: str
    words: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one concept; `about` names its subject, so that an answer to another question is noticed."""

    concept: str
    about: str
    words: str
    answers: tuple[Answer, ...]
    right: str
    """The key of the right answer."""
    reason: str
    """The reason in one sentence."""

    @property
    def right_words(self) -> str:
        """The words of the right answer."""
        return next(answer.words for answer in self.answers if answer.key == self.right)


@dataclass(frozen=True, slots=True)
class Turn:
    """The player's turn to play a card: their own view as a mapping, and what follows from it."""

    facts: Facts
    count: Count
    passed: Passed | None = None

    @property
    def is_own(self) -> bool:
        """Whether the table waits for a card of the player's own hand."""
        return bool(self.cards) and self.count.seat in self.facts["waiting_on"]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that the player may play, in the order of the deck."""
        legal = {CARDS[action[5:]] for action in self.facts["legal"] if action.startswith("play ")}
        return tuple(sorted(legal, key=lambda card: card.order))

    @property
    def trick(self) -> int:
        """The number of the trick; 0 before the first one."""
        return int(self.facts["trick"]["number"]) if self.facts["trick"] else 0

    def pick(self, number: int, what: str) -> int:
        """Return a place among so many: no player can tell it before, and it is the same for all that is hidden."""
        return crc32(" ".join((what, *self.facts["played"])).encode()) % number


def question_of(turn: Turn, names: Names, concepts: Collection[str], *, shift: int = 0) -> Question | None:
    """Return the question of this turn about one of these concepts, which take turns; None where none has one.

    `shift` is where the round begins in the order of concepts.
    """
    wanted = [concept for concept in CONCEPTS if concept in concepts]
    if not wanted or not turn.is_own:
        return None
    start = (turn.trick + shift) % len(wanted)
    asked = (QUESTIONS[concept](turn, names) for concept in (*wanted[start:], *wanted[:start]))
    return next((question for question in asked if question is not None), None)


def _voids(turn: Turn, names: Names) -> Question | None:
    """Ask whether a player can have a card of a suit; half of the time about one who has none, if there is one."""
    count = turn.count
    pairs = [(seat, suit) for seat in count.may_hold for suit in count.suits if count.left_of(suit)]
    voids = [pair for pair in pairs if not count.may_have(*pair)]
    others = [pair for pair in pairs if pair not in voids]
    if turn.trick < 2 or not pairs:
        return None
    chosen = (voids or others) if turn.pick(2, VOIDS) else (others or voids)
    seat, suit = chosen[turn.pick(len(chosen), "pair")]
    right = NO if (seat, suit) in voids else YES if count.surely_has(seat, suit) else PERHAPS
    return Question(
        VOIDS,
        f"{seat} {suit}",
        _("Can %(who)s still have %(card)s?") % {"who": names.of(seat), "card": ONE_OF_A_SUIT[suit]},
        (Answer(NO, _("No")), Answer(PERHAPS, _("Perhaps")), Answer(YES, _("Yes, certainly"))),
        right,
        _why_void(turn, names, seat, suit, right),
    )


def _why_void(turn: Turn, names: Names, seat: int, suit: str, right: str) -> str:
    who = names.of(seat)
    if right == YES:
        held = max(card for card in turn.count.certain[seat] if card.suit == suit)
        return _("%(who)s certainly has %(card)s.") % {"who": who, "card": names.the_card(held)}
    if right == PERHAPS:
        number = len(turn.count.left_of(suit))
        return _("The others hold %(number)s of them, so %(who)s may have one.") % {"number": number, "who": who}
    if suit in turn.count.unfollowed[seat]:
        return _("%(who)s didn’t follow when %(suit)s was led.") % {"who": who, "suit": text.led_suit(suit)}
    holders = [other for other, cards in turn.count.certain.items() if cards.issuperset(turn.count.left_of(suit))]
    if holders:
        return _("%(who)s certainly has all the ones left.") % {"who": names.of(holders[0])}
    return _("Judging by the cards and signals so far, %(who)s has none left.") % {"who": who}


def _trumps(turn: Turn, names: Names) -> Question | None:
    """Ask how many trumps are left; half of the time who may have them, if the others have any."""
    count = turn.count
    if turn.pick(2, TRUMPS) and count.left_of(count.trump):
        return _who_has_trumps(turn, names)
    in_deck = sum(card.is_trump for card in count.cards)
    left = len(count.left_of(count.trump))
    own = sum(CARDS[card].is_trump for card in turn.facts["hand"])
    played = sum(CARDS[card].is_trump for card in turn.facts["played"])
    why = _("There are %(all)s: %(played)s played, %(own)s in your hand and %(left)s left.")
    return Question(
        TRUMPS,
        "number",
        str(HOW_MANY_TRUMPS[count.trump]),
        tuple(Answer(str(number), str(number)) for number in range(in_deck + 1)),
        str(left),
        why % {"all": in_deck, "played": played, "own": own, "left": left},
    )


def _who_has_trumps(turn: Turn, names: Names) -> Question:
    count = turn.count
    others = sorted(count.may_hold)
    able = frozenset(seat for seat in others if count.may_have(seat, count.trump))
    # A wrong answer has one player more or fewer than the right one, so its length gives nothing away.
    offered = {able, *(able ^ {seat} for seat in others)}
    ordered = sorted(offered, key=lambda seats: (len(seats), sorted(seats)))
    without = [seat for seat in others if seat not in able]
    why = _("Players who certainly have none: %(names)s.") % {"names": names.list(without)}
    return Question(
        TRUMPS,
        "who",
        str(WHO_HAS_TRUMPS[count.trump]),
        tuple(Answer(_key_of(seats), _players(seats, others, names)) for seats in ordered),
        _key_of(able),
        why if without else _("Each of them may still have one."),
    )


def _key_of(seats: Iterable[int]) -> str:
    return " ".join(map(str, sorted(seats))) or NONE


def _players(seats: Collection[int], others: Sequence[int], names: Names) -> str:
    if not seats:
        return pgettext("players", "None of them")
    return list_text(names.of(seat) for seat in others if seat in seats)


def _certain(turn: Turn, names: Names) -> Question | None:
    """Ask who has a card; half of the time about one whose holder is not certain."""
    count = turn.count
    known = [(seat, card) for seat in sorted(count.certain) for card in _hidden(count, seat)]
    unknown = [card for card in count.left if not any(card in cards for cards in count.certain.values())]
    if not known:
        return None
    if unknown and turn.pick(2, CERTAIN):
        card, right = unknown[turn.pick(len(unknown), "card")], NONE
        reason = _("At least two players may still have %(card)s.") % {"card": names.the_card(card)}
    else:
        seat, card = known[turn.pick(len(known), "card")]
        right, reason = str(seat), _why_certain(turn, names, seat, card)
    return Question(
        CERTAIN,
        str(card),
        _("Who certainly has %(card)s?") % {"card": names.the_card(card)},
        (*(Answer(str(seat), names.of(seat)) for seat in sorted(count.certain)), Answer(NONE, _("It isn’t certain"))),
        right,
        reason,
    )


def _hidden(count: Count, seat: int) -> list[Card]:
    """Return the certain cards of a seat that do not lie open, in the order of the deck."""
    return sorted(count.certain[seat] - count.open_cards, key=lambda card: card.order)


def _why_certain(turn: Turn, names: Names, seat: int, card: Card) -> str:
    said = {"who": names.of(seat), "card": names.the_card(card)}
    if any(signal["seat"] == seat and signal["card"] == card for signal in turn.facts["signals"]):
        return _("%(who)s signalled %(card)s and hasn’t played it yet.") % said
    if turn.passed == Passed(seat, card):
        return _("You passed %(card)s to %(who)s.") % said
    if card.is_trump and card.rank == 4 and seat == turn.facts["captain"]:
        return _("%(who)s is the captain and still has %(card)s.") % said
    return _("None of the others can have %(card)s.") % said


def _winners(turn: Turn, names: Names) -> Question | None:
    """Ask which card wins the trick for certain, of up to four."""
    cards, winners = turn.cards, turn.count.winners
    if len(cards) < 2:
        return None
    strongest = sorted(cards, key=lambda card: (card.strength, -card.order), reverse=True)
    # Only one winner is offered: two right answers would need two presses.
    best = [card for card in strongest if card in winners][:1]
    offered = [*best, *(card for card in strongest if card not in winners)][:MOST_CARDS]
    right = str(best[0]) if best else NONE
    shown = sorted(offered, key=lambda card: text.hand_order(str(card)))
    return Question(
        WINNERS,
        " ".join(shown),
        _("Which of these cards wins this trick for certain?"),
        (*(Answer(str(card), names.card(card)) for card in shown), Answer(NONE, pgettext("cards", "None of them"))),
        right,
        _("No one can beat %(card)s any more.") % {"card": names.the_card(best[0])}
        if best
        else _("Each of them can still be beaten."),
    )


QUESTIONS: Final[Mapping[str, Callable[[Turn, Names], Question | None]]] = {
    VOIDS: _voids,
    TRUMPS: _trumps,
    CERTAIN: _certain,
    WINNERS: _winners,
}
