"""The public facts of a round: the cards played, the winners, and what follows for the hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..cards import Card, Trick
from .masks import ALL, CARDS_IN_ORDER, COLOUR, SUIT_OF, TRUMPS, orders, winning_order

Hands = list[int] | tuple[int, ...]
"""Sets of cards by seat."""


class Ledger(NamedTuple):
    """The public facts of a round so far. Sets of cards are masks, see `masks.py`; tuples are by seat."""

    seats: int
    captain: int
    tricks_left: int
    unplayed: int
    """Cards that stay unplayed in the end: one with three at the table, else none."""
    blind: int | None
    """The robot's seat. Its failures to follow prove nothing, because a covered card may be of that suit."""
    left: int
    """The unplayed cards."""
    may_hold: tuple[int, ...]
    """The cards that the seat may still hold, by public facts."""
    won: tuple[int, ...]
    """The cards won."""
    counts: tuple[int, ...]
    """The tricks won."""
    floors: tuple[int, ...]
    """The tricks that the seat will at least have won in the end: the top trumps known to be in its hand win."""
    ceilings: tuple[int, ...]
    """The tricks that the seat can have won in the end at most."""
    free: int
    """The coming tricks that are not in `floors` yet."""
    led: tuple[int, ...]
    """The cards led."""
    winners: tuple[int, ...] = ()
    """The winner of each trick."""
    in_trick: int = 0
    """The cards of the last trick."""
    winning: Card | None = None
    """The card that won the last trick."""

    @classmethod
    def opening(cls, seats: int, captain: int, tricks_total: int, unplayed: int, blind: int | None = None) -> Ledger:
        """Before the first trick: the only public fact is that the captain holds the highest trump."""
        top = 1 << 39
        may_hold = tuple(ALL if seat == captain else ALL & ~top for seat in range(seats))
        nothing = (0,) * seats
        bounds = _bounds(ALL, may_hold, nothing, tricks_total, unplayed, captain)
        return cls(seats, captain, tricks_total, unplayed, blind, ALL, may_hold, nothing, nothing, *bounds, nothing)

    @property
    def leader(self) -> int:
        """The leader of the next trick."""
        return self.winners[-1] if self.winners else self.captain

    def most_wins(self, seat: int) -> int:
        """The number of tricks that the seat can still win."""
        return self.ceilings[seat] - self.counts[seat]

    def sure(self, seat: int) -> int:
        """The trumps that the seat is sure to win with: the highest left, if known to be in its hand."""
        if self.unplayed or self.floors[seat] == self.counts[seat]:
            return 0
        holder, top = _top_trumps(self.left, self.may_hold)
        return top if holder == seat else 0

    def gained(self, seat: int) -> int:
        """The cards won, and those sure to be."""
        return self.won[seat] | self.sure(seat)

    def reach(self, seat: int) -> int:
        """The cards that the seat can still win; trumps only if it may have one as high."""
        if self.ceilings[seat] == self.counts[seat]:
            return 0
        highest = (self.may_hold[seat] & TRUMPS).bit_length()
        return self.left & ~(TRUMPS >> highest << highest)

    def after(self, trick: Trick, winning_play: tuple[int, Card] | None = None) -> Ledger:
        """The ledger after this trick; a caller that knows the winning play can pass it."""
        cards, may_hold = self._shown(trick)
        winner, winning = winning_play or trick.winning_play
        left, tricks_left = self.left & ~cards, self.tricks_left - 1
        _settle(may_hold, tricks_left, self.unplayed)
        counts = _with(self.counts, winner, self.counts[winner] + 1)
        floors, ceilings, free = _bounds(left, may_hold, counts, tricks_left, self.unplayed, winner)
        lead = 1 << trick.plays[0][1].order
        return Ledger(
            self.seats,
            self.captain,
            tricks_left,
            self.unplayed,
            self.blind,
            left,
            tuple(may_hold),
            _with(self.won, winner, self.won[winner] | cards),
            counts,
            floors,
            ceilings,
            free,
            _with(self.led, trick.leader, self.led[trick.leader] | lead),
            (*self.winners, winner),
            cards,
            winning,
        )

    def _shown(self, trick: Trick) -> tuple[int, list[int]]:
        """Remove the trick's cards from the possible hands; a seat that did not follow holds no card of that suit."""
        may_hold = list(self.may_hold)
        suit = SUIT_OF[trick.plays[0][1].order]
        cards = 0
        for seat, card in trick.plays:
            bit = 1 << card.order
            cards |= bit
            if not suit & bit and seat != self.blind:
                may_hold[seat] &= ~suit
        return cards, [held & ~cards for held in may_hold]

    def endings(self) -> Iterator[Ledger]:
        """Before the last trick: every way it can go, by public facts (at least once each)."""
        if self.tricks_left != 1 or self.left.bit_count() != self.seats + self.unplayed:
            return
        stay = [1 << order for order in orders(self.left)] if self.unplayed else [0]
        for unplayed in stay:
            for lead in orders(self.left & ~unplayed & self.may_hold[self.leader]):
                yield from self._endings(self.left & ~unplayed, lead)

    def _endings(self, cards: int, lead: int) -> Iterator[Ledger]:
        best = winning_order(lead, cards)
        for winner in range(self.seats):
            if (winner == self.leader) != (best == lead) or not self.may_hold[winner] >> best & 1:
                continue
            fixed = {self.leader: lead, winner: best}
            others = [seat for seat in range(self.seats) if seat not in fixed]
            spread = self._spread(cards & ~(1 << lead | 1 << best), others)
            if spread is not None:
                yield self.after(self._trick({**fixed, **spread}))

    def _spread(self, cards: int, seats: list[int]) -> dict[int, int] | None:
        """One way to give these seats a card each, if there is any."""
        if not seats:
            return {}
        seat, *others = seats
        for order in orders(cards & self.may_hold[seat]):
            spread = self._spread(cards & ~(1 << order), others)
            if spread is not None:
                return {seat: order, **spread}
        return None

    def _trick(self, orders_by_seat: dict[int, int]) -> Trick:
        turns = [(self.leader + step) % self.seats for step in range(self.seats)]
        plays = tuple((seat, CARDS_IN_ORDER[orders_by_seat[seat]]) for seat in turns)
        return Trick(len(self.winners) + 1, self.leader, plays)


class Endings:
    """A ledger's endings for several tasks: computed lazily, and each only once."""

    def __init__(self, ledger: Ledger) -> None:
        self._source = ledger.endings()
        self._known: list[Ledger] = []

    def __iter__(self) -> Iterator[Ledger]:
        yield from self._known
        for ending in self._source:
            self._known.append(ending)
            yield ending


def _with(values: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _sole(may_hold: Hands) -> int:
    """The cards that only one seat may hold."""
    once = twice = 0
    for held in may_hold:
        twice |= once & held
        once |= held
    return once & ~twice


def _settle(may_hold: list[int], tricks_left: int, unplayed: int) -> None:
    """A seat with a known hand holds no other cards, and no other seat holds these."""
    changed = True
    while changed and tricks_left:
        changed = False
        for seat, held in enumerate(may_hold):
            if held.bit_count() == tricks_left:
                changed |= _taken(may_hold, seat, held)
        sole = _sole(may_hold)
        if sole.bit_count() < tricks_left + unplayed:
            continue
        for seat, held in enumerate(may_hold):
            if held & sole != held and (held & sole).bit_count() == tricks_left + unplayed:
                may_hold[seat] = held & sole
                changed = True


def _taken(may_hold: list[int], holder: int, cards: int) -> bool:
    """Only the holder has these cards; returns whether that is new."""
    news = False
    for seat, held in enumerate(may_hold):
        if seat != holder and held & cards:
            may_hold[seat] = held & ~cards
            news = True
    return news


def _bounds(
    left: int, may_hold: Hands, counts: tuple[int, ...], tricks_left: int, unplayed: int, leader: int
) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """The least and the most tricks that each seat can end with, and the number that several seats can win.

    The highest trumps left win a trick each if they are known to be in one hand; one of them may stay unplayed.
    """
    if not tricks_left:
        return counts, counts, 0
    able = _able(may_hold, leader)
    if len(able) == 1:
        floors = _with(counts, leader, counts[leader] + tricks_left)
        return floors, floors, 0
    floors, free = counts, tricks_left
    holder, top = _top_trumps(left, may_hold)
    sure = min(top.bit_count() - unplayed, tricks_left)
    if sure > 0:
        floors, free = _with(counts, holder, counts[holder] + sure), tricks_left - sure
    if len(able) == len(counts):
        return floors, tuple([floor + free for floor in floors]), free
    return floors, tuple([floors[seat] + free * (seat in able) for seat in range(len(counts))]), free


def _able(may_hold: Hands, leader: int) -> list[int]:
    """The seats that may still win a trick: those that may lead, and those that may trump or beat a card led by one of
    them.
    """
    able = [leader]
    for seat, held in enumerate(may_hold):
        if held & TRUMPS and seat != leader:
            able.append(seat)
    if len(able) == len(may_hold):
        return able
    for front in able:  # grows as it goes
        for seat, held in enumerate(may_hold):
            if seat not in able and _beats(held, may_hold[front]):
                able.append(seat)
    return able


def _beats(held: int, led: int) -> bool:
    """Return whether some card of one set is higher than some card of the same colour in the other."""
    for colour in COLOUR.values():
        low = led & colour
        if held & colour > low & -low > 0:
            return True
    return False


def _top_trumps(left: int, may_hold: Hands) -> tuple[int, int]:
    """The highest trumps left that one seat is publicly known to hold, and that seat (-1 if unknown)."""
    trumps = left & TRUMPS
    if not trumps:
        return -1, 0
    holder, others = _holder(1 << trumps.bit_length() - 1, may_hold)
    if holder < 0:
        return -1, 0
    unknown = trumps & (others | ~may_hold[holder])
    return holder, trumps >> unknown.bit_length() << unknown.bit_length()


def _holder(card: int, may_hold: Hands) -> tuple[int, int]:
    """The only seat that may have this card (-1 if there are several), and the possible cards of all other seats."""
    holder, others = -1, 0
    for seat, held in enumerate(may_hold):
        if not held & card:
            others |= held
        elif holder < 0:
            holder = seat
        else:
            return -1, 0
    return holder, others
