"""Reasons that speak of the table: who needs what, and what a card makes possible. Figures come behind them.

Only what the view shows is a reason: tasks, conditions, signals, voids and the cards of the trick.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ...contract import Sentence, View
from ..cards import CARDS, Card
from .conditions import conditions_of, value_for
from .needed_trumps import ALL_TRUMPS, LAST_TRICK, stripped
from .preferences import preferences_of
from .reading import read
from .signals import best_signal_after_play, signal_meaning

_CONDITION_CODES: Final[Mapping[str, str]] = {
    "nines": "bot-why-signal-nine",
    "ones": "bot-why-signal-one",
    "rockets": "bot-why-signal-rocket",
    "pink": "bot-why-signal-pink",
    "few": "bot-why-signal-few",
    "last": "bot-why-signal-last",
    "first": "bot-why-signal-first",
    "equal": "bot-why-signal-equal",
    "last-card": "bot-why-signal-last-card",
}


def with_figures(reason: Sentence | None, figures: Sentence) -> Sentence:
    """The reason that speaks of the table, followed by the figures; these alone where there is none."""
    if reason is None:
        return figures
    return Sentence(reason.code, {**reason.params, "figures": {"code": figures.code, "params": dict(figures.params)}})


def about_card(view: View, text: str) -> Sentence | None:
    """Return the effect of this card at the table; None where nothing public explains it."""
    if text.startswith("robot "):
        return None
    card = CARDS[text.rsplit(maxsplit=1)[-1]]
    reasons = _of_lead(view, card) if not view["trick"]["plays"] else _of_following(view, card)
    return next(reasons, None)


def about_signal(view: View, text: str) -> Sentence | None:
    """Return why the crew should know of this card; None where no task and no condition is about it."""
    card, seat = CARDS[text.split()[1]], view["seat"]
    for preference in preferences_of(view):
        if card in preference.wanted and preference.owner != seat:
            return Sentence("bot-why-signal-wanted", {"card": str(card), "owner": preference.owner})
    says = signal_meaning(view, text)
    for condition in conditions_of(view):
        if value_for(condition, seat, card, says) > 0:
            about = condition.seat if condition.seat is not None else view["collector"]
            return Sentence(_CONDITION_CODES[condition.kind], {"card": str(card), "seat": seat, "owner": about})
    return None


def about_asking(view: View) -> Sentence | None:
    """Return the subject of the signal that the seat asks for; None where it is no task's card and no condition."""
    best = best_signal_after_play(view)
    reason = about_signal(view, best) if best else None
    return Sentence("bot-why-ask-about", {"card": reason.params["card"]}) if reason else None


def _of_lead(view: View, card: Card) -> Iterator[Sentence]:
    """A lead for the owner of the card, one on which a partner can throw a wanted card, or one that spares a trump."""
    me, reading = view["seat"], read(view)
    preferences = preferences_of(view)
    for preference in preferences:
        if card in preference.wanted:
            code = "bot-why-leads-own" if preference.owner == me else "bot-why-leads-wanted"
            yield Sentence(code, {"card": str(card), "owner": preference.owner})
    for seat, shown in enumerate(reading.public):
        wanted = [one for preference in preferences for one in preference.wanted if one in shown]
        if seat != me and wanted and _is_void(reading.voids, seat, card):
            yield Sentence("bot-why-throw", {"card": str(card), "seat": seat, "other": str(wanted[0])})
    yield from _spared(view, card)


def _spared(view: View, card: Card) -> Iterator[Sentence]:
    """That no trump was led, where one could have been and a partner needs its own."""
    if card.is_trump or not any(CARDS[text.split()[-1]].is_trump for text in view["legal"] if "play " in text):
        return
    for need in stripped(view):
        if need.task is not None:
            yield Sentence("bot-why-spares-for-task", {"seat": need.seat, "task": need.task})
        elif need.kind == LAST_TRICK:
            yield Sentence("bot-why-spares-for-last", {"seat": need.seat})
        elif need.kind == ALL_TRUMPS:
            yield Sentence("bot-why-spares-all", {"seat": need.seat})


def _of_following(view: View, card: Card) -> Iterator[Sentence]:
    """A card that wins wanted ones, or that goes to its owner, who is ahead; a nine that is thrown."""
    me, trick = view["seat"], read(view).tricks[-1]
    after = trick._replace(plays=(*trick.plays, (me, card)))
    winner, _ = after.winning_play
    for preference in preferences_of(view):
        lying = [one for _, one in after.plays if one in preference.wanted]
        if not lying or winner != preference.owner:
            continue
        if winner == me and lying != [card]:
            other = next(one for one in lying if one != card)
            yield Sentence("bot-why-wins", {"card": str(card), "other": str(other), "owner": me})
        elif winner != me and card in lying:
            yield Sentence("bot-why-gives", {"card": str(card), "owner": winner})
    if any(condition.kind == "nines" for condition in conditions_of(view)) and card.rank == 9 and winner != me:
        yield Sentence("bot-why-throws-nine", {"card": str(card)})


def _is_void(voids: int, seat: int, card: Card) -> bool:
    """Return whether the seat is known to have no card of this one's suit."""
    return bool(voids >> 5 * seat + card.order // 9 & 1)
