"""Services of turning points: what else could be played there, and what it looked like from that seat.

Both are slow: for workers only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import games
from games.bots import strongest_bot
from games.crew.solver import Budget, Lost, Unknown, Verdict, solve_each
from logbook.tables.models import Attempt
from logbook.tables.services.bot_seed import chance_of

BUDGET: Final = Budget(nodes=20_000, conflicts=4_000)
"""The time limit for each card that could be played instead."""

Option = list[str | bool | int | None]
"""An action, whether the mission stayed winnable after it, and in how many of a hundred simulated deals."""


def options_at(attempt: Attempt, moments: Sequence[games.State], fatal: int | None) -> list[Option]:
    """Return the cards that could be played at the turning point; empty where it was no card.

    The deals are those that the strongest bot simulates from that seat's view of the moment.
    """
    if fatal is None:
        return []
    played, before = moments[-1].log[fatal], moments[fatal]
    if not played.text.removeprefix("robot ").startswith("play "):
        return []
    view = before.view(played.seat)
    shares = strongest_bot(attempt.table.game).outlook(view, chance_of(attempt, view, fatal))
    verdicts = {action.text: verdict for action, verdict in solve_each(before, BUDGET).items()}
    return [[text, _is_winnable(verdicts.get(text)), round(100 * share)] for text, share in shares.items()]


def _is_winnable(verdict: Verdict | None) -> bool | None:
    return None if verdict is None or isinstance(verdict, Unknown) else not isinstance(verdict, Lost)
