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
    """Somebody, by session or by a token of the method's scope; `is_open` views may be read by everybody."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        method = request.method or ""
        token = request.auth
        if isinstance(token, ApiToken):
            return token.allows(scope_of(view, method))
        return caller(request) is not None or (method in SAFE_METHODS and getattr(view, "is_open", False))


def scope_of(view: APIView | type[APIView], method: str) -> str:
    """What a token must allow for this method: reading needs `read`, others what the view says."""
    if method in SAFE_METHODS:
        return str(Scope.READ)
    by_method: dict[str, str] = getattr(view, "scopes", {})
    return str(by_method.get(method, getattr(view, "scope", Scope.MANAGE)))
