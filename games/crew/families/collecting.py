"""Tasks about particular cards that the owner has won, or must not win, in the end."""

from __future__ import annotations

from dataclasses import dataclass

from ...contract import Sentence
from ..cards import COLOURS, SUBMARINES, Card, Trick
from ..tasks import DONE, OPEN
from .family import Family, Verdict
from .ledger import Ledger
from .masks import COLOUR, MOST, TRUMPS, VALUE, first_card


@dataclass(frozen=True, slots=True)
class WinCards(Family):
    """Win all these cards."""

    cards: int

    def verdict(self, ledger: Ledger, owner: int, prediction: int | None) -> Verdict:
        missing = self.cards & ~ledger.gained(owner)
        if not missing:
            return DONE
        out = missing & ~ledger.reach(owner)
        if out:
            return lost_card(ledger, owner, out)
        if missing.bit_count() > ledger.most_wins(owner) * ledger.seats:
            return Sentence("card-out-of-reach", {"owner": owner, "card": str(first_card(missing))})
        return OPEN

    def progress(self, ledger: Ledger, owner: int, prediction: int | None = None) -> Sentence | None:
        needed = self.cards.bit_count()
        if needed == 1:
            return None
        return Sentence("progress-of", {"number": (self.cards & ledger.won[owner]).bit_count(), "needed": needed})


def lost_card(ledger: Ledger, owner: int, out: int) -> Sentence:
    """Return why the owner can win none of these cards any more."""
    card = str(first_card(out))
    for seat, won in enumerate(ledger.won):
        if won & out:
            return Sentence("card-lost", {"winner": seat, "card": str(first_card(won & out)), "owner": owner})
    code = "card-out-of-reach" if ledger.tricks_left else "card-unplayed"
    return Sentence(code, {"owner": owner, "card": card})


@dataclass(frozen=True, slots=True)
class LastTrickCards(Family):
    """Win the last trick with these cards in it."""

    cards: int

    def verdict(self, ledger: Ledger, owner: int, prediction: int | None) -> Verdict:
        if ledger.tricks_left:
            if self.cards & ~ledger.left:
                card = str(first_card(self.cards & ~ledger.left))
                return Sentence("card-too-early", {"owner": owner, "card": card})
            return OPEN if ledger.most_wins(owner) else Sentence("too-few-tricks-for", {"owner": owner})
        if ledger.winners[-1] != owner:
            number = len(ledger.winners)
            return Sentence("trick-lost", {"winner": ledger.winners[-1], "number": number, "owner": owner})
        missing = self.cards & ~ledger.in_trick
        return lost_card(ledger, owner, missing) if missing else DONE

    def broken_by_card(self, trick: Trick, owner: int, tricks_total: int) -> Sentence | None:
        early = [card for _, card in trick.plays if self.cards >> card.order & 1] if trick.number < tricks_total else []
        return Sentence("card-too-early", {"owner": owner, "card": str(early[0])}) if early else None


@dataclass(frozen=True, slots=True)
class AvoidCards(Family):
    """Win none of these cards."""

    cards: int

    def verdict(self, ledger: Ledger, owner: int, prediction: int | None) -> Verdict:
        won = self.cards & ledger.won[owner]
        if won:
            return Sentence("avoided-card-won", {"owner": owner, "card": str(first_card(won))})
        sure = self.cards & ledger.sure(owner)
        if sure:
            return Sentence("avoided-card-sure", {"owner": owner, "card": str(first_card(sure))})
        return OPEN if self.cards & ledger.reach(owner) else DONE

    def progress(self, ledger: Ledger, owner: int, prediction: int | None = None) -> Sentence | None:
        return Sentence("progress-to-come", {"number": (self.cards & ledger.left).bit_count()})


@dataclass(frozen=True, slots=True)
class OnlyTrump(Family):
    """Win this trump and no other."""

    card: Card

    def verdict(self, ledger: Ledger, owner: int, prediction: int | None) -> Verdict:
        wanted = 1 << self.card.order
        others = AvoidCards(TRUMPS & ~wanted).verdict(ledger, owner, prediction)
        if isinstance(others, Sentence):
            return others
        won = WinCards(wanted).verdict(ledger, owner, prediction)
        return won if others == DONE or isinstance(won, Sentence) else OPEN


@dataclass(frozen=True, slots=True)
class Group:
    """Cards of one colour, of the trumps or of one value, and the bounds on how many the owner must win."""

    cards: int
    low: int
    high: int
    words: tuple[tuple[str, str | int], ...]
    """The blank that names the group: a suit or a value."""

    @classmethod
    def of_value(cls, value: int, op: str, count: int) -> Group:
        """A count of colour cards of a value: `op` is ge or eq."""
        return cls(VALUE[value], count, count if op == "eq" else MOST, (("value", value),))

    @classmethod
    def of_suit(cls, suit: str, op: str, count: int) -> Group:
        """A count of cards of a colour or, with the letter S, of the trumps."""
        cards = TRUMPS if suit == SUBMARINES else COLOUR[suit]
        return cls(cards, count, count if op == "eq" else MOST, (("suit", suit),))

    def sentence(self, what: str, **params: int) -> Sentence:
        """`too-many-of-suit` and the like."""
        return Sentence(f"{what}-of-{self.words[0][0]}", {**dict(self.words), **params})


@dataclass(frozen=True, slots=True)
class CountCards(Family):
    """Win this many cards of each of these groups."""

    groups: tuple[Group, ...]

    def verdict(self, ledger: Ledger, owner: int, prediction: int | None) -> Verdict:
        won, done = ledger.gained(owner), True
        reach = ledger.reach(owner) & ~won
        missing = 0
        for group in self.groups:
            have = (won & group.cards).bit_count()
            more = (reach & group.cards).bit_count()
            if have > group.high:
                return group.sentence("too-many", owner=owner, number=have, needed=group.high)
            if have + more < group.low:
                return group.sentence("too-few", owner=owner, number=have + more, needed=group.low)
            done = done and group.low <= have and have + more <= group.high
            missing += max(group.low - have, 0)
        if done:
            return DONE
        few = missing > ledger.most_wins(owner) * ledger.seats
        return Sentence("too-few-cards-to-come", {"owner": owner}) if few else OPEN

    def progress(self, ledger: Ledger, owner: int, prediction: int | None = None) -> Sentence | None:
        numbers = [(ledger.won[owner] & group.cards).bit_count() for group in self.groups]
        if len(self.groups) == 4:
            return Sentence("progress-colours", {"number": sum(number > 0 for number in numbers)})
        if len(self.groups) == 2:
            (one, other), (number, other_number) = self.groups, numbers
            suits = {"suit": one.words[0][1], "other_suit": other.words[0][1]}
            counts = {"number": number, "needed": one.low, "other_number": other_number, "other_needed": other.low}
            return Sentence("progress-two-suits", {**suits, **counts})
        code = "progress-of" if self.groups[0].high == MOST else "progress-exactly"
        return Sentence(code, {"number": numbers[0], "needed": self.groups[0].low})


@dataclass(frozen=True, slots=True)
class FullColour(Family):
    """Win all nine cards of at least one colour."""

    def verdict(self, ledger: Ledger, owner: int, prediction: int | None) -> Verdict:
        won, reach = ledger.won[owner], ledger.reach(owner)
        verdict: Verdict = Sentence("every-colour-broken", {"owner": owner})
        most = ledger.most_wins(owner) * ledger.seats
        for colour in COLOUR.values():
            missing = colour & ~won
            if not missing:
                return DONE
            if not missing & ~reach and missing.bit_count() <= most:
                verdict = OPEN
        return verdict

    def progress(self, ledger: Ledger, owner: int, prediction: int | None = None) -> Sentence | None:
        won, reach = ledger.won[owner], ledger.reach(owner)
        whole = [suit for suit in COLOURS if not COLOUR[suit] & ~(won | reach)]
        if not whole:
            return None
        best = max(whole, key=lambda suit: (won & COLOUR[suit]).bit_count())
        return Sentence("progress-colour", {"suit": best, "number": (won & COLOUR[best]).bit_count()})


@dataclass(frozen=True, slots=True)
class EqualColours(Family):
    """Win as many cards of one colour as of the other in the end, at least one of each."""

    one: str
    other: str

    def verdict(self, ledger: Ledger, owner: int, prediction: int | None) -> Verdict:
        won, reach = ledger.won[owner], ledger.reach(owner)
        have, other = (won & COLOUR[self.one]).bit_count(), (won & COLOUR[self.other]).bit_count()
        most = have + (reach & COLOUR[self.one]).bit_count()
        other_most = other + (reach & COLOUR[self.other]).bit_count()
        if max(have, other, 1) > min(most, other_most):
            return Sentence("never-equal", {"owner": owner, "suit": self.one, "other_suit": self.other})
        return DONE if have == most and other == other_most else OPEN

    def progress(self, ledger: Ledger, owner: int, prediction: int | None = None) -> Sentence | None:
        return _two_colours(ledger, owner, self.one, self.other)


@dataclass(frozen=True, slots=True)
class MoreOfColour(Family):
    """Win more cards of one colour than of the other."""

    more: str
    less: str

    def verdict(self, ledger: Ledger, owner: int, prediction: int | None) -> Verdict:
        won, reach = ledger.won[owner], ledger.reach(owner)
        have, other = (won & COLOUR[self.more]).bit_count(), (won & COLOUR[self.less]).bit_count()
        if have > other + (reach & COLOUR[self.less]).bit_count():
            return DONE
        if have + (reach & COLOUR[self.more]).bit_count() <= other:
            return Sentence("never-more", {"owner": owner, "suit": self.more, "other_suit": self.less})
        return OPEN

    def progress(self, ledger: Ledger, owner: int, prediction: int | None = None) -> Sentence | None:
        return _two_colours(ledger, owner, self.more, self.less)


def _two_colours(ledger: Ledger, owner: int, one: str, other: str) -> Sentence:
    won = ledger.won[owner]
    numbers = {"number": (won & COLOUR[one]).bit_count(), "other_number": (won & COLOUR[other]).bit_count()}
    return Sentence("progress-balance", {"suit": one, "other_suit": other, **numbers})
