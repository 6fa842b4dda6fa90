"""API views of leaderboards. They are public and spoil no challenge."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import remove_query_param, replace_query_param

from logbook.api.base_views import Operation, operation, parse_query, respond, serialize_many, validate_form
from logbook.api.callers import caller
from logbook.api.pagination import paged_sequence
from logbook.catalogue.api.views import game_by_slug
from logbook.challenges.access.deals import board_locks
from logbook.clubs.access import acquaintances_of, clubs_of
from logbook.crews.access import crews_of
from logbook.leaderboards.api.serializers import (
    BoardFilterSerializer,
    BoardListFilterSerializer,
    BoardSerializer,
    BoardSummarySerializer,
)
from logbook.leaderboards.forms.boards import LeaderboardForm
from logbook.leaderboards.forms.races import RaceBoardForm
from logbook.leaderboards.selectors import boards, races
from logbook.leaderboards.selectors.boards import Measure
from logbook.leaderboards.selectors.missions_played import MissionSummary, missions_played


class BoardListView(Operation):
    """The missions and scenarios with a leaderboard."""

    is_open = True

    @operation("listBoards", BoardSummarySerializer, filters=BoardListFilterSerializer, listed=True)
    def get(self, request: Request) -> Response:
        """List the missions and scenarios with a leaderboard."""
        game = parse_query(BoardListFilterSerializer, request).get("game", "")
        scenarios = map(_scenario, races.scenarios_raced(game))
        boards = [*map(_mission, missions_played(game)), *scenarios]
        return paged_sequence(request, boards, lambda page: serialize_many(BoardSummarySerializer, page))


class BoardDetailView(Operation):
    """A mission's leaderboard."""

    is_open = True

    @operation("readBoard", BoardSerializer, filters=BoardFilterSerializer)
    def get(self, request: Request, game: str, mission: str) -> Response:
        """Get the leaderboard of a mission or scenario.

        Missions rank crews, scenarios of races rank players. Of challenges that the caller has not finished, only the
        results of the caller's own crews count.
        """
        parse_query(BoardFilterSerializer, request)
        board = _race_board if game_by_slug(game).is_race else _board
        return respond(BoardSerializer, board(request, game, mission))


def _board(request: Request, game: str, mission: str) -> dict[str, Any]:
    player = caller(request)
    form = LeaderboardForm(request.query_params.dict(), clubs=clubs_of(player))
    data, crews = validate_form(form), crews_of(player)
    locks = board_locks(player, game, mission)
    filters = replace(form.filters, locked=locks.locked, own=locks.own)
    place = {name: data[name] for name in ("after", "before")}
    board = boards.board(game, mission, form.measure, filters, player=player, crews=crews, **place)
    rows = [_board_row(board.measure, entry) for entry in board.entries]
    return {**_board_answer(request, board), "count": board.crews, "results": rows}


def _race_board(request: Request, game: str, mission: str) -> dict[str, Any]:
    player = caller(request)
    form = RaceBoardForm(request.query_params.dict(), clubs=clubs_of(player))
    data = validate_form(form)
    locks = board_locks(player, game, mission)
    reader = races.race_reader_of(player, acquaintances_of(player))
    filters = replace(form.filters, locked=locks.locked, reader=reader.player)
    place = {name: data[name] for name in ("after", "before")}
    board = races.race_board(game, mission, form.measure, filters, reader=reader, **place)
    return {
        **_board_answer(request, board),
        "count": board.people,
        "results": [_race_board_row(entry) for entry in board.entries],
    }


def _board_answer(request: Request, board: boards.Board | races.RaceBoard) -> dict[str, Any]:
    url = request.build_absolute_uri()

    def link(name: str, other: str, cursor: boards.Cursor | None) -> str | None:
        return cursor and replace_query_param(remove_query_param(url, other), name, str(cursor))

    return {
        "game": board.game,
        "mission": board.mission,
        "text": board.text,
        "board": board.measure.value,
        "next": link("after", "before", board.after),
        "previous": link("before", "after", board.before),
    }


def _board_row(measure: Measure, entry: boards.BoardEntry) -> dict[str, Any]:
    result, success = entry.result, measure is Measure.SUCCESS
    return {
        "rank": entry.rank,
        "name": entry.name,
        "mine": entry.mine,
        "value": _value(measure, entry),
        "wins": entry.wins if success else None,
        "tries": entry.tries if success else None,
        "players": result and result.players,
        "attempts": result and result.attempts,
        "distress": result and result.distress,
        "place": result and result.place,
        "finished_at": result and result.finished_at,
        "replay": entry.replay_id,
    }


def _value(measure: Measure, entry: boards.BoardEntry) -> float:
    if measure is Measure.SUCCESS:
        return round(entry.share, 1)
    return entry.streak if measure is Measure.STREAK else entry.cursor.sort_key


def _race_board_row(entry: races.RaceBoardEntry) -> dict[str, Any]:
    return {
        "rank": entry.rank,
        "name": entry.name,
        "mine": entry.mine,
        "value": entry.value,
        "wins": None,
        "tries": entry.races,
        "players": entry.race.players,
        "attempts": None,
        "distress": None,
        "place": None,
        "finished_at": entry.race.finished_at,
        "replay": entry.replay_id,
    }


def _mission(row: MissionSummary) -> dict[str, Any]:
    return {name: getattr(row, name) for name in ("game", "mission", "custom", "results", "best")}


def _scenario(row: races.ScenarioSummary) -> dict[str, Any]:
    return {"game": row.game, "mission": row.mission, "custom": False, "results": row.races, "best": row.best}
