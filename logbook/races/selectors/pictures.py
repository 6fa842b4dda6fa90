"""Selector of the picture of a scenario's board, for shared links."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from logbook.lib.lists import labelled
from logbook.lib.number_texts import margin_text
from logbook.lib.share_picture import SharePicture
from logbook.races.selectors.boards import RaceBoard, RaceMeasure


def race_board_picture(board: RaceBoard) -> SharePicture:
    """Return the picture of a scenario's board."""
    titles = {
        RaceMeasure.POINTS: (_("Most points"), _("points")),
        RaceMeasure.MARGIN: (_("Widest margin"), _("ahead")),
        RaceMeasure.WINS: (_("Most wins"), _("races won")),
    }
    title, caption = titles[board.measure]
    people = ngettext("%(people)s player on this leaderboard", "%(people)s players on this leaderboard", board.people)
    value = board.entries[0].value if board.entries else None
    figure = "" if value is None else margin_text(value) if board.measure is RaceMeasure.MARGIN else str(value)
    return SharePicture(
        title=labelled(board.title, board.name),
        lines=(title, people % {"people": board.people}),
        figure=figure,
        caption=caption if figure else "",
    )
