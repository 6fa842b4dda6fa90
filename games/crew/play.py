"""The tricks: leading, following, and what happens when one is complete."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .cards import CARDS, Card, Trick, playable, without
from .phases import Phase, Step
from .proposals import proposals, propose
from .robot import ROBOT_SEAT
from .signals import ask, asks_during_trick, listen, signal, signal_texts

if TYPE_CHECKING:
    from .state import State

_PLAY = {card: f"play {card}" for card in CARDS.values()}
_ROBOT_PLAY = {card: f"robot play {card}" for card in CARDS.values()}


class Gap(Phase):
    """Between tricks: the leader may lead, and every player may signal, ask to, or (before trick 1) propose."""

    def enter(self, state: State, step: Step) -> State:
        """The tasks are assigned: the captain may lead the first trick."""
        return state.evolve(trick=Trick(1, state.captain))

    def waiting_on(self, state: State) -> Iterable[int]:
        """The leader."""
        return [_turn(state)]

    def legal(self, state: State, seat: int) -> list[str]:
        """Lead, signal, ask, propose."""
        signals = signal_texts(state, seat)
        asks = ["ask"] if signals and seat not in state.heard else []
        texts = play_texts(state, seat) + signals + asks
        return texts if state.tricks else texts + proposals(state)

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        """Carry it out."""
        match parts:
            case ["play", card]:
                return play(state, CARDS[card])
            case ["ask"]:
                return ask(state, seat)
            case ["propose", *_]:
                return propose(state, seat, parts)
            case _:
                return signal(state, seat, parts)


class InTrick(Phase):
    """A trick is in progress: the other seats play in turn, and every player may ask to signal before the next."""

    def waiting_on(self, state: State) -> Iterable[int]:
        """Return the seat whose turn it is."""
        return [_turn(state)]

    def legal(self, state: State, seat: int) -> list[str]:
        """Follow, or ask."""
        return play_texts(state, seat) + asks_during_trick(state, seat)

    def act(self, state: State, seat: int, parts: list[str]) -> State:
        """Carry it out."""
        return ask(state, seat) if parts[0] == "ask" else play(state, CARDS[parts[1]])


def play_texts(state: State, seat: int) -> list[str]:
    """The cards that the seat may play now, its own or the robot's."""
    turn = _turn(state)
    if seat != state.acts_for(turn):
        return []
    assert state.trick is not None
    texts = _PLAY if turn == seat else _ROBOT_PLAY
    return [texts[card] for card in playable(state.hand_of(turn), state.trick)]


def play(state: State, card: Card) -> State:
    """The card goes to the trick; the last one completes it."""
    assert state.trick is not None
    seat = _turn(state)
    number, leader, plays = state.trick
    trick = Trick(number, leader, (*plays, (seat, card)))
    played = state.evolve(trick=trick, phase="trick", **_from_hand(state, seat, card))
    return _complete(played, trick) if len(trick.plays) == state.seats else state.book.on_card(played)


def _turn(state: State) -> int:
    assert state.trick is not None
    return (state.trick.leader + len(state.trick.plays)) % state.seats


def _from_hand(state: State, seat: int, card: Card) -> dict[str, Any]:
    """Return the changes of the state when the card leaves the hand, or the robot's row."""
    if state.robot and seat == ROBOT_SEAT:
        return {"robot": state.robot.put(card, None)}
    hands = state.hands
    return {"hands": (*hands[:seat], without(hands[seat], card), *hands[seat + 1 :])}


def _complete(state: State, trick: Trick) -> State:
    """Count the trick, let the mission judge, and open the gap before the next."""
    winning_play = trick.winning_play
    winner, _ = winning_play
    won = state.evolve(
        robot=state.robot and state.robot.reveal(),
        tricks=(*state.tricks, trick),
        winners=(*state.winners, winner),
        tricks_won=tuple([count + (seat == winner) for seat, count in enumerate(state.tricks_won)]),
        trick=None,
        ledger=state.ledger and state.ledger.after(trick, winning_play),
    )
    judged = state.book.judge(won)
    if judged.outcome is not None:
        return judged
    next_trick = Trick(trick.number + 1, winner)
    return listen(state.book.between_tricks(judged).evolve(trick=next_trick, phase="gap", heard=()))
