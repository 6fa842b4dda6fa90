"""The conditions of Deep Sea's missions without tasks; each is decided after a trick from public facts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ...contract import Sentence
from ..cards import Card
from ..tasks import DONE, OPEN
from ..verdicts import Verdict, at_the_end
from .mission import FIRST_WINNER_AHEAD, LAST_CARD, NEVER_LEAD, VALUE_GAP, mission_of

if TYPE_CHECKING:
    from ..state import State


def _no_lead(state: State) -> Sentence | None:
    return None


class Special(NamedTuple):
    """A condition: its judge after a trick, and its check of a single card during a trick."""

    judge: Callable[[State], Verdict]
    on_card: Callable[[State], Sentence | None] = _no_lead
    forbids_only: bool = True
    """Whether the condition only forbids: beside tasks, the tasks decide when the mission is won."""


def value_gap(state: State) -> Verdict:
    """Missions 8 and 21: no player may ever have won two more of the cards of one value than another.

    All seats count, the robot's too; one trick may hold several of the cards.
    """
    value = mission_of(state).value_gap
    won = [0] * state.seats
    for trick, winner in zip(state.tricks, state.winners, strict=True):
        won[winner] += sum(_is_value(card, value) for _, card in trick.plays)
    most, fewest = max(won), min(won)
    if most - fewest >= 2:
        seats = {"seat": won.index(most), "other_seat": won.index(fewest)}
        return Sentence("value-gap-broken", {**seats, "value": value, "most": most, "fewest": fewest})
    to_come = sum(_is_value(card, value) for card in state.cards) - sum(won)
    return DONE if most - fewest + to_come <= 1 else at_the_end(state)


def never_led(state: State) -> Verdict:
    """Mission 12: no trick is opened with these suits. (Such a lead is legal, and loses at once.)"""
    return _led(state, state.tricks[-1].plays[0]) or at_the_end(state)


def leads_a_forbidden_suit(state: State) -> Sentence | None:
    """The same during the trick."""
    assert state.trick is not None
    return _led(state, state.trick.plays[0])


def first_winner_ahead(state: State) -> Verdict:
    """Mission 23: the winner of the first trick must from then on always be ahead of every other seat."""
    first = state.winners[0]
    own = state.tricks_won[first]
    rival = max((seat for seat in range(state.seats) if seat != first), key=lambda seat: state.tricks_won[seat])
    lead = own - state.tricks_won[rival]
    if lead <= 0:
        return Sentence("not-ahead", {"seat": rival, "owner": first, "number": state.tricks_won[rival]})
    return DONE if lead > state.tricks_left else at_the_end(state)


def last_card_kept(state: State) -> Verdict:
    """Mission 27: this card is the very last one played, by the last player of the last trick."""
    card = mission_of(state).last_card
    played = [shown for _, shown in state.tricks[-1].plays]
    if state.tricks_left:
        return Sentence("last-card-played", {"card": card}) if card in played else OPEN
    return DONE if played[-1] == card else Sentence("last-card-missed", {"card": card, "other": str(played[-1])})


def last_card_played(state: State) -> Sentence | None:
    """The same during a trick, whose last card has not been played."""
    assert state.trick is not None
    _, card = state.trick.plays[-1]
    return Sentence("last-card-played", {"card": str(card)}) if card == mission_of(state).last_card else None


SPECIALS: dict[str, Special] = {
    VALUE_GAP: Special(value_gap),
    NEVER_LEAD: Special(never_led, leads_a_forbidden_suit),
    FIRST_WINNER_AHEAD: Special(first_winner_ahead),
    LAST_CARD: Special(last_card_kept, last_card_played, forbids_only=False),
}
"""All special conditions by their word in the mission file, in its order."""


def _led(state: State, play: tuple[int, Card]) -> Sentence | None:
    seat, card = play
    if card.suit not in mission_of(state).never_lead:
        return None
    return Sentence("forbidden-lead", {"seat": seat, "card": str(card)})


def _is_value(card: Card, value: int | None) -> bool:
    return card.rank == value and not card.is_trump
