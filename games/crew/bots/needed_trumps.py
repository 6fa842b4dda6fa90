"""Leads that would strip a partner of a trump that it needs: for its task, for the last trick, or to win with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ...contract import View
from ..cards import CARDS
from ..deep_sea.task_cards import TASK_CARDS
from ..families.collecting import CountCards, LastTrickCards, OnlyTrump, WinCards
from ..families.masks import TRUMPS, mask_of
from ..families.one_trick import WonWithTrump
from ..families.places import Ends
from ..tasks import OPEN
from .conditions import conditions_of
from .reading import read

ALL_TRUMPS: Final = "rockets"
LAST_TRICK: Final = "last"


class Need(NamedTuple):
    """A seat that needs a trump of its own."""

    seat: int
    kind: str
    """LAST_TRICK, ALL_TRUMPS (each trump has to win a trick), or "" for a task."""
    task: str | None = None


def is_stripping(view: View, text: str) -> bool:
    """Return whether this card leads a trump that draws a needed one."""
    return bool(_leads_trump(view, text) and stripped(view))


def stripped(view: View) -> Sequence[Need]:
    """The needs of partners who may hold trumps, which a lead of a trump now would draw."""
    if view["trick"] is None or view["trick"]["plays"] or view["seat"] is None:
        return ()
    mine, reading = view["seat"], read(view)
    barred = {seat: mask_of(card for other, card in reading.barred if other == seat) for seat in _seats(view)}
    unseen = mask_of(reading.unseen) & TRUMPS
    may_hold = {seat for seat in _seats(view) if (unseen & ~barred[seat]) | mask_of(reading.certain[seat]) & TRUMPS}
    return [need for need in _needs(view) if need.seat != mine and need.seat in may_hold]


def spares_trumps(view: View, best: str, worths: Mapping[str, float], margin: float) -> str:
    """The best card; where it strips a partner, another lead whose worth is hardly less, if there is one."""
    if not is_stripping(view, best):
        return best
    others = [text for text in worths if not _leads_trump(view, text) and worths[text] >= worths[best] - margin]
    return max(others, key=worths.__getitem__, default=best)


def _leads_trump(view: View, text: str) -> bool:
    return text.startswith("play ") and not view["trick"]["plays"] and CARDS[text.rsplit(maxsplit=1)[-1]].is_trump


def _seats(view: View) -> range:
    return range(len(view["hand_sizes"]))


def _needs(view: View) -> Iterator[Need]:
    """All seats that need a trump of their own, by the open tasks and the mission's conditions."""
    for condition in conditions_of(view):
        if condition.kind == LAST_TRICK and condition.seat is not None and not _without_trump(view, condition.seat):
            yield Need(condition.seat, LAST_TRICK)
        if condition.kind == ALL_TRUMPS:
            yield from (Need(seat, ALL_TRUMPS) for seat in _seats(view))
    for task in view["tasks"]:
        if task["owner"] is not None and task["status"] == OPEN and task["task"] in TASK_CARDS:
            yield from _of_task(task)


def _without_trump(view: View, seat: int) -> bool:
    """Return whether the seat has to win its last trick without a trump (mission 41)."""
    return bool(view["named"] == seat)


def _of_task(task: Mapping[str, Any]) -> Iterator[Need]:
    name, owner = task["task"], task["owner"]
    match TASK_CARDS[name].family:
        case WonWithTrump() | OnlyTrump():
            yield Need(owner, "", name)
        case WinCards(cards) if cards & TRUMPS:
            yield Need(owner, "", name)
        case CountCards(groups) if any(group.cards & TRUMPS and group.low for group in groups):
            yield Need(owner, "", name)
        case LastTrickCards() | Ends(last=True):
            yield Need(owner, LAST_TRICK, name)
