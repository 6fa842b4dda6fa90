"""Whoever asks."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from logbook.api.caller import person
from logbook.api.operations import Operation, operation, told
from logbook.api.shapes.people import Me
from logbook.models import ApiToken


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
