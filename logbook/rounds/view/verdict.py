"""Verdict on a finished round: the solver's result, in marks and sentences.

Pure, like `logbook.rounds.view.page`: it knows the result, not the method.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from logbook.lib.lists import list_text
from logbook.lib.translation import gettext as _
from logbook.rounds.view.status import Names
from logbook.rounds.view.turning_point import Acted, Option, TurningPoint, turning_point

Mark = Literal["", "open", "fatal", "lost", "unknown"]

MARK_LABELS: Final[dict[str, str | Promise]] = {
    "open": gettext_lazy("still winnable"),
    "fatal": gettext_lazy("turning point"),
    "lost": gettext_lazy("already lost"),
    "unknown": gettext_lazy("not known if still winnable"),
}

CARD_LABELS: Final[dict[str, str | Promise]] = {
    "open": gettext_lazy("can still win"),
    "lost": gettext_lazy("loses"),
    "unknown": gettext_lazy("unknown"),
}
"""Words of a playable card's mark."""


@dataclass(frozen=True)
class Verdict:
    """The solver's result: whether each moment could still be won, the turning point, what would have won."""

    winnable: tuple[bool | None, ...]
    fatal: int | None = None
    saving: tuple[Any, ...] = ()
    passing: tuple[Any, ...] = ()
    """A distress signal that would have won, where it could still be sent, and all actions after it."""
    passing_at: int | None = None
    options: tuple[Option, ...] = ()
    """The cards that could be played at the turning point."""

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
    turning: TurningPoint | None = None
    fatal_step: int | None = None
    fatal_href: str = ""
    saving_href: str = ""
    passing: str = ""
    """The effect that the distress signal would have had, in a sentence."""
    passing_href: str = ""


def mark_of(winnable: bool | None) -> Mark:
    """Return a moment's mark."""
    return "unknown" if winnable is None else "open" if winnable else "lost"


def mark_label(mark: str) -> str:
    """Return a mark in words, as in "could still be won"."""
    return str(MARK_LABELS.get(mark, ""))


def card_label(mark: str) -> str:
    """Return a playable card's mark, in the words of the legend below it."""
    return str(CARD_LABELS.get(mark, ""))


def verdict_sentence(verdict: Verdict, actions: Sequence[Acted], names: Names, *, won: bool) -> str:
    """Return where the mission was lost, in one sentence."""
    if won:
        return (
            _("The mission was won.") if None in verdict.winnable else _("This deal was winnable, and the crew won it.")
        )
    if verdict.fatal is not None:
        turning = turning_point(verdict.fatal, actions, verdict.options, names)
        return f"{turning.headline}. {turning.after}"
    if verdict.winnable[-1]:
        return _("The mission was still winnable when the attempt ended.")
    if verdict.winnable[0] is False:
        return _("As dealt, the mission couldn’t be won, however the tasks were shared and the cards played.")
    return _unknown_sentence(verdict.winnable)


def passing_sentence(passing: Sequence[Acted], names: Names) -> str:
    """Return which cards had to be passed to make the mission winnable; "" if there is nothing to show."""
    gifts = [action for action in passing if action.text.startswith("give ")]
    if not gifts:
        return ""
    gift_list = list_text(
        _("%(who)s %(card)s") % {"who": names.of(action.seat), "card": names.card(action.text.split()[-1])}
        for action in gifts
    )
    proposal = next(action.text for action in passing if action.text.startswith("propose distress"))
    return _passing_sentence(proposal, len(gifts)) % {"gifts": gift_list}


def _passing_sentence(proposal: str, people: int) -> str:
    if people == 2:
        return _("With the distress signal, passing to each other (%(gifts)s), the mission could have been won.")
    if proposal.endswith("left"):
        return _("With the distress signal, passing left (%(gifts)s), the mission could have been won.")
    return _("With the distress signal, passing right (%(gifts)s), the mission could have been won.")


def _unknown_sentence(winnable: Sequence[bool | None]) -> str:
    """Return what is known where a part is too much to compute."""
    could = max((step for step, at in enumerate(winnable) if at), default=None)
    could_not = next((step for step, at in enumerate(winnable) if at is False), None)
    params = {"could": could, "could_not": could_not}
    if could is not None and could_not is not None:
        return (
            _(
                "Still winnable after step %(could)s, already lost after step %(could_not)s. The turning "
                "point is somewhere in between."
            )
            % params
        )
    if could is not None:
        return _("Still winnable after step %(could)s. We don’t know about the rest.") % params
    if could_not is not None:
        return _("Already lost after step %(could_not)s. We don’t know about the earlier steps.") % params
    return _("We couldn’t find the turning point: there was too much to work out.")
