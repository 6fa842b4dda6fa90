"""API views of the links into a club: list, create and email."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation, no_content, operation, parse_body, validate_form
from logbook.api.callers import member
from logbook.api.invitations import InvitationBaseView, InvitationSerializer
from logbook.clubs.access import organized_club_for
from logbook.clubs.forms import MailInvitesForm
from logbook.clubs.models import Club
from logbook.clubs.services import mailed_invitations


class AddressesSerializer(serializers.Serializer[Any]):
    """The recipients of links by email."""

    addresses = serializers.ListField(
        child=serializers.EmailField(max_length=254), min_length=1, max_length=20, help_text="Email addresses."
    )


class ClubInvitationsView(InvitationBaseView):
    """Links into a club."""

    @operation("listClubInvitations", InvitationSerializer, listed=True)
    def get(self, request: Request, slug: str) -> Response:
        """List the open links into a club, including those sent by email.

        Organizers of the club only.
        """
        club: Club = organized_club_for(member(request), slug)
        invitations = club.invites.filter(revoked_at=None, used_at=None, expires_at__gt=timezone.now())
        return self.list_response(request, invitations)

    @operation("inviteIntoClub", InvitationSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, slug: str) -> Response:
        """Create a link into a club.

        Organizers of the club only. Returns the open link if there is one.
        """
        player = member(request)
        return self.created_response(player, club=organized_club_for(player, slug))


class ClubMailInvitationsView(Operation):
    """Links into a club by email."""

    @operation("mailInvitations", {204: None}, body=AddressesSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Email a link into a club to each address.

        Organizers of the club only. The response doesn't reveal which addresses belong to an account.
        """
        player = member(request)
        club = organized_club_for(player, slug)
        addresses = "\n".join(parse_body(AddressesSerializer, request)["addresses"])
        mailed_invitations.mail_invitations(
            club=club, by=player, **validate_form(MailInvitesForm({"addresses": addresses}))
        )
        return no_content()
