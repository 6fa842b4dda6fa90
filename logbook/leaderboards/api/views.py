"""API views of leaderboards. They are public and spoil no challenge."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import remove_query_param, replace_query_param

from logbook.api.base_views import Operation, operation, parse_query, respond, serialize_many, validate_form
from logbook.api.callers import caller
from logbook.api.pagination import paged_sequence
from logbook.clubs.access import clubs_of
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
from logbook.lib.replica import reads_from_replica
from logbook.races.selectors.boards import RaceBoard, ScenarioSummary, scenarios_raced
from logbook.tables.access import game_or_404
from logbook.tables.kinds import view_of


class BoardListView(Operation):
    """The missions and scenarios with a leaderboard."""

    is_open = True

    @operation("listBoards", BoardSummarySerializer, filters=BoardListFilterSerializer, listed=True)
    @reads_from_replica
    def get(self, request: Request) -> Response:
        """List the missions and scenarios with a leaderboard."""
        game = parse_query(BoardListFilterSerializer, request).get("game", "")
        scenarios = map(_scenario, scenarios_raced(game))
        boards = [*map(_mission, missions_played(game)), *scenarios]
        return paged_sequence(request, boards, lambda page: serialize_many(BoardSummarySerializer, page))


class BoardDetailView(Operation):
    """A mission's leaderboard."""

    is_open = True

    @operation("readBoard", BoardSerializer, filters=BoardFilterSerializer)
    @reads_from_replica
    def get(self, request: Request, game: str, mission: str) -> HttpResponseBase:
        """Get the leaderboard of a mission or scenario.

        Missions rank the first runs of the same people, at one number of players; attempts of a challenge count once it
        is over. Scenarios of races rank players; of races in running challenges, only the caller's own count.
        """
        parse_query(BoardFilterSerializer, request)
        own = view_of(game_or_404(game).slug, "api-board")
        return (own or _board)(request, game, mission, partial(_answer, request))


def _board(request: Request, game: str, mission: str, answer: Callable[..., Response]) -> HttpResponseBase:
    player = caller(request)
    crews = crews_of(player)
    form = LeaderboardForm(request.query_params.dict(), clubs=clubs_of(player), crews=crews)
    data = validate_form(form)
    place = {name: data[name] for name in ("after", "before")}
    board = boards.board(game, mission, form.measure, form.filters, player=player, crews=crews, **place)
    rows = [_board_row(board.measure, entry) for entry in board.entries]
    return answer(board, players=board.players, count=board.runs, results=rows)


def _answer(request: Request, board: boards.Board | RaceBoard, **fields: Any) -> Response:
    """Return a board with these fields, and the links to the pages beside its own."""
    url = request.build_absolute_uri()

    def link(name: str, other: str, cursor: Cursor | None) -> str | None:
        return cursor and replace_query_param(remove_query_param(url, other), name, str(cursor))

    facts = {
        "game": board.game,
        "mission": board.mission,
        "text": board.text,
        "board": board.measure.value,
        "next": link("after", "before", board.after),
        "previous": link("before", "after", board.before),
    }
    return respond(BoardSerializer, facts | fields)


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


def _mission(row: MissionSummary) -> dict[str, Any]:
    return {name: getattr(row, name) for name in ("game", "mission", "custom", "runs", "best", "with_bots")}


def _scenario(row: ScenarioSummary) -> dict[str, Any]:
    return {
        "game": row.game,
        "mission": row.mission,
        "custom": False,
        "runs": row.races,
        "best": row.best,
        "with_bots": None,
    }
