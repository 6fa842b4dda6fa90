"""API views of invitation links: list, create, email, revoke, read and accept."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django.urls import reverse
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation, no_content, operation, parse_body, respond, serialize_many, validate_form
from logbook.api.callers import member, person
from logbook.api.pagination import paged
from logbook.api.permissions import Scope
from logbook.clubs.access import invite_for, organized_club_for, own_invite_for
from logbook.clubs.forms import MailInvitesForm
from logbook.clubs.models import Club
from logbook.clubs.services import mailed_invitations
from logbook.crews.access import crew_for
from logbook.crews.models.crews import Crew
from logbook.crews.selectors.crews import open_links
from logbook.people.api.invitation_serializers import (
    AddressesSerializer,
    ComingSerializer,
    CrewInvitationInputSerializer,
    InvitationSerializer,
    LinkSerializer,
)
from logbook.people.exceptions import InvitationEnded
from logbook.people.models.invitations import Invite
from logbook.people.models.players import Player
from logbook.people.services import invitations
from logbook.tables.access import table_for
from logbook.tables.models import Table
from logbook.tables.services import attempts


class InvitationBaseView(Operation):
    """Base of the operations on the open links to one target."""

    def list_response(self, request: Request, invitations: Any) -> Response:
        """Return a page of links."""

        def tell(page: Sequence[Invite]) -> Sequence[Any]:
            return serialize_many(InvitationSerializer, page, address=self.address)

        return paged(request, invitations.select_related("crew", "club", "created_by"), tell)

    def created_response(self, by: Player, **place: Any) -> Response:
        """Return the open link to the target, created on demand."""
        invite = invitations.create_invitation(by=by, **place)
        return respond(InvitationSerializer, invite, status=HTTPStatus.CREATED, address=self.address)

    def address(self, invite: Invite) -> str:
        """Return the link's web address."""
        return self.request.build_absolute_uri(reverse("invite", args=(invite.token,)))


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


class TableInvitationsView(InvitationBaseView):
    """Links to a table."""

    scope = Scope.PLAY

    @operation("listTableInvitations", InvitationSerializer, listed=True)
    def get(self, request: Request, table_id: int) -> Response:
        """List the open link to a table where the caller is seated."""
        return self.list_response(request, open_links().filter(table=self._table(person(request), table_id)))

    @operation("inviteToTable", InvitationSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request, table_id: int) -> Response:
        """Create a link to a table where the caller is seated.

        Returns the open link if there is one.
        """
        player = person(request)
        return self.created_response(player, table=self._table(player, table_id))

    def _table(self, player: Player, table_id: int) -> Table:
        table = table_for(player, table_id)
        attempts.seat_of(table, player)
        return table


class InvitationDetailView(Operation):
    """A link."""

    @operation("revokeInvitation", {204: None})
    def delete(self, request: Request, invitation: int) -> Response:
        """Revoke a link.

        The caller may revoke their own links, and links into their crews or clubs they organize.
        """
        invitations.revoke_invitation(invite=own_invite_for(person(request), invitation))
        return no_content()


class LinkDetailView(Operation):
    """A link, by its token."""

    is_open = True

    @operation("readLink", LinkSerializer, also=("410",))
    def get(self, request: Request, token: str) -> Response:
        """Get the target of a link.

        410 once the link has ended.
        """
        link = invite_for(token)
        if not link.is_open:
            raise InvitationEnded
        return respond(LinkSerializer, link)


class LinkAcceptView(Operation):
    """Accepting a link."""

    @operation("acceptLink", LinkSerializer, body=ComingSerializer, also=("410",))
    def post(self, request: Request, token: str) -> Response:
        """Accept a link.

        Makes the caller a member (or substitute) of the crew or a member of the club, or seats them at the table.
        Idempotent. 410 once the link has ended.
        """
        player, data = person(request), parse_body(ComingSerializer, request)
        link = invite_for(token)
        crew = crew_for(player, data["crew"]) if data["crew"] is not None and link.club else None
        invitations.accept_invitation(invite=link, player=player, crew=crew)
        return respond(LinkSerializer, link)
