"""API view of campaign boards, which are public."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import remove_query_param, replace_query_param

from logbook.api.base_views import Operation, operation, parse_query, respond, validate_form
from logbook.api.callers import caller
from logbook.campaigns.access import campaigns_of, readable_campaigns_of
from logbook.campaigns.api.board_serializers import CampaignBoardFilterSerializer, CampaignBoardSerializer
from logbook.campaigns.forms.boards import CampaignBoardForm
from logbook.campaigns.selectors import boards
from logbook.leaderboards.selectors.pages import Cursor


class CampaignBoardView(Operation):
    """Whole logbooks of a game at a number of players."""

    is_open = True

    @operation("readCampaignBoard", CampaignBoardSerializer, filters=CampaignBoardFilterSerializer)
    def get(self, request: Request, game: str, players: int) -> Response:
        """Rank the logbooks of a game at a number of players.

        The first logbook of the same people counts, with their own attempts. More missions won come first, then the
        lower average score.
        """
        if not boards.has_boards(game, players):
            raise Http404
        parse_query(CampaignBoardFilterSerializer, request)
        form = CampaignBoardForm(request.query_params.dict())
        place = {name: validate_form(form)[name] for name in ("after", "before")}
        reader = caller(request)
        readable, own = readable_campaigns_of(reader), campaigns_of(reader)
        board = boards.campaign_board(game, players, form.chosen, readable=readable, own=own, **place)
        return respond(CampaignBoardSerializer, _answer(request, board))


def _answer(request: Request, board: boards.CampaignBoard) -> dict[str, Any]:
    url = request.build_absolute_uri()

    def link(name: str, other: str, cursor: Cursor | None) -> str | None:
        return cursor and replace_query_param(remove_query_param(url, other), name, str(cursor))

    return {
        "game": board.game,
        "players": board.players,
        "kind": board.kind.value,
        "count": board.logbooks,
        "next": link("after", "before", board.after),
        "previous": link("before", "after", board.before),
        "results": board.entries,
    }
