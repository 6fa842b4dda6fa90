"""The kinds of tasks by their names in the task files, and the family of each for its parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..cards import CARDS, COLOURS, SUBMARINES
from .collecting import (
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
from .counting import AgainstCaptain, ExactTricks, FewerThanEach, MoreThanAll, MoreThanEach, PredictTricks
from .family import Family
from .leading import NeverOpenWith
from .masks import TRUMPS, mask_of, of_colours, of_values
from .one_trick import MOST_SUM, AllOf, BalancedTrick, TrickSum, WonWithTrump, WonWithValue
from .places import AvoidFirst, Ends, ExactRow, NeverRow, Row, WinFirst


def _cards(names: list[str]) -> int:
    return mask_of(CARDS[name] for name in names)


def _avoid(colors: tuple[str, ...] = (), values: tuple[int, ...] = (), *, submarines: bool = False) -> Family:
    return AvoidCards(of_colours(colors) | of_values(values) | TRUMPS * submarines)


def _colour_count(requirements: list[dict[str, Any]]) -> Family:
    return CountCards(tuple(Group.of_suit(needed["color"], needed["op"], needed["count"]) for needed in requirements))


def _all_values(op: str, value: int) -> Family:
    if op == "lt":
        return AllOf(of_values(range(1, value)), "no-trick-below", value)
    return AllOf(of_values(range(value + 1, 10)), "no-trick-above", value)


def _parity(parity: str) -> Family:
    return AllOf(of_values(range(2 if parity == "even" else 1, 10, 2)), f"no-trick-{parity}")


def _sum(op: str, bound: tuple[int, int, int] = (0, 0, 0), values: tuple[int, ...] = ()) -> Family:
    three, four, five = bound
    if op == "gt":
        return TrickSum((three + 1, four + 1, five + 1), (MOST_SUM,) * 3, "no-trick-sum-above")
    if op == "lt":
        return TrickSum((0,) * 3, (three - 1, four - 1, five - 1), "no-trick-sum-below")
    low, high = values
    return TrickSum((low,) * 3, (high,) * 3, "no-trick-sum-between")


def _compare(relation: str, versus: str) -> Family:
    match relation, versus:
        case _, "captain":
            return AgainstCaptain(relation)
        case "more", "all_others":
            return MoreThanAll()
        case "more", "each_other":
            return MoreThanEach()
        case "fewer", "each_other":
            return FewerThanEach()
    raise ValueError(f"no task compares {relation} with {versus}")


KINDS: dict[str, Callable[..., Family]] = {
    "win_cards": lambda cards: WinCards(_cards(cards)),
    "win_cards_in_last_trick": lambda cards: LastTrickCards(_cards(cards)),
    "win_value_count": lambda value, op, count: CountCards((Group.of_value(value, op, count),)),
    "win_color_count": _colour_count,
    "win_submarine_count": lambda op, count: CountCards((Group.of_suit(SUBMARINES, op, count),)),
    "win_only_submarine": lambda submarine: OnlyTrump(CARDS[submarine]),
    "win_full_color": FullColour,
    "win_each_color": lambda: CountCards(tuple(Group.of_suit(suit, "ge", 1) for suit in COLOURS)),
    "avoid_cards": _avoid,
    "trick_won_with_value": WonWithValue,
    "win_card_with_submarine": lambda card: WonWithTrump(CARDS[card]),
    "trick_all_values": _all_values,
    "trick_parity": _parity,
    "trick_sum": _sum,
    "trick_equal_colors": lambda colors: BalancedTrick(*colors),
    "total_equal_colors": lambda colors: EqualColours(*colors),
    "total_more_color": MoreOfColour,
    "not_open_with": lambda colors: NeverOpenWith(of_colours(colors)),
    "win_first_tricks": WinFirst,
    "win_last_trick": lambda: Ends(first=False, last=True, only=False),
    "win_first_and_last": lambda: Ends(first=True, last=True, only=False),
    "win_only_first": lambda: Ends(first=True, last=False, only=True),
    "win_only_last": lambda: Ends(first=False, last=True, only=True),
    "avoid_first_tricks": AvoidFirst,
    "exact_tricks": ExactTricks,
    "exact_tricks_in_row": ExactRow,
    "tricks_in_row": Row,
    "never_in_row": NeverRow,
    "compare_tricks": _compare,
    "predict_tricks": PredictTricks,
}
