"""Views of leaderboards, which are public."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

import games
from logbook.challenges.access.deals import board_locks
from logbook.clubs.access import acquaintances_of, clubs_of
from logbook.crews.access import crews_of
from logbook.leaderboards.forms.boards import LeaderboardForm
from logbook.leaderboards.forms.races import RaceBoardForm
from logbook.leaderboards.selectors import boards as selectors
from logbook.leaderboards.selectors import races
from logbook.leaderboards.selectors.mission_difficulty import hardness
from logbook.leaderboards.selectors.missions_played import missions_played
from logbook.leaderboards.selectors.where_lost import where_lost
from logbook.lib.filters import game_requested
from logbook.people.middleware import PlayerRequest


@require_safe
def leaderboard_list(request: PlayerRequest) -> HttpResponse:
    """List the missions with a leaderboard."""
    game = game_requested(request)
    scenarios = races.scenarios_raced(game)
    context = {"missions": missions_played(game), "scenarios": scenarios, "game": game}
    return render(request, "leaderboards/leaderboard_list.html", context)


@require_safe
def leaderboard(request: PlayerRequest, game: str, mission: str) -> HttpResponse:
    """Show a mission's leaderboard and where attempts are lost; for a race scenario, its board of people."""
    if game in games.GAMES and games.GAMES[game].is_race:
        return _race_board(request, game, mission)
    form = LeaderboardForm(request.GET, clubs=clubs_of(request.player))
    valid = form.is_valid()
    place = {name: form.cleaned_data[name] for name in ("after", "before")} if valid else {}
    crews = crews_of(request.player)
    locks = board_locks(request.player, game, mission)
    filters = replace(form.filters, locked=locks.locked, own=locks.own)
    board = selectors.board(game, mission, form.measure, filters, player=request.player, crews=crews, **place)
    lost = where_lost(game, board.mission, players=form.filters.players)
    facts = hardness(game, board.mission) if board.custom else None
    context = {
        "board": board,
        "form": form,
        "filtered": not valid or form.filters != selectors.Filters(),
        "measures": list(selectors.Measure),
        "where_lost": lost,
        "hardness": facts,
    }
    return render(request, "leaderboards/leaderboard.html", context, status=200 if valid else 422)


def _race_board(request: PlayerRequest, game: str, mission: str) -> HttpResponse:
    form = RaceBoardForm(request.GET, clubs=clubs_of(request.player))
    valid = form.is_valid()
    place = {name: form.cleaned_data[name] for name in ("after", "before")} if valid else {}
    locks = board_locks(request.player, game, mission)
    reader = races.race_reader_of(request.player, acquaintances_of(request.player))
    filters = replace(form.filters, locked=locks.locked, reader=reader.player)
    board = races.race_board(game, mission, form.measure, filters, reader=reader, **place)
    context = {
        "board": board,
        "form": form,
        "filtered": not valid or form.filters != races.RaceFilters(),
        "measures": list(races.RaceMeasure),
    }
    return render(request, "leaderboards/race_board.html", context, status=200 if valid else 422)
