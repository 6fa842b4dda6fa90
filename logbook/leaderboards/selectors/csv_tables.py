"""Leaderboards as tables of a file: one row a run or player, by the names of the API in the reader's language."""

from __future__ import annotations

from typing import Final

from django.utils.translation import pgettext_lazy

from logbook.leaderboards.selectors.boards import BoardEntry

HEADER: Final = (
    pgettext_lazy("table column", "rank"),
    pgettext_lazy("table column", "name"),
    pgettext_lazy("table column", "players"),
    pgettext_lazy("table column", "bots"),
    pgettext_lazy("table column", "attempts"),
    pgettext_lazy("table column", "distress"),
    pgettext_lazy("table column", "first_tries"),
    pgettext_lazy("table column", "runs"),
    pgettext_lazy("table column", "rating"),
    pgettext_lazy("table column", "seconds"),
    pgettext_lazy("table column", "place"),
    pgettext_lazy("table column", "options"),
    pgettext_lazy("table column", "finished_at"),
    pgettext_lazy("table column", "replay"),
)


def row_of(entry: BoardEntry) -> tuple[object, ...]:
    """Return a run's row."""
    run = entry.run
    return (
        *(entry.rank, entry.name, run.players, run.bots, run.attempts, int(run.distress)),
        *(entry.tie.first, entry.tie.runs, entry.tie.strength.rating if entry.tie.strength else ""),
        "" if run.seconds is None else run.seconds,
        *(run.place, run.options, run.finished_at.isoformat(), entry.replay_id or ""),
    )
