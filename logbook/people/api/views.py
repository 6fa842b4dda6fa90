"""Whoever asks."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.base_views import Operation, operation, told
from logbook.api.callers import member, person
from logbook.people.api.serializers import EndedKeys, Me
from logbook.people.models.tokens import ApiToken
from logbook.people.services import sessions


class Myself(Operation):
    """Who asks."""

    @operation("readMe", Me)
    def get(self, request: Request) -> Response:
        """Who asks, and what their token allows."""
        token = request.auth if isinstance(request.auth, ApiToken) else None
        who = person(request)
        return told(
            Me,
            {
                "pk": who.pk,
                "name": who.name,
                "is_guest": who.is_guest,
                "scopes": token.scopes.split() if token else list(ApiToken.Scope.values),
                "expires_at": token and token.expires_at,
            },
        )


class Keys(Operation):
    """What opens the caller's things without a password."""

    @operation("endKeys", EndedKeys)
    def delete(self, request: Request) -> Response:
        """End all tokens, this one too, and all secret addresses of calendars."""
        return told(EndedKeys, sessions.keys_end(player=member(request)))
