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
from logbook.challenges.access.deals import locked_challenges
from logbook.clubs.access import acquaintances_of, clubs_of
from logbook.crews.access import crews_of
from logbook.leaderboards.api.serializers import (
    BoardFilterSerializer,
    BoardListFilterSerializer,
    BoardSerializer,
    BoardSummarySerializer,
)
from logbook.leaderboards.forms.boards import LeaderboardForm
from logbook.leaderboards.selectors import boards
from logbook.leaderboards.selectors.boards import Measure
from logbook.leaderboards.selectors.missions_played import MissionSummary, missions_played
from logbook.leaderboards.selectors.pages import Cursor
from logbook.races.forms import RaceBoardForm
from logbook.races.selectors import boards as races
from logbook.tables.kinds import kind_of


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

        Missions rank the first runs of the same people, at one number of players; attempts of a challenge count once it
        is over. Scenarios of races rank players; of races in running challenges, only the caller's own count.
        """
        parse_query(BoardFilterSerializer, request)
        board = _race_board if kind_of(game_by_slug(game).slug).has_points else _board
        return respond(BoardSerializer, board(request, game, mission))


def _board(request: Request, game: str, mission: str) -> dict[str, Any]:
    player = caller(request)
    crews = crews_of(player)
    form = LeaderboardForm(request.query_params.dict(), clubs=clubs_of(player), crews=crews)
    data = validate_form(form)
    place = {name: data[name] for name in ("after", "before")}
    board = boards.board(game, mission, form.measure, form.filters, player=player, crews=crews, **place)
    rows = [_board_row(board.measure, entry) for entry in board.entries]
    return {**_board_answer(request, board), "players": board.players, "count": board.runs, "results": rows}


def _race_board(request: Request, game: str, mission: str) -> dict[str, Any]:
    player = caller(request)
    form = RaceBoardForm(request.query_params.dict(), clubs=clubs_of(player))
    data = validate_form(form)
    locked = locked_challenges(player, game, mission)
    reader = races.race_reader_of(player, acquaintances_of(player))
    filters = replace(form.filters, locked=locked, reader=reader.player)
    place = {name: data[name] for name in ("after", "before")}
    board = races.race_board(game, mission, form.measure, filters, reader=reader, **place)
    return {
        **_board_answer(request, board),
        "players": form.filters.players,
        "count": board.people,
        "results": [_race_board_row(entry) for entry in board.entries],
    }


def _board_answer(request: Request, board: boards.Board | races.RaceBoard) -> dict[str, Any]:
    url = request.build_absolute_uri()

    def link(name: str, other: str, cursor: Cursor | None) -> str | None:
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
    run = entry.run
    return {
        "rank": entry.rank,
        "name": entry.name,
        "mine": entry.mine,
        "value": run.seconds if measure is Measure.FASTEST else run.attempts,
        "players": run.players,
        "bots": run.bots,
        "attempts": run.attempts,
        "distress": run.distress,
        "first_tries": entry.tie.first,
        "runs": entry.tie.runs,
        "rating": entry.tie.strength.rating if entry.tie.strength else None,
        "seconds": run.seconds,
        "races": None,
        "place": run.place,
        "finished_at": run.finished_at,
        "replay": entry.replay_id,
    }


def _race_board_row(entry: races.RaceBoardEntry) -> dict[str, Any]:
    return {
        "rank": entry.rank,
        "name": entry.name,
        "mine": entry.mine,
        "value": entry.value,
        "players": entry.race.players,
        "bots": None,
        "attempts": None,
        "distress": None,
        "first_tries": None,
        "runs": None,
        "rating": None,
        "seconds": None,
        "races": entry.races,
        "place": None,
        "finished_at": entry.race.finished_at,
        "replay": entry.replay_id,
    }


def _mission(row: MissionSummary) -> dict[str, Any]:
    return {name: getattr(row, name) for name in ("game", "mission", "custom", "runs", "best", "with_bots")}


def _scenario(row: races.ScenarioSummary) -> dict[str, Any]:
    return {
        "game": row.game,
        "mission": row.mission,
        "custom": False,
        "runs": row.races,
        "best": row.best,
        "with_bots": None,
    }
