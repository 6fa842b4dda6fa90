"""API views of clubs: list, create, read, change, delete, join and leave; and the links into them."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation, no_content, operation, parse_body, respond, serialize_many, validate_form
from logbook.api.callers import caller, member
from logbook.api.invitations import InvitationBaseView, InvitationSerializer
from logbook.api.pagination import paged
from logbook.clubs.access import club_for, joinable_club_for, organized_club_for, owned_club_for, readable_club_for
from logbook.clubs.api.serializers import (
    AddressesSerializer,
    ClubInputSerializer,
    ClubRowSerializer,
    ClubSerializer,
    JoinInputSerializer,
)
from logbook.clubs.forms import ClubForm, MailInvitesForm
from logbook.clubs.models import Club
from logbook.clubs.models import Club as ClubModel
from logbook.clubs.selectors.clubs import club_list
from logbook.clubs.services import clubs, mailed_invitations
from logbook.people.models.players import Player


class ClubListView(Operation):
    """The caller's clubs."""

    @operation("listClubs", ClubRowSerializer, listed=True)
    def get(self, request: Request) -> Response:
        """List the caller's clubs.

        Includes clubs where the caller is a member, and clubs where one of the caller's crews plays.
        """
        return paged(request, club_list(member(request)), lambda page: serialize_many(ClubRowSerializer, page))

    @operation("createClub", ClubSerializer, body=ClubInputSerializer, status=HTTPStatus.CREATED)
    def post(self, request: Request) -> Response:
        """Create a club.

        The caller becomes its owner.
        """
        player = member(request)
        data = validate_form(ClubForm(parse_body(ClubInputSerializer, request)))
        club = clubs.open_club(player=player, **data)
        return respond(ClubSerializer, club_response(club, player), status=HTTPStatus.CREATED)


class ClubDetailView(Operation):
    """A club."""

    is_open = True

    @operation("readClub", ClubSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Get a club.

        Either one of the caller's clubs or a public one.
        """
        player = caller(request)
        return respond(ClubSerializer, club_response(readable_club_for(player, slug), player))

    @operation("changeClub", ClubSerializer, body=ClubInputSerializer)
    def put(self, request: Request, slug: str) -> Response:
        """Change a club's name, description and visibility.

        Organizers of the club only.
        """
        player = member(request)
        club = organized_club_for(player, slug)
        form = ClubForm(parse_body(ClubInputSerializer, request), instance=ClubModel.objects.get(pk=club.pk))
        clubs.change_club(club=club, **validate_form(form))
        return respond(ClubSerializer, club_response(club_for(player, slug), player))

    @operation("deleteClub", {204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Delete a club with its challenges and all their attempts.

        The owner of the club only. This can't be undone.
        """
        clubs.delete_club(club=owned_club_for(member(request), slug))
        return no_content()


class ClubJoinView(Operation):
    """Joining a club."""

    @operation("joinClub", {204: None}, body=JoinInputSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Request to join a public club.

        An organizer accepts or declines. A repeated request changes nothing. 409 `request-too-soon` within a day of the
        club's last answer.
        """
        player = member(request)
        text = parse_body(JoinInputSerializer, request)["message"]
        club = joinable_club_for(player, slug)
        clubs.ask_to_join(club=club, player=player, text=" ".join(text.split()))
        return no_content()


class ClubLeaveView(Operation):
    """Leaving a club."""

    @operation("leaveClub", {204: None})
    def post(self, request: Request, slug: str) -> Response:
        """Leave a club.

        The owner must transfer the club first.
        """
        player = member(request)
        clubs.leave_club(club=club_for(player, slug), player=player)
        return no_content()


def club_response(club: ClubModel, player: Player | None) -> dict[str, Any]:
    """Return the club as this reader may see it."""
    role = club.members.filter(player=player).values_list("role", flat=True).first() if player else None
    return {
        "slug": club.slug,
        "name": club.name,
        "about": club.about,
        "public": club.public,
        "role": role,
        "members": club.members.count(),
        "crews": club.entries.count(),
    }


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
