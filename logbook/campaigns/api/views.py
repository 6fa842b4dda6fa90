"""API views of campaigns: list, open, read, close and reopen."""

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


def _rows(page: list[CampaignModel]) -> Sequence[Any]:
    campaigns = CampaignModel.objects.filter(pk__in=[one.pk for one in page]).select_related("crew")
    rows = {row.campaign.pk: row for row in campaign_rows(campaigns)}
    return serialize_many(CampaignRowSerializer, [rows[one.pk] for one in page if one.pk in rows])
