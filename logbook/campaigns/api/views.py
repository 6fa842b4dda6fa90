"""API views of campaigns: list, open, read, close and reopen; and their leaderboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import remove_query_param, replace_query_param

from logbook.api.base_views import Operation, operation, parse_body, parse_query, respond, serialize_many, validate_form
from logbook.api.callers import caller, member
from logbook.api.pagination import paged, paged_sequence
from logbook.api.permissions import Scope
from logbook.campaigns.access import campaign_for, campaigns_of, readable_campaigns_of
from logbook.campaigns.api.serializers import (
    CampaignBoardFilterSerializer,
    CampaignBoardSerializer,
    CampaignFilterSerializer,
    CampaignInputSerializer,
    CampaignRowSerializer,
    CampaignSerializer,
    ChipSerializer,
)
from logbook.campaigns.forms.boards import CampaignBoardForm
from logbook.campaigns.models import Campaign as CampaignModel
from logbook.campaigns.selectors import boards
from logbook.campaigns.selectors.campaigns import campaign_page, campaign_rows
from logbook.campaigns.selectors.entries import people_of
from logbook.campaigns.services import campaigns
from logbook.crews.access import crew_for
from logbook.leaderboards.selectors.pages import Cursor


class CampaignListView(Operation):
    """The campaigns of the caller's crews."""

    scope = Scope.WRITE

    @operation("listCampaigns", CampaignRowSerializer, filters=CampaignFilterSerializer, listed=True)
    def get(self, request: Request) -> Response:
        """List the campaigns of the caller's crews, newest first."""
        filters = parse_query(CampaignFilterSerializer, request)
        campaigns = campaigns_of(member(request))
        if "crew" in filters:
            campaigns = campaigns.filter(crew__slug=filters["crew"])
        if "game" in filters:
            campaigns = campaigns.filter(game=filters["game"])
        if filters["open"] is not None:
            campaigns = campaigns.filter(closed_at__isnull=filters["open"])
        return paged(request, campaigns, _rows)

    @operation("openCampaign", CampaignSerializer, body=CampaignInputSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request) -> Response:
        """Open a campaign for one of the caller's crews."""
        player, data = member(request), parse_body(CampaignInputSerializer, request)
        crew = crew_for(player, data.pop("crew"))
        campaign = campaigns.open_campaign(crew=crew, by=player, **data)
        return respond(CampaignSerializer, campaign_page(campaign), status=HTTPStatus.CREATED)


class CampaignDetailView(Operation):
    """A campaign."""

    @operation("readCampaign", CampaignSerializer)
    def get(self, request: Request, campaign: int) -> Response:
        """Get a campaign's logbook, with a box for each mission."""
        return respond(CampaignSerializer, campaign_page(campaign_for(member(request), campaign)))


class CampaignPeopleView(Operation):
    """The people who can take part in a campaign's attempts."""

    @operation("listCampaignPeople", ChipSerializer, listed=True)
    def get(self, request: Request, campaign: int) -> Response:
        """List the members, substitutes and guests of the campaign's crew.

        Each has the key that names them in entries.
        """
        campaign_now = campaign_for(member(request), campaign)
        return paged_sequence(
            request, people_of(campaign_now.crew, all_guests=True), lambda page: serialize_many(ChipSerializer, page)
        )


class CampaignTurnBaseView(Operation):
    """Base of closing and reopening a campaign."""

    scope = Scope.WRITE

    def turned(self, turn: Callable[..., None], campaign: int) -> Response:
        """Apply the change and return the campaign."""
        player = member(self.request)
        turn(campaign_id=campaign_for(player, campaign).pk, by=player)
        return respond(CampaignSerializer, campaign_page(campaign_for(player, campaign)))


class CampaignCloseView(CampaignTurnBaseView):
    """Closing a campaign."""

    @operation("closeCampaign", CampaignSerializer)
    def post(self, request: Request, campaign: int) -> Response:
        """Close a campaign.

        Closed campaigns accept no changes. Only founders of the crew may close a campaign. Idempotent.
        """
        return self.turned(campaigns.close_campaign, campaign)


class CampaignReopenView(CampaignTurnBaseView):
    """Reopening a campaign."""

    @operation("reopenCampaign", CampaignSerializer)
    def post(self, request: Request, campaign: int) -> Response:
        """Reopen a closed campaign.

        Only founders of the crew may reopen a campaign. Idempotent.
        """
        return self.turned(campaigns.reopen_campaign, campaign)


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


def _rows(page: list[CampaignModel]) -> Sequence[Any]:
    campaigns = CampaignModel.objects.filter(pk__in=[one.pk for one in page]).select_related("crew")
    rows = {row.campaign.pk: row for row in campaign_rows(campaigns)}
    return serialize_many(CampaignRowSerializer, [rows[one.pk] for one in page if one.pk in rows])


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
