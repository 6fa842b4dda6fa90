"""Campaigns: a crew's logbooks, opening and closing them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation, operation, parse_body, parse_query, respond, serialize_many
from logbook.api.callers import member
from logbook.api.pagination import paged, paged_sequence
from logbook.api.permissions import Scope
from logbook.campaigns.access import campaign_for, campaigns_of
from logbook.campaigns.api.serializers import (
    CampaignFilterSerializer,
    CampaignInputSerializer,
    CampaignRowSerializer,
    CampaignSerializer,
    ChipSerializer,
)
from logbook.campaigns.models import Campaign as CampaignModel
from logbook.campaigns.selectors.campaigns import campaign_page, campaign_rows
from logbook.campaigns.selectors.entries import people_of
from logbook.campaigns.services import campaigns
from logbook.crews.access import crew_for


class CampaignListView(Operation):
    """The campaigns of one's crews."""

    scope = Scope.WRITE

    @operation("listCampaigns", CampaignRowSerializer, filters=CampaignFilterSerializer, listed=True)
    def get(self, request: Request) -> Response:
        """The campaigns of one's crews, the last opened first."""
        wishes = parse_query(CampaignFilterSerializer, request)
        campaigns = campaigns_of(member(request))
        if "crew" in wishes:
            campaigns = campaigns.filter(crew__slug=wishes["crew"])
        if "game" in wishes:
            campaigns = campaigns.filter(game=wishes["game"])
        if wishes["open"] is not None:
            campaigns = campaigns.filter(closed_at__isnull=wishes["open"])
        return paged(request, campaigns, _rows)

    @operation("openCampaign", CampaignSerializer, asks=CampaignInputSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request) -> Response:
        """Open a campaign for one of one's crews."""
        player, data = member(request), parse_body(CampaignInputSerializer, request)
        crew = crew_for(player, data.pop("crew"))
        campaign = campaigns.open_campaign(crew=crew, by=player, **data)
        return respond(CampaignSerializer, campaign_page(campaign), status=HTTPStatus.CREATED)


class CampaignDetailView(Operation):
    """A campaign."""

    @operation("readCampaign", CampaignSerializer)
    def get(self, request: Request, campaign: int) -> Response:
        """A campaign's logbook: a box for each mission."""
        return respond(CampaignSerializer, campaign_page(campaign_for(member(request), campaign)))


class CampaignPeopleView(Operation):
    """Who can have been there."""

    @operation("listCampaignPeople", ChipSerializer, listed=True)
    def get(self, request: Request, campaign: int) -> Response:
        """The crew's members, substitutes and guests, with the keys by which lines name them."""
        campaign_now = campaign_for(member(request), campaign)
        return paged_sequence(request, people_of(campaign_now.crew), lambda page: serialize_many(ChipSerializer, page))


class CampaignTurnBaseView(Operation):
    """Closing and opening."""

    scope = Scope.WRITE

    def turned(self, turn: Callable[..., None], campaign: int) -> Response:
        """Do it, and tell the campaign after it."""
        player = member(self.request)
        turn(campaign_id=campaign_for(player, campaign).pk, by=player)
        return respond(CampaignSerializer, campaign_page(campaign_for(player, campaign)))


class CampaignCloseView(CampaignTurnBaseView):
    """The end."""

    @operation("closeCampaign", CampaignSerializer)
    def post(self, request: Request, campaign: int) -> Response:
        """Close the campaign, as a founder of its crew: nothing more is written in it. Twice changes nothing more."""
        return self.turned(campaigns.close_campaign, campaign)


class CampaignReopenView(CampaignTurnBaseView):
    """Going on."""

    @operation("reopenCampaign", CampaignSerializer)
    def post(self, request: Request, campaign: int) -> Response:
        """Go on with a closed campaign, as a founder of its crew. Doing it twice changes nothing more."""
        return self.turned(campaigns.reopen_campaign, campaign)


def _rows(page: list[CampaignModel]) -> Sequence[Any]:
    campaigns = CampaignModel.objects.filter(pk__in=[one.pk for one in page]).select_related("crew")
    rows = {row.campaign.pk: row for row in campaign_rows(campaigns)}
    return serialize_many(CampaignRowSerializer, [rows[one.pk] for one in page if one.pk in rows])
