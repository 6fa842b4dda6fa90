"""Determinization: sampled worlds in which all cards are open, as rounds under the real rules."""

from __future__ import annotations

from random import Random

from ...contract import Setup, View
from ..cards import CARDS, Hand, Trick, in_deck_order
from ..dealing import THREE_PLAYER_CHALLENGE, Deal
from ..deep_sea.predicting import expected_tricks
from ..robot import ROBOT_SEAT, Robot
from ..state import State
from ..tasks import Task
from .books import book_of
from .reading import Reading

_TRIES = 25
_CHALLENGE_DECK = 30


def sample(reading: Reading, chance: Random) -> tuple[Hand, ...]:
    """Sample hands by seat that agree with the reading; the robot's covered cards count as its hand.

    Cards with the fewest possible holders are placed first. If no try agrees with all constraints (this takes rare
    views), only the numbers of cards are right.
    """
    for _ in range(_TRIES):
        hands = _try_to_lay(reading, chance, strict=True)
        if hands is not None:
            return hands
    hands = _try_to_lay(reading, chance, strict=False)
    assert hands is not None, "without constraints every card finds room"
    return hands


def _try_to_lay(reading: Reading, chance: Random, *, strict: bool) -> tuple[Hand, ...] | None:
    room = list(reading.room)
    hands = [set(cards) for cards in reading.certain]
    seats = range(len(room))
    choices = {
        card: [seat for seat in seats if not strict or (seat, card) not in reading.barred] for card in reading.unseen
    }
    for card in sorted(choices, key=lambda card: (len(choices[card]), chance.random())):
        open_seats = [seat for seat in choices[card] if room[seat]]
        if not open_seats:
            return None
        seat = chance.choices(open_seats, [room[seat] for seat in open_seats])[0]
        room[seat] -= 1
        hands[seat].add(card)
    return tuple(in_deck_order(hand) for hand in hands)


def sampled_round(view: View, reading: Reading, hands: tuple[Hand, ...]) -> State:
    """The round of this view with these hands; the rules apply to it exactly.

    No seat can signal in it, so only cards are played. Before play the captain leads the first trick, and tasks without
    owners stay so.
    """
    next_trick = view["trick"] or {"number": 1, "leader": view["captain"], "plays": ()}
    complete = tuple(trick for trick in reading.tricks if trick.number < next_trick["number"])
    plays = tuple((seat, CARDS[card]) for seat, card in next_trick["plays"])
    book = book_of(view)
    round_so_far = State(
        setup=_setup(view, reading),
        book=book,
        mission=book.mission(view["mission"]),
        dealt=Deal(hands, ()),
        cards=reading.cards,
        hands=hands[: view["players"]],
        captain=view["captain"],
        tricks_total=view["tricks_total"],
        radios=(0,) * len(hands),
        tricks_won=view["tricks_won"],
        robot=_robot(view, hands[ROBOT_SEAT]) if view["robot"] else None,
        phase="trick" if plays else "gap",
        tasks=tuple(Task(task["task"], task["token"], task["owner"], task["status"]) for task in view["tasks"]),
        named=view["named"],
        roles=view["roles"],
        collector=view["collector"],
        trick=Trick(next_trick["number"], next_trick["leader"], plays),
        tricks=complete,
        winners=tuple(trick.winning_play[0] for trick in complete),
        predictions=_predictions(view),
    )
    return book.recall(round_so_far)


def _predictions(view: View) -> tuple[tuple[int, str, int], ...]:
    """The predictions; for a secret one, what the other seats expect."""
    tricks_total, seats = view["tricks_total"], len(view["hand_sizes"])
    left = tricks_total - sum(view["tricks_won"])
    return tuple(
        (seat, task, expected_tricks(tricks_total, seats, view["tricks_won"][seat], left) if tricks is None else tricks)
        for seat, task, tricks in view["predictions"]
    )


def _setup(view: View, reading: Reading) -> Setup:
    challenge = (THREE_PLAYER_CHALLENGE,) if len(reading.cards) == _CHALLENGE_DECK else ()
    return Setup(view["game"], view["mission"], view["players"], options=challenge)


def _robot(view: View, cards: Hand) -> Robot:
    """The robot's columns, with what it was given beyond its open cards lying covered."""
    up = tuple(card and CARDS[card] for card in view["robot"]["up"])
    covered = [card for card in cards if card not in up]
    return Robot(up, tuple(covered.pop() if hidden else None for hidden in view["robot"]["covered"]))
