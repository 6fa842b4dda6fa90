"""API views of the caller, their tokens, and invitation links: revoke, read and accept. Each target's subject lists and
creates its own links.
"""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation, no_content, operation, parse_body, respond
from logbook.api.callers import member, person
from logbook.api.invitations import LinkSerializer
from logbook.clubs.access import invite_for, own_invite_for
from logbook.crews.access import crew_for
from logbook.people.api.serializers import (
    ComingSerializer,
    EndedKeysSerializer,
    MeSerializer,
)
from logbook.people.exceptions import InvitationEnded
from logbook.people.models.tokens import ApiToken
from logbook.people.services import invitations, sessions


class MeView(Operation):
    """The caller."""

    @operation("readMe", MeSerializer)
    def get(self, request: Request) -> Response:
        """Get the caller, and what their token allows."""
        token = request.auth if isinstance(request.auth, ApiToken) else None
        caller = person(request)
        return respond(
            MeSerializer,
            {
                "pk": caller.pk,
                "name": caller.name,
                "is_guest": caller.is_guest,
                "page_audience": caller.page_audience,
                "page_sections": caller.page_sections.split(),
                "scopes": token.scopes.split() if token else list(ApiToken.Scope.values),
                "expires_at": token and token.expires_at,
            },
        )


class KeysView(Operation):
    """The caller's tokens and calendar addresses."""

    @operation("revokeKeys", EndedKeysSerializer)
    def delete(self, request: Request) -> Response:
        """Revoke all tokens and calendar addresses of the caller.

        Includes the token of this request.
        """
        return respond(EndedKeysSerializer, sessions.revoke_all_keys(player=member(request)))


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
