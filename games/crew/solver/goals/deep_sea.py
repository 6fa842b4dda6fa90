"""Goals of Deep Sea's 96 tasks and its special conditions, one translation for each family in `families/`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from ...cards import CARDS
from ...deep_sea.mission import FIRST_WINNER_AHEAD, LAST_CARD, NEVER_LEAD, VALUE_GAP, mission_of
from ...deep_sea.predicting import expected_tricks, predicted
from ...deep_sea.task_cards import TASK_CARDS
from ...families import Family, Ledger
from ...families.collecting import (
    AvoidCards,
    CountCards,
    EqualColours,
    FullColour,
    Group,
    LastTrickCards,
    MoreOfColour,
    OnlyTrump,
    WinCards,
)
from ...families.counting import AgainstCaptain, ExactTricks, FewerThanEach, MoreThanAll, MoreThanEach, PredictTricks
from ...families.leading import NeverOpenWith
from ...families.masks import COLOUR, SUIT, TRUMPS, VALUE
from ...families.one_trick import AllOf, BalancedTrick, OneTrick, WonWithTrump, WonWithValue
from ...families.one_trick import TrickSum as SumFamily
from ...families.places import AvoidFirst, Ends, NeverRow, Row, WinFirst
from ...families.places import ExactRow as ExactRowFamily
from ...state import State
from ...tasks import OPEN
from . import kinds
from .kinds import Goal, Winner

Goals = tuple[Goal, ...]


def goals_of_deep_sea(state: State) -> tuple[Goals, Goals]:
    """Return the goals of the open tasks, and those of the mission's own conditions."""
    assert state.ledger is not None
    tasks: list[Goal] = []
    for task in state.tasks:
        if task.status == OPEN:
            assert task.owner is not None
            tasks += goals_of_family(TASK_CARDS[task.name].family, state.ledger, task.owner, predicted(state, task))
    return tuple(tasks), tuple(_conditions(state))


def goals_of_family(family: Family, ledger: Ledger, owner: int, prediction: int | None = None) -> Goals:
    """The goals that a task of this family still sets its owner. A prediction that is still open sets none."""
    if isinstance(family, OneTrick):
        return (_one_trick(family, owner, ledger.seats),)
    return (
        _count_goals(family, ledger, owner, prediction)
        or _card_goals(family, ledger, owner)
        or _place_goals(family, ledger, owner)
    )


def _one_trick(family: OneTrick, owner: int, seats: int) -> Goal:
    match family:
        case WonWithValue(value, captured):
            return kinds.TrickBy(owner, VALUE[value], VALUE[captured] if captured else 0)
        case WonWithTrump(card):
            return kinds.TrickBy(owner, TRUMPS, 1 << card.order)
        case AllOf(cards):
            return kinds.TrickOf(owner, cards)
        case SumFamily():
            return kinds.TrickSum(owner, *family.bounds(seats))
        case BalancedTrick(one, other):
            return kinds.TrickEven(owner, COLOUR[one], COLOUR[other])
    raise AssertionError(family)


def _predicted(family: PredictTricks, ledger: Ledger, owner: int, prediction: int | None) -> Goal:
    won = ledger.counts[owner]
    if prediction is None:
        return kinds.Tricks(owner, 0, kinds.MOST)
    expected = expected_tricks(len(ledger.winners) + ledger.tricks_left, ledger.seats, won, ledger.tricks_left)
    missing = prediction - won
    if not family.secret or expected == prediction:
        return kinds.Tricks(owner, missing, missing)
    return kinds.Tricks(owner, missing, missing, expected - won, _who_knows(ledger, owner))


def _who_knows(ledger: Ledger, owner: int) -> int:
    """The owner of a secret number, as a set; the captain plays the robot's cards, so these two know the same."""
    if ledger.blind is not None and owner in (ledger.captain, ledger.blind):
        return 1 << ledger.captain | 1 << ledger.blind
    return 1 << owner


def _count_goals(family: Family, ledger: Ledger, owner: int, prediction: int | None) -> Goals:
    """Tasks about how many tricks are won."""
    won = ledger.counts[owner]
    others = [seat for seat in range(ledger.seats) if seat != owner]
    match family:
        case ExactTricks(number):
            return (kinds.Tricks(owner, number - won, number - won),)
        case PredictTricks():
            return (_predicted(family, ledger, owner, prediction),)
        case MoreThanAll():
            half = (len(ledger.winners) + ledger.tricks_left) // 2
            return (kinds.Tricks(owner, half + 1 - won, kinds.MOST),)
        case MoreThanEach():
            return tuple(kinds.Compare(owner, "more", other) for other in others)
        case FewerThanEach():
            return tuple(kinds.Compare(owner, "fewer", other) for other in others)
        case AgainstCaptain(("more" | "fewer") as relation):
            return (kinds.Compare(owner, relation, ledger.captain),)
        case AgainstCaptain():
            return (kinds.Compare(owner, "equal", ledger.captain),)
    return ()


def _card_goals(family: Family, ledger: Ledger, owner: int) -> Goals:
    """Tasks about cards."""
    won, left = ledger.won[owner], ledger.left
    match family:
        case WinCards(cards):
            return (kinds.Take(owner, cards & ~won),)
        case LastTrickCards(cards):
            last = len(ledger.winners) + ledger.tricks_left - 1
            return (kinds.Take(owner, cards), kinds.Late(cards), Winner(last, 1 << owner))
        case AvoidCards(cards):
            return (kinds.Leave(owner, cards & left),)
        case OnlyTrump(card):
            wanted = 1 << card.order
            return (kinds.Take(owner, wanted & ~won), kinds.Leave(owner, TRUMPS & ~wanted & left))
        case CountCards(groups):
            return tuple(_group(ledger, owner, group) for group in groups)
        case FullColour():
            missing = tuple(colour & ~won for colour in COLOUR.values())
            return (kinds.AnyOf(owner, tuple(cards for cards in missing if not cards & ~left)),)
        case EqualColours(one, other):
            return (_balance(ledger, owner, one, other, "equal"),)
        case MoreOfColour(one, other):
            return (_balance(ledger, owner, one, other, "more"),)
    return ()


def _group(ledger: Ledger, owner: int, group: Group) -> Goal:
    won = (ledger.won[owner] & group.cards).bit_count()
    return kinds.Count(owner, group.cards & ledger.left, max(group.low - won, 0), group.high - won)


def _balance(ledger: Ledger, owner: int, one: str, other: str, relation: Literal["equal", "more"]) -> Goal:
    won, first, second = ledger.won[owner], COLOUR[one], COLOUR[other]
    counts = ((won & first).bit_count(), (won & second).bit_count())
    return kinds.Balance(owner, first & ledger.left, second & ledger.left, counts, relation)


def _place_goals(family: Family, ledger: Ledger, owner: int) -> Goals:
    """Tasks about which tricks are won, and about what is led."""
    played, own = len(ledger.winners), 1 << owner
    all_seats, last = (1 << ledger.seats) - 1, len(ledger.winners) + ledger.tricks_left - 1
    won, streak = ledger.counts[owner], _streak(ledger, owner)
    match family:
        case WinFirst(number):
            return tuple(Winner(trick, own) for trick in range(played, number))
        case AvoidFirst(number):
            return tuple(Winner(trick, all_seats & ~own) for trick in range(played, number))
        case Ends(first, at_the_end, only):
            return _ends(played, last, won, (first, at_the_end, only), owner)
        case Row(length):
            return (kinds.Row(owner, length, streak),)
        case ExactRowFamily(length):
            return (kinds.ExactRow(owner, length, won),)
        case NeverRow(length):
            return (kinds.NeverRow(owner, length, streak),)
        case NeverOpenWith(cards):
            return (kinds.NeverLead(own, cards),)
    raise AssertionError(family)


def _ends(played: int, last: int, won: int, which: tuple[bool, bool, bool], owner: int) -> Goals:
    first, at_the_end, only = which
    goals: list[Goal] = []
    if first and not played:
        goals.append(Winner(0, 1 << owner))
    if at_the_end:
        goals.append(Winner(last, 1 << owner))
    if only:
        missing = first + at_the_end - won
        goals.append(kinds.Tricks(owner, missing, missing))
    return tuple(goals)


def _streak(ledger: Ledger, owner: int) -> int:
    """The number of latest tricks in a row that the owner has won."""
    lost = next((place for place, seat in enumerate(reversed(ledger.winners)) if seat != owner), None)
    return len(ledger.winners) if lost is None else lost


def _conditions(state: State) -> Iterable[Goal]:
    mission = mission_of(state)
    ledger = state.ledger
    assert ledger is not None
    all_seats = (1 << state.seats) - 1
    for name in mission.special:
        if name == VALUE_GAP:
            cards = VALUE[mission.value_gap or 0]
            yield kinds.Spread(cards & ledger.left, tuple((won & cards).bit_count() for won in ledger.won))
        elif name == NEVER_LEAD:
            yield kinds.NeverLead(all_seats, sum(SUIT[suit] for suit in mission.never_lead))
        elif name == FIRST_WINNER_AHEAD:
            yield kinds.Ahead(state.winners[0] if state.winners else None)
        elif name == LAST_CARD:
            yield kinds.LastCard(CARDS[mission.last_card or ""].order)
