"""Heuristics about a single trick, and about which seat can still win a card.

All functions take a sampled round, in which all cards are open.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from ...contract import Action
from ..cards import CARDS, Card, Hand, Trick, playable
from ..state import State
from ..tasks import OPEN, Task

WON, LOST = 1000.0, -1000.0


def play_out_trick(state: State) -> State:
    """The round after the other seats have played to the running trick as sensible partners would."""
    number = len(state.tricks)
    while state.outcome is None and len(state.tricks) == number:
        (actor,) = state.waiting_on
        assert state.trick is not None
        seat = (state.trick.leader + len(state.trick.plays)) % state.seats
        card = sensible_card(state, seat)
        prefix = "" if seat == actor else "robot "
        state = state.apply(Action(actor, f"{prefix}play {card}"))
    return state


def sensible_card(state: State, seat: int) -> Card:
    """The card that helps the crew most in this trick."""
    assert state.trick is not None
    return min(playable(state.hand_of(seat), state.trick), key=lambda card: _cost(state, seat, card))


def _cost(state: State, seat: int, card: Card) -> float:
    """The crew's cost if the trick ended with this card, and a little for losing a strong one."""
    assert state.trick is not None
    trick = Trick(0, state.trick.leader, (*state.trick.plays, (seat, card)))
    winner, _ = trick.winning_play
    cost = card.strength / 10
    still_to_play = state.seats - len(trick.plays)
    to_come = state.clockwise_from((seat + 1) % state.seats)[:still_to_play]
    for task in open_tasks(state):
        if any(played == task.name for _, played in trick.plays):
            cost += _cost_of_task(task, winner, to_come, card)
        elif task.owner == seat == winner:
            cost -= 0.5
    return cost + _cost_of_winning(state, seat, winner, card)


def _cost_of_task(task: Task, winner: int, to_come: tuple[int, ...], card: Card) -> float:
    if task.owner == winner:
        return -50.0 + (0 if card.is_trump else 1)
    if task.owner in to_come:
        return card.strength / 4
    return 100.0


def _cost_of_winning(state: State, seat: int, winner: int, card: Card) -> float:
    """The value to the mission's special condition if this player wins now."""
    special = state.mission.special
    if winner != seat or not special:
        return 0.0
    cost = 100.0 * ("nines-win-no-trick" in special and card.rank == 9)
    if "balanced-tricks" in special or "balanced-tricks-commander-first-and-last" in special:
        cost += 40.0 * (state.tricks_won[seat] - min(state.tricks_won))
    if "left-of-pink-nine-wins-all-pink" in special:
        cost += 100.0 * (seat != state.collector and card.suit == "P")
    return cost + 100.0 * ("chosen-player-wins-no-trick" in special and seat == state.named)


def worth(state: State) -> float:
    """The value of the round after a trick, between `LOST` and `WON`: a rough chance of winning."""
    if state.outcome is not None:
        return WON if state.outcome.success else LOST
    chance = prod(_chance_of(state, task) for task in open_tasks(state))
    return LOST + (WON - LOST) * chance + 10 * _worth_of_special(state)


def open_tasks(state: State) -> list[Task]:
    """The tasks still to be done."""
    return [task for task in state.tasks if task.status == OPEN]


def _chance_of(state: State, task: Task) -> float:
    """A guess from open hands whether the owner will win the task's card in the tricks left."""
    assert task.owner is not None
    holder = next((seat for seat in range(state.seats) if task.name in _all_cards(state, seat)), None)
    if holder is None:
        return 0.0
    late = 0.4**state.tricks_left
    return (1 - late) * _chance_to_take(state, task.owner, holder, CARDS[task.name])


def _chance_to_take(state: State, owner: int, holder: int, card: Card) -> float:
    """As `_chance_of`, with time enough: by the card itself, by a higher one of its colour, or by a trump."""
    own = state.hand_of(owner)
    trumps = sum(c.is_trump for c in own)
    if holder == owner:
        blockers = sum(_beats(c, card.suit, card.rank) for c in _others_cards(state, owner))
        return max(0.1, 0.97 - 0.2 * blockers)
    higher = [c.rank for c in own if c.suit == card.suit and c.rank > card.rank]
    if higher:
        above = sum(_beats(c, card.suit, max(higher)) for c in _others_cards(state, owner))
        return max(0.5 if trumps else 0.4, 0.97 - 0.1 * above)
    short = all(c.suit != card.suit for c in own)
    return min(0.9, 0.05 + (0.45 if short else 0.25) * min(trumps, 2))


def _worth_of_special(state: State) -> float:
    """Progress towards conditions that ask for certain winning cards."""
    return sum(_WORTH[name](state) for name in state.mission.special if name in _WORTH)


def _worth_of_rockets(state: State) -> float:
    return 15.0 * sum(trick.winning_play[1].is_trump for trick in state.tricks)


def _worth_of_ones(state: State) -> float:
    ones = [card for trick in state.tricks for _, card in trick.plays if card.rank == 1 and not card.is_trump]
    winning = {trick.winning_play[1] for trick in state.tricks}
    return sum(20.0 if card in winning else -6.0 for card in ones)


def _worth_of_gone_nines(state: State) -> float:
    return 3.0 * sum(card.rank == 9 for trick in state.tricks for _, card in trick.plays)


def _worth_of_a_weak_hand(state: State) -> float:
    assert state.named is not None
    return -0.4 * sum(card.strength for card in state.hand_of(state.named))


_WORTH: dict[str, Callable[[State], float]] = {
    "each-rocket-wins-a-trick": _worth_of_rockets,
    "each-rocket-wins-a-trick-ascending": _worth_of_rockets,
    "colour-ones-win-tricks": _worth_of_ones,
    "nines-win-no-trick": _worth_of_gone_nines,
    "chosen-player-wins-no-trick": _worth_of_a_weak_hand,
}


def _all_cards(state: State, seat: int) -> Hand:
    """A seat's cards, the robot's covered ones included."""
    if state.robot and seat == len(state.people):
        return (*state.robot.hand, *(card for card in state.robot.down if card is not None))
    return state.hand_of(seat)


def _others_cards(state: State, seat: int) -> list[Card]:
    return [card for other in range(state.seats) if other != seat for card in state.hand_of(other)]


def _beats(card: Card, suit: str, rank: int) -> bool:
    return card.suit == suit and card.rank > rank
