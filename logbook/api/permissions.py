"""What a caller may try at all. What they may see or change is decided by `access` and the services, as for pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from logbook.api.caller import caller
from logbook.models import ApiToken

if TYPE_CHECKING:
    from rest_framework.views import APIView

Scope = ApiToken.Scope


class Scoped(BasePermission):
    """Somebody, by session or by a token of the view's scope; `is_open` views may be read by everybody.

    A view says by `scope` what its changing methods need; reading needs `read`.
    """

    def has_permission(self, request: Request, view: APIView) -> bool:
        reads = request.method in SAFE_METHODS
        token = request.auth
        if isinstance(token, ApiToken):
            return token.allows(Scope.READ if reads else getattr(view, "scope", Scope.MANAGE))
        return caller(request) is not None or (reads and getattr(view, "is_open", False))
