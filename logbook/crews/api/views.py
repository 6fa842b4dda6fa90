"""API views of crews: list, create, read and leave, and their members."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation, no_content, operation, parse_body, respond, serialize_many, validate_form
from logbook.api.callers import member
from logbook.api.pagination import paged
from logbook.clubs.selectors.clubs import clubs_of_crew
from logbook.crews.access import crew_for, founded_crew_member_for, readable_crew_for
from logbook.crews.api.serializers import (
    CrewInputSerializer,
    CrewMembershipSerializer,
    CrewRowSerializer,
    CrewSerializer,
)
from logbook.crews.forms.crews import CrewForm
from logbook.crews.models.crews import Crew as CrewModel
from logbook.crews.selectors.crews import crew_list, crew_page
from logbook.crews.services import crews


class CrewListView(Operation):
    """The caller's crews."""

    @operation("listCrews", CrewRowSerializer, listed=True)
    def get(self, request: Request) -> Response:
        """List the crews in which the caller is a member."""
        return paged(request, crew_list(member(request)), lambda page: serialize_many(CrewRowSerializer, page))

    @operation("foundCrew", CrewSerializer, body=CrewInputSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request) -> Response:
        """Create a crew.

        The caller becomes its founder.
        """
        player = member(request)
        data = validate_form(CrewForm(parse_body(CrewInputSerializer, request)))
        crew = crews.create_crew(player=player, name=data["name"])
        return respond(CrewSerializer, crew_response(crew), status=HTTPStatus.CREATED)


class CrewDetailView(Operation):
    """A crew."""

    @operation("readCrew", CrewSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Get a crew.

        Either one of the caller's crews, or one that was merged while the caller was a member.
        """
        return respond(CrewSerializer, crew_response(readable_crew_for(member(request), slug)))


class CrewMembersView(Operation):
    """A crew's members."""

    @operation("listCrewMembers", CrewMembershipSerializer, listed=True)
    def get(self, request: Request, slug: str) -> Response:
        """List a crew's current members, newest first."""
        crew = readable_crew_for(member(request), slug)
        today = crew.members.filter(left_at=None).select_related("player")
        return paged(request, today, lambda page: serialize_many(CrewMembershipSerializer, page))


class CrewMemberDetailView(Operation):
    """A crew member."""

    @operation("removeCrewMember", {204: None})
    def delete(self, request: Request, slug: str, player: int) -> Response:
        """Remove a member from the crew.

        Founders only; founders can't be removed. The member's attempts stay in the logbook, and the crew's open links
        are revoked.
        """
        founder = member(request)
        crew, other = founded_crew_member_for(founder, slug, player)
        crews.remove_member(crew=crew, player=other, by=founder)
        return no_content()


class CrewLeaveView(Operation):
    """Leaving a crew."""

    @operation("leaveCrew", {204: None})
    def post(self, request: Request, slug: str) -> Response:
        """Leave a crew.

        The caller's attempts stay in its logbook.
        """
        player = member(request)
        crews.leave_crew(crew=crew_for(player, slug), player=player)
        return no_content()


def crew_response(crew: CrewModel) -> dict[str, Any]:
    """Return a crew as its members see it."""
    page = crew_page(crew)
    return {
        "slug": crew.slug,
        "name": crew.name,
        "created_at": crew.created_at,
        "became": crew.became,
        "members": len(page.members),
        "former": page.former,
        "clubs": [club.slug for club in clubs_of_crew(crew)],
    }
