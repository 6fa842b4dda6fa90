"""The deal: hands dealt from a seed (contract `crew-deal/1`), or spelled out card by card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..contract import Setup, UnknownSetup
from ..shuffle import Stream
from .cards import CARDS, Card, Hand, deck, in_deck_order

THREE_PLAYER_CHALLENGE = "three-player-challenge"
COLUMNS = 7
SECTIONS = ("tasks", "robot-up", "robot-down", "terrain")


class Deal(NamedTuple):
    """The cards before the first decision. Seats clockwise; with two players the robot's rows by column.

    `tasks` lists the task deck from the front, and once the book has drawn them, those that lie on the table.
    """

    hands: tuple[Hand, ...]
    tasks: tuple[str, ...]
    robot_up: Hand = ()
    robot_down: Hand = ()
    terrain: Card | None = None
    """The card that decides how the crew may signal, where the mission draws one."""


def cards_in_play(setup: Setup, trump: str) -> tuple[Card, ...]:
    """The deck of this setup: forty cards, or thirty in the three-player challenge (rulebook p. 21)."""
    cards = deck(trump)
    if THREE_PLAYER_CHALLENGE not in setup.options:
        return cards
    return tuple(card for card in cards if card.suit != "G" and card != f"{trump}1")


def deal_from_seed(setup: Setup, trump: str, task_deck: Sequence[str]) -> Deal:
    """Deal hands and shuffle the task deck as the seeding contract says."""
    cards = cards_in_play(setup, trump)
    tasks = tuple(Stream("tasks", setup.seed).shuffle(task_deck))
    if setup.players == 2:
        return _deal_with_robot(setup.seed, cards, tasks)
    shuffled = Stream("cards", setup.seed).shuffle(cards)
    hands = tuple(in_deck_order(shuffled[seat :: setup.players]) for seat in range(setup.players))
    return Deal(hands, tasks)


def _deal_with_robot(seed: str, cards: tuple[Card, ...], tasks: tuple[str, ...]) -> Deal:
    """Two rows of seven for the robot, never with the highest trump, and two hands (rulebook p. 19)."""
    *others, highest_trump = cards
    shuffled = Stream("cards", seed).shuffle(others)
    down, up, rest = shuffled[:COLUMNS], shuffled[COLUMNS : 2 * COLUMNS], shuffled[2 * COLUMNS :]
    dealt = Stream("hands", seed).shuffle([*rest, highest_trump])
    hands = (in_deck_order(dealt[0::2]), in_deck_order(dealt[1::2]))
    return Deal(hands, tasks, tuple(up), tuple(down))


def deal_from_text(setup: Setup, trump: str, task_deck: Sequence[str], drawn: int) -> Deal:
    """Read a deal spelled out: `P1 P9 … / G2 … / … | tasks P7 B1 | robot-up … | robot-down …`.

    What the text leaves open comes from the seed `""`. Raises UnknownSetup with the card named when the cards
    are not exactly the deck, or a hand has the wrong size.
    """
    hands_text, sections = _sections(setup.deal or "")
    hands = tuple(_read_cards(hand, trump) for hand in hands_text.split("/"))
    deal = Deal(
        tuple(in_deck_order(hand) for hand in hands),
        _read_tasks(sections.get("tasks"), task_deck, drawn),
        _read_cards(sections.get("robot-up", ""), trump),
        _read_cards(sections.get("robot-down", ""), trump),
        _read_terrain(sections.get("terrain")),
    )
    _check_whole(deal, cards_in_play(setup, trump))
    _check_sizes(deal, setup)
    return deal


def write_deal(deal: Deal) -> str:
    """The deal as text, with the tasks drawn; `deal_from_text` reads it back."""
    terrain = (deal.terrain,) if deal.terrain else ()
    written = zip(SECTIONS, (deal.tasks, deal.robot_up, deal.robot_down, terrain), strict=True)
    sections = [" / ".join(" ".join(hand) for hand in deal.hands)]
    sections += [f"{name} {' '.join(cards)}" for name, cards in written if cards]
    return " | ".join(sections)


def drawn_terrain(seed: str, trump: str) -> Card:
    """The first colour card of the deck shuffled for it (contract, "unfamiliar terrain")."""
    return next(card for card in Stream("terrain", seed).shuffle(deck(trump)) if not card.is_trump)


def _sections(text: str) -> tuple[str, dict[str, str]]:
    hands, *rest = text.split("|")
    sections: dict[str, str] = {}
    for section in rest:
        name, _, body = section.strip().partition(" ")
        if name not in SECTIONS or name in sections:
            raise UnknownSetup("deal-section", section=section.strip(), sections=", ".join(SECTIONS))
        sections[name] = body
    return hands, sections


def _read_cards(text: str, trump: str) -> Hand:
    allowed = deck(trump)
    for word in text.split():
        if word not in allowed:
            raise UnknownSetup("deal-card-unknown", card=word)
    return tuple(CARDS[word] for word in text.split())


def _read_terrain(text: str | None) -> Card | None:
    if text is None:
        return None
    card = CARDS.get(text.strip())
    if card is None or card.is_trump:
        raise UnknownSetup("deal-terrain", text=text)
    return card


def _read_tasks(text: str | None, task_deck: Sequence[str], drawn: int) -> tuple[str, ...]:
    if text is None:
        return tuple(Stream("tasks", "").shuffle(task_deck))
    tasks = tuple(text.split())
    for task in tasks:
        if task not in task_deck:
            raise UnknownSetup("deal-task-unknown", task=task)
        if tasks.count(task) > 1:
            raise UnknownSetup("deal-task-twice", task=task)
    if len(tasks) < drawn:
        raise UnknownSetup("deal-too-few-tasks", tasks=len(tasks), drawn=drawn)
    return tasks


def _check_whole(deal: Deal, cards: tuple[Card, ...]) -> None:
    dealt = [card for hand in (*deal.hands, deal.robot_up, deal.robot_down) for card in hand]
    for card in dealt:
        if card not in cards:
            raise UnknownSetup("deal-card-not-in-play", card=card)
        if dealt.count(card) > 1:
            raise UnknownSetup("deal-card-twice", card=card)
    for card in cards:
        if card not in dealt:
            raise UnknownSetup("deal-card-missing", card=card)


def _check_sizes(deal: Deal, setup: Setup) -> None:
    if len(deal.hands) != setup.players:
        raise UnknownSetup("deal-hands", hands=len(deal.hands), players=setup.players)
    rows = (len(deal.robot_up), len(deal.robot_down))
    if rows != ((COLUMNS, COLUMNS) if setup.players == 2 else (0, 0)):
        raise UnknownSetup("deal-robot", up=rows[0], down=rows[1])
    sizes = [len(hand) for hand in deal.hands]
    if max(sizes) - min(sizes) > 1:
        raise UnknownSetup("deal-sizes", sizes=" / ".join(map(str, sizes)))
    highest = max((card for hand in (*deal.hands, deal.robot_up, deal.robot_down) for card in hand), key=_strength)
    if all(highest not in hand for hand in deal.hands):
        raise UnknownSetup("deal-captain", card=highest)


def _strength(card: Card) -> int:
    return card.strength
