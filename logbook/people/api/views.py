"""API views of the caller and their tokens."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation, operation, respond
from logbook.api.callers import member, person
from logbook.people.api.serializers import EndedKeysSerializer, MeSerializer
from logbook.people.models.tokens import ApiToken
from logbook.people.services import sessions


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
