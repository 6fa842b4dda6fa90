"""Verdict on a finished round: the solver's result, in marks and sentences.

Pure, like `logbook.rounds.view.page`: it knows the result, not the method.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from logbook.rounds.view.news import action_words
from logbook.rounds.view.status import Names

Mark = Literal["", "open", "fatal", "lost", "unknown"]

MARK_WORDS: Final[dict[str, str | Promise]] = {
    "open": gettext_lazy("could still be won"),
    "fatal": gettext_lazy("this lost it"),
    "lost": gettext_lazy("was lost"),
    "unknown": gettext_lazy("not known whether it could still be won"),
}

CARD_WORDS: Final[dict[str, str | Promise]] = {
    "open": gettext_lazy("can still win"),
    "lost": gettext_lazy("loses"),
    "unknown": gettext_lazy("not known"),
}
"""Words of a playable card's mark."""


class Acted(Protocol):
    """An action of the record."""

    @property
    def seat(self) -> int:
        """Its seat."""

    @property
    def text(self) -> str:
        """Its text."""


@dataclass(frozen=True)
class Verdict:
    """The solver's result: whether each moment could still be won, the turning point, what would have won."""

    winnable: tuple[bool | None, ...]
    fatal: int | None = None
    saving: tuple[Any, ...] = ()
    passing: tuple[Any, ...] = ()
    """A distress signal that would have won, where it could still be sent, and all actions after it."""
    passing_at: int | None = None

    def mark(self, step: int) -> Mark:
        """Return the mark after a number of actions."""
        if self.fatal is not None and step == self.fatal + 1:
            return "fatal"
        return mark_of(self.winnable[step]) if step < len(self.winnable) else ""


@dataclass(frozen=True)
class VerdictPanel:
    """The replay's verdict on the whole round.

    `sealed`: nothing before the window has closed. `pending`: the analysis is in progress. `failed`: it did not finish.
    """

    state: Literal["sealed", "pending", "failed", "done"]
    won: bool = False
    sentence: str = ""
    fatal_step: int | None = None
    fatal_href: str = ""
    saving_href: str = ""
    passing: str = ""
    """What the distress signal would have done, in a sentence."""
    passing_href: str = ""


def mark_of(winnable: bool | None) -> Mark:
    """Return a moment's mark."""
    return "unknown" if winnable is None else "open" if winnable else "lost"


def mark_words(mark: str) -> str:
    """Return a mark in words, as in "could still be won"."""
    return str(MARK_WORDS.get(mark, ""))


def card_words(mark: str) -> str:
    """Return a playable card's mark, in the words of the legend below it."""
    return str(CARD_WORDS.get(mark, ""))


def verdict_sentence(found: Verdict, actions: Sequence[Acted], names: Names, *, won: bool) -> str:
    """Return where the mission was lost, in one sentence."""
    if won:
        return _("It was won.") if None in found.winnable else _("It could be won from the deal on, and was.")
    if found.fatal is not None:
        return _lost_by(actions[found.fatal], names)
    if found.winnable[-1]:
        return _("It could still be won when it ended.")
    if found.winnable[0] is False:
        return _("Lost from the deal on: no way of sharing the tasks out and playing wins.")
    return _not_known(found.winnable)


def passing_sentence(passing: Sequence[Acted], names: Names) -> str:
    """Return which cards had to be passed to make the mission winnable; "" if there is nothing to show."""
    given = [action for action in passing if action.text.startswith("give ")]
    if not given:
        return ""
    gifts = ", ".join(
        _("%(who)s %(card)s") % {"who": names.of(action.seat), "card": names.card(action.text.split()[-1])}
        for action in given
    )
    proposal = next(action.text for action in passing if action.text.startswith("propose distress"))
    return _passing_words(proposal, len(given)) % {"gifts": gifts}


def _passing_words(proposal: str, people: int) -> str:
    if people == 2:
        return _("With the distress signal, passing to each other (%(gifts)s), the mission could still be won.")
    if proposal.endswith("left"):
        return _("With the distress signal, passing left (%(gifts)s), the mission could still be won.")
    return _("With the distress signal, passing right (%(gifts)s), the mission could still be won.")


def _lost_by(action: Acted, names: Names) -> str:
    """Return who lost it, with which action."""
    words = action.text.split()
    if words == ["timeout"]:
        return _("The time ran out while it could still be won.")
    if words[-2:-1] != ["play"]:
        return _("%(what)s That lost it: after it no way of playing wins.") % {
            "what": action_words(action.seat, action.text, names, open_cards=True)
        }
    who = names.robot if words[0] == "robot" else names.of(action.seat)
    return capfirst(
        _("%(who)s's %(card)s lost it: after it no way of playing wins.") % {"who": who, "card": names.card(words[-1])}
    )


def _not_known(winnable: Sequence[bool | None]) -> str:
    """Return what is known where a part is too much to compute."""
    could = max((step for step, at in enumerate(winnable) if at), default=None)
    could_not = next((step for step, at in enumerate(winnable) if at is False), None)
    params = {"could": could, "could_not": could_not}
    if could is not None and could_not is not None:
        return (
            _("After step %(could)s it could still be won, after step %(could_not)s not. In between is not known.")
            % params
        )
    if could is not None:
        return _("After step %(could)s it could still be won. What came later is not known.") % params
    if could_not is not None:
        return _("After step %(could_not)s it was lost. Whether it was before is not known.") % params
    return _("It is not known where it was lost: that is too much to work out.")
