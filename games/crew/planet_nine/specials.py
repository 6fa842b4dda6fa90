"""The special conditions of Planet Nine's missions; each is decided from public facts.

A judge gets the round after a trick and returns a verdict. It fails a mission as soon as public facts prove it lost,
and counts the remaining cards where that is enough. Rulings: `facts/planet_nine_rulings.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...contract import Sentence
from ..cards import Card, Trick
from ..phases import Step
from ..polls import HEALTH, ROLE, VOLUNTEER
from ..tasks import DONE, OPEN
from ..verdicts import Verdict, at_the_end
from .mission import mission_of
from .tokens import OMEGA

if TYPE_CHECKING:
    from ..state import State


def no_judgement(state: State) -> Verdict:
    """Conditions that only change how a round is set up are always met."""
    return DONE


@dataclass(frozen=True, slots=True)
class Special:
    """A special condition: its setup before play, and its judge."""

    judge: Callable[[State], Verdict] = no_judgement
    question: str = ""
    """The captain's first question to all players."""
    names: bool = False
    """The captain then names another player."""
    gives_roles: bool = False
    """The crew then agrees on roles."""
    forbids_only: bool = False
    """Whether the condition only forbids: where there are tasks too, they alone decide success (D1)."""

    @property
    def steps(self) -> list[Step]:
        """The decisions that it needs before the tasks are assigned."""
        steps = [Step("poll", self.question)] if self.question else []
        return steps + [Step("naming")] * self.names + [Step("roles")] * self.gives_roles


def named_wins_none(state: State) -> Verdict:
    """Mission 5."""
    if state.winners[-1] == state.named:
        return Sentence("named-won-a-trick", {"seat": state.named, "number": len(state.tricks)})
    return at_the_end(state)


def colour_ones_win(state: State) -> Verdict:
    """Missions 9 and 26: this many different colour 1s win a trick."""
    won = sum(card.rank == 1 and not card.is_trump for card in _winning_cards(state))
    times = mission_of(state).times
    if won >= times:
        return DONE
    gone = sum(card.rank == 1 and not card.is_trump for card in _played(state))
    ones = sum(card.rank == 1 and not card.is_trump for card in state.cards)
    return _still_possible(state, times - won, ones - gone, "too-few-ones-left")


def each_rocket_wins(state: State) -> Verdict:
    """Mission 13: every rocket of the deck wins a trick."""
    rockets = [card for card in state.cards if card.is_trump]
    won = [card for card in _winning_cards(state) if card.is_trump]
    beaten = [card for card in _played(state) if card.is_trump and card not in won]
    if beaten:
        return Sentence("rocket-beaten", {"card": str(beaten[0])})
    missing = len(rockets) - len(won)
    return _still_possible(state, missing, missing, "too-few-tricks-for-rockets") if missing else DONE


def rockets_win_ascending(state: State) -> Verdict:
    """Mission 44: the rockets win in ascending order."""
    won = [card for card in _winning_cards(state) if card.is_trump]
    due = [card for card in state.cards if card.is_trump][: len(won)]
    for card, expected in zip(won, due, strict=True):
        if card != expected:
            return Sentence("rocket-out-of-order", {"card": str(card), "other": str(expected)})
    return each_rocket_wins(state)


def no_nine_wins(state: State) -> Verdict:
    """Missions 16 and 17: no trick is won by a 9."""
    _, card = state.tricks[-1].winning_play
    if card.rank == 9:
        return Sentence("nine-won", {"card": str(card)})
    nines = sum(card.rank == 9 for card in state.cards)
    played = sum(card.rank == 9 for card in _played(state))
    return DONE if played == nines else at_the_end(state)


def balanced(state: State) -> Verdict:
    """Mission 29: no player is ever two tricks ahead of another."""
    most, fewest = max(state.tricks_won), min(state.tricks_won)
    if most == fewest and state.tricks_left == 1:
        return DONE
    if most - fewest >= 2:
        seats = {"seat": state.tricks_won.index(most), "other_seat": state.tricks_won.index(fewest)}
        return Sentence("not-balanced", {**seats, "most": most, "fewest": fewest})
    return at_the_end(state)


def balanced_captain_first_and_last(state: State) -> Verdict:
    """Mission 34: balanced, and the captain wins the first and the last trick.

    Balance gives each player one trick of each group of as many tricks as there are players. So in the last group the
    captain must not win a trick before the last one.
    """
    lost = _first_and_last(state, state.captain)
    if lost:
        return lost
    run = (state.tricks_total - 1) // state.seats * state.seats
    if state.tricks_left and state.captain in state.winners[run:]:
        return Sentence("captain-ahead-before-the-last", {"seat": state.captain})
    verdict = balanced(state)
    return OPEN if verdict == DONE and state.tricks_left else verdict


def named_wins_exactly_one(state: State) -> Verdict:
    """Mission 33: the named player wins exactly one trick, and not with a rocket."""
    lost = _named_won_with_a_rocket(state)
    if lost:
        return lost
    assert state.named is not None
    won = state.winners.count(state.named)
    if won > 1:
        return Sentence("named-won-twice", {"seat": state.named})
    if not state.tricks_left and not won:
        return Sentence("named-won-nothing", {"seat": state.named})
    return at_the_end(state)


def named_wins_first_and_last(state: State) -> Verdict:
    """Mission 41: the named player wins the first and the last trick, no other, and neither with a rocket."""
    assert state.named is not None
    named = state.named
    lost = _named_won_with_a_rocket(state) or _first_and_last(state, named)
    if lost:
        return lost
    if len(state.tricks) > 1 and state.tricks_left and state.winners[-1] == named:
        return Sentence("named-won-in-between", {"seat": named, "number": len(state.tricks)})
    return at_the_end(state)


def collector_wins_all_pink(state: State) -> Verdict:
    """Mission 46: the player left of the pink 9's first holder wins every pink card (D2: the unplayed one too)."""
    trick = state.tricks[-1]
    pink = sum(card.suit == "P" for card in _played(state))
    if state.winners[-1] != state.collector and any(card.suit == "P" for _, card in trick.plays):
        return Sentence("pink-lost", {"seat": state.winners[-1], "owner": state.collector})
    if pink == 9:
        return DONE
    return OPEN if state.tricks_left else Sentence("pink-unplayed", {"owner": state.collector})


def omega_in_last_trick(state: State) -> Verdict:
    """Mission 48: the task with the omega token is done in the last trick."""
    omega = next(task for task in state.tasks if task.token == OMEGA)
    if omega.status == DONE and state.tricks_left:
        return Sentence("omega-too-early", {"task": omega.name})
    return OPEN if state.tricks_left else DONE


def roles_kept(state: State) -> Verdict:
    """Mission 50: one player wins tricks 1–4, one the last, the others all those in between."""
    assert state.roles is not None
    first, last = state.roles
    number, winner = len(state.tricks), state.winners[-1]
    if number <= 4:
        kept, code = winner == first, "first-role-broken"
    elif not state.tricks_left:
        kept, code = winner == last, "last-role-broken"
    else:
        kept, code = winner not in state.roles, "middle-role-broken"
    owner = {"first-role-broken": first, "last-role-broken": last}.get(code)
    return at_the_end(state) if kept else Sentence(code, {"seat": winner, "owner": owner, "number": number})


COUNTED = "colour-ones-win-tricks"
"""The condition that `times` belongs to."""

SPECIALS: dict[str, Special] = {
    "chosen-player-wins-no-trick": Special(named_wins_none, names=True, question=HEALTH, forbids_only=True),
    COUNTED: Special(colour_ones_win),
    "chosen-player-cannot-communicate": Special(names=True),
    "random-card-from-right-after-trick-1": Special(),
    "each-rocket-wins-a-trick": Special(each_rocket_wins),
    "nines-win-no-trick": Special(no_nine_wins, forbids_only=True),
    "may-swap-two-tokens": Special(),
    "balanced-tricks": Special(balanced, forbids_only=True),
    "chosen-player-wins-exactly-one-trick-without-rocket": Special(
        named_wins_exactly_one, names=True, question=VOLUNTEER
    ),
    "balanced-tricks-commander-first-and-last": Special(balanced_captain_first_and_last),
    "may-move-one-token": Special(),
    "chosen-player-wins-only-first-and-last-without-rocket": Special(
        named_wins_first_and_last, names=True, question=VOLUNTEER
    ),
    "each-rocket-wins-a-trick-ascending": Special(rockets_win_ascending),
    "left-of-pink-nine-wins-all-pink": Special(collector_wins_all_pink),
    "omega-in-the-last-trick": Special(omega_in_last_trick),
    "first-four-last-and-middle-roles": Special(roles_kept, question=ROLE, gives_roles=True),
}
"""All special conditions by their name in the mission file, in the order of the logbook."""

NEEDS_TASKS = frozenset(name for name, special in SPECIALS.items() if special.judge is no_judgement)
"""Conditions that demand nothing by themselves: without a task the crew would have no goal."""


def _still_possible(state: State, needed: int, left: int, code: str) -> Verdict:
    """Open while `needed` winning cards can still come: enough of them `left`, and enough tricks."""
    if needed > left or needed > state.tricks_left:
        return Sentence(code, {"needed": needed, "number": min(left, state.tricks_left)})
    return OPEN


def _first_and_last(state: State, seat: int) -> Sentence | None:
    """Return why the mission is lost if this seat had to win the first and the last trick."""
    number, winner = len(state.tricks), state.winners[-1]
    if winner != seat and (number == 1 or not state.tricks_left):
        return Sentence("first-or-last-lost", {"seat": winner, "owner": seat, "number": number})
    return None


def _named_won_with_a_rocket(state: State) -> Sentence | None:
    winner, card = state.tricks[-1].winning_play
    if winner == state.named and card.is_trump:
        return Sentence("named-won-with-a-rocket", {"seat": winner, "card": str(card)})
    return None


def _winning_cards(state: State) -> list[Card]:
    return [trick.winning_play[1] for trick in state.tricks]


def _played(state: State) -> list[Card]:
    return [card for trick in state.tricks for card in _cards(trick)]


def _cards(trick: Trick) -> list[Card]:
    return [card for _, card in trick.plays]
