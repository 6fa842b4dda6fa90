"""API views of a club's all-time standings, and of two of its crews head to head. Those of a public club are public."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation, operation, parse_query, serialize_many, validate_form
from logbook.api.callers import caller
from logbook.api.pagination import paged_sequence
from logbook.clubs.access import is_inside, readable_club_for
from logbook.crews.access import crews_of
from logbook.seasons.api.club_serializers import (
    ClubStandingSerializer,
    HeadToHeadFilterSerializer,
    SharedDealSerializer,
)
from logbook.seasons.forms import HeadToHeadForm
from logbook.seasons.selectors.club_standings import club_standings, crews_ranked
from logbook.seasons.selectors.head_to_head import head_to_head


class ClubStandingsView(Operation):
    """A club's all-time standings."""

    is_open = True

    @operation("listClubStandings", ClubStandingSerializer, listed=True)
    def get(self, request: Request, slug: str) -> Response:
        """List the crews of a club over its closed challenges and finished seasons, best first.

        Seasons are for the club's members.
        """
        player = caller(request)
        club = readable_club_for(player, slug)
        own = set(crews_of(player).values_list("pk", flat=True))
        rows = club_standings(club, own, inside=is_inside(player, club))
        return paged_sequence(request, rows, lambda page: serialize_many(ClubStandingSerializer, page))


class HeadToHeadView(Operation):
    """Two crews of a club on the deals that both have played."""

    is_open = True

    @operation("listSharedDeals", SharedDealSerializer, filters=HeadToHeadFilterSerializer, listed=True)
    def get(self, request: Request, slug: str) -> Response:
        """List the deals of closed challenges that two crews of a club have both played, latest first."""
        club = readable_club_for(caller(request), slug)
        chosen = validate_form(
            HeadToHeadForm(parse_query(HeadToHeadFilterSerializer, request), crews=crews_ranked(club))
        )
        deals = head_to_head(club, chosen["crew"], chosen["other"]).deals
        return paged_sequence(request, deals, lambda page: serialize_many(SharedDealSerializer, page))
