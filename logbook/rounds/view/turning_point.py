"""Turning point of a round in words: its trick, what was played, what would have won, and what it looked like.

Pure, like `logbook.rounds.view.page`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from logbook.lib.lists import list_text
from logbook.lib.translation import gettext as _
from logbook.rounds.view.news import action_sentence
from logbook.rounds.view.status import Names

CLOSE: Final = 5
"""Two cards that differ by less, in percent, looked the same."""
SAFE: Final = 60
"""From this percentage on a card looked safe."""
MOST_CARDS: Final = 4


class Acted(Protocol):
    """An action of the record."""

    @property
    def seat(self) -> int:
        """Its seat."""

    @property
    def text(self) -> str:
        """Its text."""


@dataclass(frozen=True)
class Option:
    """A card that could be played: whether the mission stayed winnable, and in how many of 100 simulated deals."""

    text: str
    winnable: bool | None
    share: int

    @property
    def card(self) -> str:
        """The card."""
        return self.text.split()[-1]


@dataclass(frozen=True)
class TurningPoint:
    """The turning point, one sentence for each question; "" where there is no answer."""

    headline: str
    after: str
    """The change that it made, without a name."""
    happened: str = ""
    instead: str = ""
    """The action that would have kept the mission winnable."""
    judgement: str = ""
    """The look of the card from the player's seat."""


def turning_point(fatal: int, actions: Sequence[Acted], options: Sequence[Option], names: Names) -> TurningPoint:
    """Return the turning point at this place in the record."""
    action, headline = actions[fatal], _headline(fatal, actions, names)
    happened = action_sentence(action.seat, action.text, names, open_cards=True)
    if action.text == "timeout":
        return TurningPoint(headline, _("Time ran out while the mission was still winnable."))
    if not _is_play(action.text):
        return TurningPoint(headline, _("%(what)s After that, the mission couldn’t be won.") % {"what": happened})
    card = names.the_card(action.text.split()[-1])
    after = _("After %(card)s the mission couldn’t be won.") % {"card": card}
    return TurningPoint(headline, after, happened, _instead(options, names), _judgement(action, options, names))


def _headline(fatal: int, actions: Sequence[Acted], names: Names) -> str:
    plays = sum(_is_play(action.text) for action in actions[:fatal])
    if not plays and not _is_play(actions[fatal].text):
        return _("Turning point: before the first trick")
    return _("Turning point: trick %(number)s") % {"number": plays // names.players + 1}


def _is_play(text: str) -> bool:
    return text.removeprefix("robot ").startswith("play ")


def _instead(options: Sequence[Option], names: Names) -> str:
    """Return the other cards after which the mission stayed winnable, the likeliest to be found first."""
    winning = sorted((one for one in options if one.winnable), key=lambda one: -one.share)
    if not winning:
        return ""
    cards = [names.the_card(one.card) for one in winning[:MOST_CARDS]]
    if len(winning) == 1:
        return _("Only %(card)s would have kept the mission winnable.") % {"card": cards[0]}
    if len(winning) <= MOST_CARDS:
        return _("These cards would have kept the mission winnable: %(cards)s.") % {"cards": list_text(cards)}
    more = {"cards": ", ".join(cards), "more": len(winning) - MOST_CARDS}
    return _("These cards would have kept the mission winnable: %(cards)s, and %(more)s more.") % more


def _judgement(action: Acted, options: Sequence[Option], names: Names) -> str:
    """Return whether the player could have known, from the simulated deals."""
    choice = next((one for one in options if one.text == action.text), None)
    best = max((one for one in options if one.winnable), key=lambda one: one.share, default=None)
    if choice is None or best is None:
        return ""
    return _judgement_sentence(choice.share, best.share) % {
        "who": names.of(action.seat),
        "card": names.the_card(choice.card),
        "share": choice.share,
        "other": names.the_card(best.card),
        "other_share": best.share,
    }


def _judgement_sentence(share: int, best: int) -> str:
    if best - share >= CLOSE:
        return _(
            "From %(who)s’s seat, %(other)s looked better: %(other_share)s%% of simulated deals stayed winnable, "
            "%(share)s%% after %(card)s."
        )
    if share >= SAFE:
        return _(
            "From %(who)s’s seat, %(card)s looked safe: %(share)s%% of simulated deals stayed winnable "
            "(%(other)s: %(other_share)s%%)."
        )
    return _(
        "From %(who)s’s seat, %(card)s looked no worse: %(share)s%% of simulated deals stayed winnable "
        "(%(other)s: %(other_share)s%%)."
    )
