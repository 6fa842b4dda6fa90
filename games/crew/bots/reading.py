"""Facts that a view reveals about the cards that its seat cannot see."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...contract import View
from ..cards import CARDS, Card, Trick, deck
from ..signals import HIGHEST, LOWEST, ONLY
from .books import book_of

_ROBOT = 2


@dataclass(frozen=True, slots=True)
class Reading:
    """The hidden cards, and who may hold which.

    `unseen` are the cards whose place the seat does not know; `room[s]` is how many of them seat `s` holds
    (the last entry is the robot's covered row, where there is one); `certain[s]` are cards of others that it
    does know.
    """

    cards: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    unseen: tuple[Card, ...]
    certain: tuple[frozenset[Card], ...]
    room: tuple[int, ...]
    barred: frozenset[tuple[int, Card]]
    """Pairs of seat and card that are impossible; among them cards whose place is known."""
    public: tuple[frozenset[Card], ...]
    """Cards that, as all players know, the seat holds."""
    excluded: tuple[frozenset[Card], ...]
    """Cards that the seat's signals exclude from its hand."""
    voids: int
    """Suits in which seats are known to be void, as five bits a seat in the order of the deck."""


def read(view: View, *, hands_were_mixed: bool = False) -> Reading:
    """Read a view.

    `hands_were_mixed` says that cards change hands after trick 1 (mission 12): from then on voids in trick 1 prove
    nothing, and any seat may hold the captain's highest trump. What signals exclude is left out then, because a view
    does not tell which of them came later.
    """
    cards = _cards_of(view)
    tricks = rebuild(view)
    mixed = hands_were_mixed and len(view["played"]) >= len(view["hand_sizes"])
    public = _public_cards(view, captain_has_trump=not mixed)
    certain = _certain_cards(view, public)
    cards_played = {CARDS[text] for text in view["played"]}
    visible = cards_played | set().union(*certain)
    unseen = tuple(card for card in cards if card not in visible)
    sizes = view["hand_sizes"]
    room = tuple(size - len(hand) for size, hand in zip(sizes, certain, strict=True))
    voids = _voids(tricks[hands_were_mixed:], len(sizes))
    robot = bool(view["robot"])
    excluded = _excluded_by_signals(() if mixed else view["signals"], len(sizes), cards)
    by_signals = ((seat, card) for seat, excluded_cards in enumerate(excluded) for card in excluded_cards)
    barred = frozenset((*_impossible_by_voids(voids, unseen, robot), *by_signals))
    return Reading(cards, tricks, unseen, certain, room, barred, public, excluded, _voids_as_bits(voids, robot))


def rebuild(view: View) -> tuple[Trick, ...]:
    """All tricks so far, the running one last: the captain led the first, each winner the next."""
    seats, leader = len(view["hand_sizes"]), view["captain"]
    played = [CARDS[text] for text in view["played"]]
    tricks: list[Trick] = []
    for start in range(0, len(played), seats):
        cards = played[start : start + seats]
        trick = Trick(
            len(tricks) + 1, leader, tuple(((leader + place) % seats, card) for place, card in enumerate(cards))
        )
        tricks.append(trick)
        leader, _ = trick.winning_play
    return tuple(tricks)


def _cards_of(view: View) -> tuple[Card, ...]:
    """The deck in play: forty cards, or the thirty of the three-player challenge."""
    trump = book_of(view).trump
    cards = deck(trump)
    if sum(view["hand_sizes"]) + len(view["played"]) == len(cards):
        return cards
    return tuple(card for card in cards if card.suit != "G" and card != f"{trump}1")


def _certain_cards(view: View, public: Sequence[frozenset[Card]]) -> tuple[frozenset[Card], ...]:
    """The cards that each seat certainly holds: the viewer's own hand, and the public ones."""
    cards_played = set(view["played"])
    own = (
        frozenset(CARDS[card] for card in view["hand"] if card not in cards_played)
        if view["seat"] is not None
        else frozenset()
    )
    return tuple(cards | own if seat == view["seat"] else cards for seat, cards in enumerate(public))


def _public_cards(view: View, *, captain_has_trump: bool) -> tuple[frozenset[Card], ...]:
    """The public cards: the robot's open ones, signalled ones, and the captain's trump."""
    cards_played = set(view["played"])
    cards_by_seat: list[set[str]] = [set() for _ in view["hand_sizes"]]
    if view["robot"]:
        cards_by_seat[_ROBOT] |= {card for card in view["robot"]["up"] if card}
    for signal in view["signals"]:
        cards_by_seat[signal["seat"]].add(signal["card"])
    if captain_has_trump:
        cards_by_seat[view["captain"]].add(f"{book_of(view).trump}4")
    return tuple(frozenset(CARDS[card] for card in cards if card not in cards_played) for cards in cards_by_seat)


def _voids_as_bits(voids: Sequence[frozenset[str]], robot: bool) -> int:
    """A robot's voids are left out: covered cards may follow."""
    order = "PBGY"
    bits = 0
    for seat, suits in enumerate(voids):
        if not (robot and seat == _ROBOT):
            bits |= sum(1 << 5 * seat + (order.index(suit) if suit in order else 4) for suit in suits)
    return bits


def _voids(tricks: Iterable[Trick], seats: int) -> tuple[frozenset[str], ...]:
    """The suits in which each seat is known to be void, because it did not follow."""
    voids: list[set[str]] = [set() for _ in range(seats)]
    for trick in tricks:
        suit_led = trick.plays[0][1].suit
        for seat, card in trick.plays:
            if card.suit != suit_led:
                voids[seat].add(suit_led)
    return tuple(map(frozenset, voids))


def _impossible_by_voids(
    voids: tuple[frozenset[str], ...], unseen: Iterable[Card], robot: bool
) -> Iterable[tuple[int, Card]]:
    """A robot without open cards of a suit may still cover some, so its voids prove nothing."""
    for seat, suits in enumerate(voids):
        if not (robot and seat == _ROBOT):
            yield from ((seat, card) for card in unseen if card.suit in suits)


def _excluded_by_signals(
    signals: Iterable[Mapping[str, Any]], seats: int, cards: Sequence[Card]
) -> tuple[frozenset[Card], ...]:
    excluded: list[set[Card]] = [set() for _ in range(seats)]
    for signal in signals:
        excluded[signal["seat"]] |= excluded_by(CARDS[signal["card"]], signal["says"], cards)
    return tuple(map(frozenset, excluded))


def excluded_by(signalled: Card, says: str | None, cards: Iterable[Card]) -> frozenset[Card]:
    """The cards of the suit that this signal excludes from the hand; none where it does not say what it means."""
    return frozenset(
        card
        for card in cards
        if card.suit == signalled.suit
        and (
            (says == ONLY and card != signalled)
            or (says == HIGHEST and card.rank > signalled.rank)
            or (says == LOWEST and card.rank < signalled.rank)
        )
    )
