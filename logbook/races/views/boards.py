"""Views of scenarios' boards, which are public."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from logbook.challenges.access.deals import locked_challenges
from logbook.clubs.access import acquaintances_of, clubs_of
from logbook.leaderboards.selectors.pages import Cursor
from logbook.lib.csv_download import csv_download
from logbook.lib.share_picture import picture_response
from logbook.people.middleware import PlayerRequest
from logbook.races.forms import RaceBoardForm
from logbook.races.selectors import csv_tables
from logbook.races.selectors.boards import (
    RaceBoard,
    RaceBoardEntry,
    RaceFilters,
    RaceMeasure,
    race_board,
    race_reader_of,
)
from logbook.races.selectors.pictures import race_board_picture


def board(request: PlayerRequest, game: str, mission: str) -> HttpResponse:
    """Show a scenario's board of people."""
    form = RaceBoardForm(request.GET, clubs=clubs_of(request.player))
    valid = form.is_valid()
    place = {name: form.cleaned_data[name] for name in ("after", "before")} if valid else {}
    page = _page(request, form, game, mission, **place)
    context = {
        "board": page,
        "picture": race_board_picture(page),
        "form": form,
        "filtered": not valid or form.filters != RaceFilters(),
        "measures": list(RaceMeasure),
    }
    return render(request, "races/board.html", context, status=200 if valid else 422)


def board_picture(request: PlayerRequest, game: str, mission: str) -> HttpResponse:
    """Draw the picture of a board for shared links, under the same filters as the page."""
    form = RaceBoardForm(request.GET, clubs=clubs_of(request.player))
    return picture_response(race_board_picture(_page(request, form, game, mission)))


def board_csv(request: PlayerRequest, game: str, mission: str) -> HttpResponseBase:
    """Send the board as CSV: all its rows, under the same filters as the page; 422 for what no board knows."""
    form = RaceBoardForm(request.GET, clubs=clubs_of(request.player))
    if not form.is_valid():
        return board(request, game, mission)
    first = _page(request, form, game, mission)

    def entries() -> Iterator[RaceBoardEntry]:
        page = first
        yield from page.entries
        while page.after is not None:
            page = _page(request, form, game, mission, after=page.after)
            yield from page.entries

    name = f"{game}-{form.measure.value}"
    return csv_download(name, csv_tables.BOARD_HEADER, map(csv_tables.board_row, entries()))


def _page(request: PlayerRequest, form: RaceBoardForm, game: str, mission: str, **place: Cursor | None) -> RaceBoard:
    locked = locked_challenges(request.player, game, mission)
    reader = race_reader_of(request.player, acquaintances_of(request.player))
    filters = replace(form.filters, locked=locked, reader=reader.player)
    return race_board(game, mission, form.measure, filters, reader=reader, **place)
