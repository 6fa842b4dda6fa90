"""Views of leaderboards, which are public."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from logbook.clubs.access import clubs_of
from logbook.crews.access import crews_of
from logbook.leaderboards.forms.boards import LeaderboardForm
from logbook.leaderboards.forms.search import BoardSearchForm
from logbook.leaderboards.selectors import boards as selectors
from logbook.leaderboards.selectors import csv_tables
from logbook.leaderboards.selectors.mission_chances import Chance, MissionPlayers, chances, curve
from logbook.leaderboards.selectors.mission_difficulty import hardness
from logbook.leaderboards.selectors.mission_overview import overviews
from logbook.leaderboards.selectors.pictures import board_picture
from logbook.leaderboards.selectors.run_search import search
from logbook.leaderboards.selectors.where_lost import where_lost
from logbook.lib.csv_download import csv_download
from logbook.lib.filters import game_requested
from logbook.lib.replica import reads_from_replica
from logbook.lib.share_picture import picture_response
from logbook.people.middleware import PlayerRequest
from logbook.races.selectors.boards import scenarios_raced
from logbook.tables.kinds import kind_of, view_of


@require_safe
@reads_from_replica
def leaderboard_list(request: PlayerRequest) -> HttpResponse:
    """Show the missions by numbers of players, or the runs of a player or crew that is searched for."""
    game = game_requested(request)
    form = BoardSearchForm(request.GET)
    valid = form.is_valid()
    found = search(form.words, game, form.number, reader=request.player)
    tables = [] if found.by_name else overviews(game, players=form.number, mission=found.mission)
    context = {
        "form": form,
        "search": found,
        "overviews": tables,
        "found": any(table.rows for table in tables),
        "scenarios": [] if found.words else scenarios_raced(game),
        "game": game,
        "kind": kind_of(game),
    }
    return render(request, "leaderboards/leaderboard_list.html", context, status=200 if valid else 422)


@require_safe
@reads_from_replica
def leaderboard(request: PlayerRequest, game: str, mission: str) -> HttpResponseBase:
    """Show a mission's leaderboard and where attempts are lost, or what a game of another kind has in its place."""
    own = view_of(game, "leaderboard")
    if own is not None:
        return own(request, game, mission)
    form = _form(request)
    valid = form.is_valid()
    board = _board(request, form, game, mission)
    players = form.filters.players or (board.players if board.runs else None)
    found = {} if board.custom else chances(game)
    context = {
        "board": board,
        "picture": board_picture(board),
        "form": form,
        "filtered": not valid or replace(form.filters, players=None) != selectors.Filters(),
        "measures": list(selectors.Measure),
        "where_lost": where_lost(game, board.mission, players=players),
        "hardness": hardness(game, board.mission) if board.custom else None,
        "chance": found.get(MissionPlayers(game, board.mission, board.players), Chance()),
        "curve": None if board.custom else curve(game, board.players, found, marked=board.mission),
    }
    return render(request, "leaderboards/leaderboard.html", context, status=200 if valid else 422)


@require_safe
@reads_from_replica
def leaderboard_picture(request: PlayerRequest, game: str, mission: str) -> HttpResponseBase:
    """Draw the picture of a board for shared links, under the same filters as the page."""
    own = view_of(game, "leaderboard-picture")
    if own is not None:
        return own(request, game, mission)
    return picture_response(board_picture(_board(request, _form(request), game, mission)))


@require_safe
@reads_from_replica
def leaderboard_csv(request: PlayerRequest, game: str, mission: str) -> HttpResponseBase:
    """Send a board as CSV: all its rows, under the same filters as the page; 422 for what no board knows."""
    own = view_of(game, "leaderboard-csv")
    if own is not None:
        return own(request, game, mission)
    form = _form(request)
    if not form.is_valid():
        return leaderboard(request, game, mission)
    rows = selectors.board_rows(game, mission, form.measure, form.filters)
    return csv_download(f"{game}-{form.measure.value}", csv_tables.HEADER, map(csv_tables.row_of, rows))


def _form(request: PlayerRequest) -> LeaderboardForm:
    return LeaderboardForm(request.GET, clubs=clubs_of(request.player), crews=crews_of(request.player))


def _board(request: PlayerRequest, form: LeaderboardForm, game: str, mission: str) -> selectors.Board:
    place = {name: form.cleaned_data[name] for name in ("after", "before")} if form.is_valid() else {}
    crews = crews_of(request.player)
    return selectors.board(game, mission, form.measure, form.filters, player=request.player, crews=crews, **place)
