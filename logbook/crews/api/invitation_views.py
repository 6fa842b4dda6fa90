"""API views of the links into a crew: list and create."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import operation, parse_body
from logbook.api.callers import member
from logbook.api.invitations import InvitationBaseView, InvitationSerializer
from logbook.crews.access import crew_for
from logbook.crews.models.crews import Crew
from logbook.crews.selectors.crews import open_links


class CrewInvitationInputSerializer(serializers.Serializer[Any]):
    """A link into a crew to create."""

    as_substitute = serializers.BooleanField(default=False)


class CrewInvitationsView(InvitationBaseView):
    """Links into a crew."""

    @operation("listCrewInvitations", InvitationSerializer, listed=True)
    def get(self, request: Request, slug: str) -> Response:
        """List the open links into one of the caller's crews."""
        return self.list_response(request, open_links().filter(crew=crew_for(member(request), slug)))

    @operation("inviteIntoCrew", InvitationSerializer, body=CrewInvitationInputSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, slug: str) -> Response:
        """Create a link into one of the caller's crews.

        Returns the open link if there is one.
        """
        player = member(request)
        crew: Crew = crew_for(player, slug)
        return self.created_response(player, crew=crew, **parse_body(CrewInvitationInputSerializer, request))
