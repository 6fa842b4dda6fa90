"""Services of shared positions: what analyses of other attempts at a deal have found holds for this one, too.

Attempts at one deal begin alike, and often meet again: a position is solved once for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import games
from games.crew.solver import SOLVER_VERSION
from logbook.replays.models.analyses import Analysis
from logbook.replays.services.turning_points import Option
from logbook.tables import event_replay
from logbook.tables.models import Attempt

MOST_READ: Final = 30
"""The most other attempts of a deal that are read, the latest ones: each is folded again, which takes milliseconds."""


@dataclass(frozen=True, slots=True)
class Analysed:
    """Another attempt at the deal: its positions in order, and what the solver says of them."""

    moments: tuple[games.State, ...]
    analysis: Analysis


def analysed_alike(attempt: Attempt) -> list[Analysed]:
    """Return analysed attempts at the same deal: that of a challenge or of a day, which many tables play."""
    if attempt.table.stage_id is None:
        return []
    same = Attempt.objects.filter(table__stage=attempt.table.stage_id, number=attempt.number, rules=attempt.rules)
    others = same.filter(analysis__solver=SOLVER_VERSION).exclude(pk=attempt.pk).select_related("table", "analysis")
    setup = event_replay.setup_of(attempt)
    return [
        Analysed(event_replay.moments_of(other), other.analysis)
        for other in others.order_by("-ended_at", "-pk")[:MOST_READ]
        if event_replay.setup_of(other) == setup
    ]


def known_verdicts(others: Iterable[Analysed], moments: Sequence[games.State]) -> dict[int, bool]:
    """Return for places of this attempt whether the mission could still be won there, as far as others found out."""
    found = {
        _number(state): verdict
        for other in others
        for state, verdict in zip(other.moments, other.analysis.winnable, strict=False)
        if verdict is not None
    }
    numbers = map(_number, moments) if found else ()
    return {place: found[number] for place, number in enumerate(numbers) if number in found}


def known_options(others: Iterable[Analysed], moments: Sequence[games.State], fatal: int | None) -> list[Option] | None:
    """Return the options at this turning point that another attempt with the same one has; None without any.

    The player of both saw the same: cards, signals, and all that was played before.
    """
    if fatal is None:
        return None
    seat = moments[-1].log[fatal].seat
    for other in others:
        theirs = other.analysis
        if theirs.fatal == fatal and theirs.options and _looks_alike(other.moments[fatal], moments[fatal], seat):
            return list(theirs.options)
    return None


def _looks_alike(one: games.State, other: games.State, seat: int) -> bool:
    return _number(one) == _number(other) and one.view(seat) == other.view(seat)


def _number(state: games.State) -> int | None:
    return games.GAMES[state.setup.game].position_of(state)
