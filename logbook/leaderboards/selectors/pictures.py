"""Selector of a leaderboard's picture for shared links: the board, its size, and the figure that leads it."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from logbook.leaderboards.selectors.boards import Board, Measure
from logbook.lib.lists import labelled
from logbook.lib.number_texts import duration_text
from logbook.lib.share_picture import SharePicture
from logbook.rounds import text


def board_picture(board: Board) -> SharePicture:
    """Return the picture of a mission's board."""
    titles = {
        Measure.FEWEST: _("Fewest attempts"),
        Measure.FASTEST: _("Fastest"),
        Measure.BOTS: pgettext("leaderboard", "With bots"),
    }
    players = _("%(players)s players") % {"players": board.players}
    runs = ngettext("%(runs)s run on this leaderboard", "%(runs)s runs on this leaderboard", board.runs)
    figure, caption = _leading(board)
    return SharePicture(
        title=labelled(board.title, text.mission_title(board.mission)),
        lines=(f"{titles[board.measure]}, {players}", runs % {"runs": board.runs}),
        figure=figure,
        caption=caption,
    )


def _leading(board: Board) -> tuple[str, str]:
    if not board.entries:
        return "", ""
    run = board.entries[0].run
    if board.measure is Measure.FASTEST:
        return duration_text(run.seconds or 0), _("fastest round")
    return str(run.attempts), npgettext("leaderboard", "attempt", "attempts", run.attempts)
