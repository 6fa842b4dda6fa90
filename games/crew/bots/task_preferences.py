"""A task's preferences for the coming trick: which seat should win it, with which cards.

Heuristics for every kind of Deep Sea task. They may be wrong: a playout ends with the rules' own verdict.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..cards import CARDS
from ..deep_sea.task_cards import TASK_CARDS
from ..families import Ledger
from ..families.masks import COLOUR, TRUMPS, VALUE, mask_of, of_colours, of_values

Params = dict[str, Any]


class TaskPreference(NamedTuple):
    """A measure of the coming trick for a task. Sets of cards are masks (`families.masks`)."""

    owner: int
    winner_values: tuple[float, ...] = ()
    """The value of the trick for the task by the seat that wins it; empty where it does not matter."""
    wanted: int = 0
    """Cards that the owner wants to win."""
    loss: float = 5.0
    """The damage if another seat wins one of them."""
    avoided: int = 0
    """Cards that the owner must not win."""
    kept: int = 0
    """Cards that the seats should retain for now."""
    winning: int = 0
    """Cards with one of which the owner wants to win a trick."""
    only: int = 0
    """A trick of nothing but these cards is what the owner wants."""
    better_played: int = 0
    """Cards that are better played than retained."""


PreferenceOf = Callable[[Params, Ledger, int, int | None], TaskPreference]


def task_preference(name: str, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    """The current preference of the task of this name."""
    card = TASK_CARDS[name]
    return _KINDS[card.kind](dict(card.params), ledger, owner, prediction)


def _winner_values(ledger: Ledger, owner: int, own: float, **others: float) -> tuple[float, ...]:
    """The owner's preference to win, and that of all other seats, or of the captain."""
    default = others.get("others", 0.0)
    winner_values = [default] * ledger.seats
    winner_values[ledger.captain] += others.get("captain", 0.0)
    winner_values[owner] = own
    return tuple(winner_values)


def _tricks(ledger: Ledger, owner: int, wanted: int) -> TaskPreference:
    """An exact number of tricks in the end: the more are missing, the higher the preference."""
    missing = wanted - ledger.counts[owner]
    if missing <= 0 or not ledger.tricks_left:
        return TaskPreference(owner, _winner_values(ledger, owner, -3.0))
    share = missing / ledger.tricks_left
    return TaskPreference(owner, _winner_values(ledger, owner, max(-1.0, min(3.0, 3.0 * (share - 1 / ledger.seats)))))


def _compare(params: Params, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    match params["relation"], params["versus"]:
        case "more", "captain":
            return TaskPreference(owner, _winner_values(ledger, owner, 1.0, captain=-1.0))
        case "fewer", "captain":
            return TaskPreference(owner, _winner_values(ledger, owner, -1.0, captain=1.0))
        case "equal", _:
            ahead = ledger.counts[owner] - ledger.counts[ledger.captain]
            return TaskPreference(owner, _winner_values(ledger, owner, -0.5 - ahead, captain=-0.5 + ahead))
        case "more", _:
            return TaskPreference(owner, _winner_values(ledger, owner, 1.5, others=-0.3))
        case _:
            return TaskPreference(owner, _winner_values(ledger, owner, -1.5, others=0.3))


def _count(masks: list[tuple[int, str, int]], ledger: Ledger, owner: int) -> TaskPreference:
    """A number of cards of each of these sets, exactly or at least."""
    wanted = avoided = 0
    for mask, op, count in masks:
        missing = count - (ledger.won[owner] & mask).bit_count()
        if missing > 0:
            wanted |= mask & ledger.left
        elif op == "eq":
            avoided |= mask & ledger.left
    return TaskPreference(owner, wanted=wanted, loss=1.0, avoided=avoided)


def _full_colour(params: Params, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    lost = 0
    for seat, won in enumerate(ledger.won):
        lost |= won if seat != owner else 0
    whole = [mask for mask in COLOUR.values() if not mask & lost]
    best = max(whole, key=lambda mask: (mask & ledger.won[owner]).bit_count(), default=0)
    return TaskPreference(owner, _winner_values(ledger, owner, 0.5), wanted=best & ledger.left, loss=4.0)


def _each_colour(params: Params, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    missing = [mask for mask in COLOUR.values() if not mask & ledger.won[owner]]
    return TaskPreference(owner, _winner_values(ledger, owner, 0.3), wanted=sum(missing) & ledger.left, loss=0.3)


def _with_value(params: Params, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    capture = params.get("capture")
    return TaskPreference(owner, wanted=VALUE[capture] if capture else 0, loss=0.3, winning=VALUE[params["value"]])


def _all_values(params: Params, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    value = params["value"]
    values = range(1, value) if params["op"] == "lt" else range(value + 1, 10)
    return TaskPreference(owner, _winner_values(ledger, owner, 0.2), only=of_values(values))


def _parity(params: Params, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    return TaskPreference(
        owner, _winner_values(ledger, owner, 0.2), only=of_values(range(2 if params["parity"] == "even" else 1, 10, 2))
    )


def _sum(params: Params, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    values = {"gt": range(6, 10), "lt": range(1, 5)}.get(params["op"], range(4, 9))
    return TaskPreference(owner, _winner_values(ledger, owner, 0.2), only=of_values(values))


def _equal_in_trick(params: Params, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    return TaskPreference(owner, _winner_values(ledger, owner, 0.2), only=of_colours(params["colors"]))


def _equal_in_all(params: Params, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    one, two = (COLOUR[suit] for suit in params["colors"])
    won = [(ledger.won[owner] & mask).bit_count() for mask in (one, two)]
    behind = one if won[0] < won[1] else two if won[1] < won[0] else 0
    ahead = two if won[0] < won[1] else one if won[1] < won[0] else 0
    return TaskPreference(owner, wanted=behind & ledger.left, loss=0.5, avoided=ahead & ledger.left)


def _more_colour(params: Params, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    return TaskPreference(owner, wanted=COLOUR[params["more"]], loss=0.5, avoided=COLOUR[params["less"]])


def _first_tricks(params: Params, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    return TaskPreference(owner, _winner_values(ledger, owner, 6.0))


def _last_trick(params: Params, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    return TaskPreference(owner, _winner_values(ledger, owner, 6.0 if ledger.tricks_left == 1 else -0.3))


def _first_and_last(params: Params, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    now = not ledger.winners or ledger.tricks_left == 1
    return TaskPreference(owner, _winner_values(ledger, owner, 6.0 if now else -0.3))


def _only_first(params: Params, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    return TaskPreference(owner, _winner_values(ledger, owner, -6.0 if ledger.winners else 6.0))


def _only_last(params: Params, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    return TaskPreference(owner, _winner_values(ledger, owner, 6.0 if ledger.tricks_left == 1 else -6.0))


def _avoid_first(params: Params, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    return TaskPreference(owner, _winner_values(ledger, owner, -6.0))


def _row(params: Params, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    running = bool(ledger.winners) and ledger.winners[-1] == owner
    return TaskPreference(owner, _winner_values(ledger, owner, 3.0 if running else 1.0))


def _exact_row(params: Params, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    won = ledger.counts[owner]
    if won and won < params["n"]:
        return TaskPreference(owner, _winner_values(ledger, owner, 6.0))
    return TaskPreference(owner, _winner_values(ledger, owner, -4.0 if won else 0.2))


def _never_row(params: Params, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    running = bool(ledger.winners) and ledger.winners[-1] == owner
    return TaskPreference(owner, _winner_values(ledger, owner, -6.0 if running else -0.2))


def _never_open(params: Params, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    return TaskPreference(owner, _winner_values(ledger, owner, -1.5), better_played=of_colours(params["colors"]))


def _with_trump(params: Params, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    card = mask_of([CARDS[params["card"]]])
    return TaskPreference(owner, wanted=card, winning=TRUMPS, kept=card)


def _in_last_trick(params: Params, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    cards = mask_of(CARDS[card] for card in params["cards"])
    if ledger.tricks_left == 1:
        return TaskPreference(owner, wanted=cards)
    return TaskPreference(owner, _winner_values(ledger, owner, -0.2), kept=cards)


def _avoid(params: Params, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    avoided = of_colours(params.get("colors", ())) | of_values(params.get("values", ()))
    return TaskPreference(owner, avoided=avoided | (TRUMPS if params.get("submarines") else 0))


def _only_trump(params: Params, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    card = mask_of([CARDS[params["submarine"]]])
    return TaskPreference(owner, wanted=card, avoided=TRUMPS & ~card)


def _predict(params: Params, ledger: Ledger, owner: int, prediction: int | None) -> TaskPreference:
    return _tricks(ledger, owner, prediction or 0)


_KINDS: dict[str, PreferenceOf] = {
    "compare_tricks": _compare,
    "win_cards": lambda p, ledger, owner, prediction: TaskPreference(
        owner, wanted=mask_of(CARDS[card] for card in p["cards"])
    ),
    "win_cards_in_last_trick": _in_last_trick,
    "win_value_count": lambda p, ledger, owner, prediction: _count(
        [(VALUE[p["value"]], p["op"], p["count"])], ledger, owner
    ),
    "win_color_count": lambda p, ledger, owner, prediction: _count(
        [(COLOUR[needed["color"]], needed["op"], needed["count"]) for needed in p["requirements"]], ledger, owner
    ),
    "win_submarine_count": lambda p, ledger, owner, prediction: _count([(TRUMPS, p["op"], p["count"])], ledger, owner),
    "win_only_submarine": _only_trump,
    "win_full_color": _full_colour,
    "win_each_color": _each_colour,
    "avoid_cards": _avoid,
    "trick_won_with_value": _with_value,
    "win_card_with_submarine": _with_trump,
    "trick_all_values": _all_values,
    "trick_parity": _parity,
    "trick_sum": _sum,
    "trick_equal_colors": _equal_in_trick,
    "total_equal_colors": _equal_in_all,
    "total_more_color": _more_colour,
    "not_open_with": _never_open,
    "win_first_tricks": _first_tricks,
    "win_last_trick": _last_trick,
    "win_first_and_last": _first_and_last,
    "win_only_first": _only_first,
    "win_only_last": _only_last,
    "avoid_first_tricks": _avoid_first,
    "exact_tricks": lambda p, ledger, owner, prediction: _tricks(ledger, owner, p["n"]),
    "exact_tricks_in_row": _exact_row,
    "tricks_in_row": _row,
    "never_in_row": _never_row,
    "predict_tricks": _predict,
}
