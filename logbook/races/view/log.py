"""Log of a race in words: every action's result, turn by turn, and the news for screen readers.

Other players' points of dives, except the last, are omitted: their totals are secret until the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from logbook.lib.translation import gettext as _
from logbook.races.view.labels import RaceLabels
from logbook.races.view.parts import LogTurn


@dataclass(frozen=True)
class LogItem:
    """A sentence of the engine (or UNDONE), and its turn."""

    round: int
    turn: int
    """The seat whose turn it was."""
    code: str
    params: Mapping[str, Any]


UNDONE: Final = "undone"
"""The code of the site's own sentence about a player who has undone an action."""
POINTS: Final = frozenset({"effect-pay", "effect-card"})
ECHOES: Final = frozenset(
    {
        "effect-recruit",
        "effect-refresh",
        "effect-paid-cards",
        "effect-paid-tokens",
        "effect-paid-both",
        "effect-rest",
        "effect-sail",
        "effect-sail-token",
        "effect-move",
        "effect-spot",
        "effect-dive",
        "effect-rush",
        "effect-protected",
        "effect-protected-by-spot",
        "effect-hold",
        "effect-card",
        "effect-stop",
        UNDONE,
    }
)
"""Sentences about a player's own action, which that player need not read."""


def log_of(items: Sequence[LogItem], labels: RaceLabels, *, over: bool) -> tuple[LogTurn, ...]:
    """Return the turns, the latest first."""
    public_from = 0 if over else _last_dive_begins(items)
    numbered = list(enumerate(items))
    turns = []
    for (number, seat), members in groupby(numbered, key=lambda pair: (pair[1].round, pair[1].turn)):
        sentences = (_sentence(one, labels, open_points=place >= public_from) for place, one in members)
        turns.append(
            LogTurn(number, seat, labels.names.of(seat), tuple(sentence for sentence in sentences if sentence))
        )
    return tuple(reversed([turn for turn in turns if turn.lines]))


def news_of(items: Iterable[LogItem], labels: RaceLabels) -> tuple[str, ...]:
    """Return the news since the reader's last look, without their own actions."""
    reader = labels.names.reader
    return tuple(
        _said(one, labels)
        for one in items
        if reader is None or one.code not in ECHOES or one.params.get("seat") != reader
    )


def _said(one: LogItem, labels: RaceLabels) -> str:
    if one.code == UNDONE:
        return _("%(who)s undid the last action.") % {"who": labels.names.of(one.params["seat"])}
    return labels.say(one.code, one.params)


def _last_dive_begins(items: Sequence[LogItem]) -> int:
    """Return where the dive that was paid last begins."""
    last_payment = max((place for place, one in enumerate(items) if one.code == "effect-pay"), default=-1)
    return max((place for place in range(last_payment + 1) if items[place].code == "effect-dive"), default=0)


def _sentence(one: LogItem, labels: RaceLabels, *, open_points: bool) -> str:
    """Return the sentence; of an older dive's points, only the reader's own appear."""
    if open_points or one.code not in POINTS or one.params["seat"] == labels.names.reader:
        return _said(one, labels)
    if one.code == "effect-pay":
        return ""
    params = {"who": labels.names.of(one.params["seat"]), "card": labels.card_name(one.params["crew"])}
    return _("%(who)s plays %(card)s.") % params
