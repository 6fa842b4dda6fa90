"""Leaderboards: anybody may read them."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from logbook import access
from logbook.forms.leaderboards import LeaderboardForm
from logbook.middleware import PlayerRequest
from logbook.selectors import leaderboards as selectors
from logbook.selectors.hardness import hardness
from logbook.selectors.where_lost import where_lost

from .filters import game_asked_for


@require_safe
def leaderboard_list(request: PlayerRequest) -> HttpResponse:
    """The missions that have one."""
    game = game_asked_for(request)
    context = {"missions": selectors.missions_played(game), "game": game}
    return render(request, "leaderboards/leaderboard_list.html", context)


@require_safe
def leaderboard(request: PlayerRequest, game: str, mission: str) -> HttpResponse:
    """Who did this mission best, and where it is lost."""
    form = LeaderboardForm(request.GET, clubs=access.clubs_of(request.player))
    valid = form.is_valid()
    place = {name: form.cleaned_data[name] for name in ("after", "before")} if valid else {}
    crews = access.crews_of(request.player)
    locks = access.board_locks(request.player, game, mission)
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
