"""Plays a round with all cards open to its end; all partners play for the preferences of the open tasks."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from ..cards import Card, Hand, Trick, beats, playable
from ..deep_sea.mission import FIRST_WINNER_AHEAD, LAST_CARD, NEVER_LEAD, VALUE_GAP, mission_of
from ..deep_sea.predicting import predicted
from ..families.masks import COLOUR, TRUMPS, VALUE, mask_of
from ..play import play
from ..state import State
from ..tasks import DONE, OPEN
from .task_preferences import TaskPreference, task_preference

_GAIN, _SHUN, _KEEP, _EVENT, _SHED = 2.0, 4.0, 5.0, 3.0, 0.6
_FORBIDDEN = -20.0


def play_out(state: State) -> State:
    """The end of the round."""
    while state.outcome is None:
        state = play_trick(state)
    return state


def play_trick(state: State) -> State:
    """The round after the running trick."""
    preferences = trick_preferences(state)
    number = len(state.tricks)
    while state.outcome is None and len(state.tricks) == number:
        state = play(state, helpful_card(state, preferences))
    return state


def trick_preferences(state: State) -> list[TaskPreference]:
    """The preferences of the open tasks for the coming trick, and that of the mission's own condition."""
    assert state.ledger is not None
    ledger = state.ledger
    of_tasks = [
        task_preference(task.name, ledger, task.owner, predicted(state, task))
        for task in state.tasks
        if task.status == OPEN and task.owner is not None
    ]
    return of_tasks + _of_the_mission(state)


def _of_the_mission(state: State) -> list[TaskPreference]:
    mission, preferences = mission_of(state), []
    if VALUE_GAP in mission.special:
        preferences += _of_the_gap(state, mission.value_gap or 0)
    if FIRST_WINNER_AHEAD in mission.special and state.winners:
        first = state.winners[0]
        preferences.append(TaskPreference(first, tuple(2.0 if seat == first else -0.5 for seat in range(state.seats))))
    if LAST_CARD in mission.special and state.tricks_left > 1:
        preferences.append(TaskPreference(0, kept=mask_of(card for card in state.cards if card == mission.last_card)))
    if NEVER_LEAD in mission.special:
        forbidden = sum(COLOUR.get(suit, TRUMPS) for suit in mission.never_lead)
        preferences.append(TaskPreference(0, _who_can_lead(state, forbidden), better_played=forbidden))
    return preferences


def _of_the_gap(state: State, value: int) -> list[TaskPreference]:
    """The preference of the value-gap condition: the seat with the most of these cards avoids them, the one with the
    fewest may win them.
    """
    assert state.ledger is not None
    won = [(cards & VALUE[value]).bit_count() for cards in state.ledger.won]
    ahead = [seat for seat in range(state.seats) if won[seat] > min(won)]
    return [TaskPreference(seat, avoided=VALUE[value]) for seat in ahead]


def _who_can_lead(state: State, forbidden: int) -> tuple[float, ...]:
    """The preference of a never-lead condition: seats with the most cards that they may lead should win."""
    free = [sum(not forbidden >> card.order & 1 for card in state.hand_of(seat)) for seat in range(state.seats)]
    return tuple(0.5 * number if number > 1 else -4.0 for number in free)


def helpful_card(state: State, preferences: Sequence[TaskPreference]) -> Card:
    """The card with the best score for the preferences; a weak card rather than a strong one among equals."""
    trick = state.trick
    assert trick is not None
    seat = (trick.leader + len(trick.plays)) % state.seats
    cards = playable(state.hand_of(seat), trick)
    if len(cards) == 1:
        return cards[0]
    eagerness = fsum(preference.winner_values[seat] for preference in preferences if preference.winner_values)
    spared = 0.03 if eagerness >= 0 else -0.03
    turn = _Turn(state, trick, seat)
    return max(cards, key=lambda card: turn.best_value(card, preferences) - spared * card.strength)


class _Turn:
    """A seat's turn in a trick: what is the same for each card that it may play is worked out once."""

    def __init__(self, state: State, trick: Trick, seat: int) -> None:
        self.state, self.seat = state, seat
        self.standing = trick.winning_play if trick.plays else None
        self.played = mask_of([card for _, card in trick.plays])
        self.suit_led = trick.plays[0][1].suit if trick.plays else None
        later = range(seat + 1, seat + state.seats - len(trick.plays))
        self.later = [(other % state.seats, state.hand_of(other % state.seats)) for other in later]
        self.strengths: dict[str, list[tuple[int, int]]] = {}

    def best_value(self, card: Card, preferences: Sequence[TaskPreference]) -> float:
        """The best score that the trick can still reach with this card, for its winner so far or a later player who
        can beat it.
        """
        if self.suit_led is None and _may_not_lead(self.state, card):
            return _FORBIDDEN
        winner, best = self.seat, card
        if self.standing and not beats(card, self.standing[1]):
            winner, best = self.standing
        cards = self.played | 1 << card.order
        value = _value(winner, cards, preferences, best)
        beating = [other for other, strength in self._strongest(self.suit_led or card.suit) if strength > best.strength]
        later = max([_value(other, cards, preferences) for other in beating], default=value)
        return later - 0.3 if later > value else value

    def _strongest(self, suit: str) -> list[tuple[int, int]]:
        """The later seats, with the strength of their best card if this suit is led."""
        if suit not in self.strengths:
            self.strengths[suit] = [(other, _best_strength(hand, suit)) for other, hand in self.later]
        return self.strengths[suit]


def _best_strength(hand: Hand, suit: str) -> int:
    """The strength of the hand's best card of this suit, or of its best trump if it has none; 0 without either."""
    strengths = [card.strength for card in hand if card.suit == suit] or [c.strength for c in hand if c.is_trump]
    return max(strengths, default=0)


def _may_not_lead(state: State, card: Card) -> bool:
    """Return whether leading this card breaks a task or the mission at once."""
    if not state.watched and NEVER_LEAD not in state.mission.special:
        return False
    after_lead = play(state, card)
    return after_lead.outcome is not None and not after_lead.outcome.success


def _value(winner: int, cards: int, preferences: Sequence[TaskPreference], best: Card | None = None) -> float:
    value = 0.0
    for preference in preferences:  # Most of a playout's time goes here, and a loop takes less than `sum`.
        value += _value_of(preference, winner, cards, best)
    return value


def _value_of(preference: TaskPreference, winner: int, cards: int, best: Card | None) -> float:
    """The value of a trick with these cards to one task if this seat wins it (with this card, where it is known)."""
    owner, winner_values, wanted, loss, avoided, kept, winning, only, better_played = preference
    value = winner_values[winner] if winner_values else 0.0
    if better_played & cards:
        value += _SHED * (better_played & cards).bit_count()
    if kept & cards and not (winning and winner == owner):
        value -= _KEEP
    if winner != owner:
        if wanted & cards:
            value -= loss * (wanted & cards).bit_count()
        return value + (0.5 if avoided & cards else 0.0)
    value += _GAIN * (wanted & cards).bit_count() - _SHUN * (avoided & cards).bit_count()
    if winning and best is not None and winning >> best.order & 1:
        value += _EVENT
    return value + (_EVENT * cards.bit_count() / 5 if only and not cards & ~only else 0.0)


def share_done(state: State) -> float:
    """The share of the mission that was done at the end: 1 for success, else less than a half."""
    assert state.outcome is not None
    if state.outcome.success:
        return 1.0
    played = len(state.tricks) / state.tricks_total
    done = sum(task.status == DONE for task in state.tasks) / max(1, len(state.tasks))
    return 0.2 * done + 0.2 * played
