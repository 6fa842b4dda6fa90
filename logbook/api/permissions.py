"""Permission to call an operation. `access` and the services decide what the caller may see or change, as for pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from logbook.api.callers import caller
from logbook.people.models.tokens import ApiToken

if TYPE_CHECKING:
    from rest_framework.views import APIView

Scope = ApiToken.Scope


class ScopePermission(BasePermission):
    """A player, by session or by a token with the method's scope; public operations need neither."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        method = request.method or ""
        token = request.auth
        if isinstance(token, ApiToken):
            return token.allows(scope_of(view, method))
        return caller(request) is not None or is_open_to_all(view, method)


def is_open_to_all(view: APIView | type[APIView], method: str) -> bool:
    """Return whether the method is public: reading by `is_open`, writing by `is_open_to_change` with a link."""
    return bool(getattr(view, "is_open" if method in SAFE_METHODS else "is_open_to_change", False))


def scope_of(view: APIView | type[APIView], method: str) -> str:
    """Return the scope that a token needs for this method: "read" for reading, else the view's scope."""
    if method in SAFE_METHODS:
        return str(Scope.READ)
    by_method: dict[str, str] = getattr(view, "scopes", {})
    return str(by_method.get(method, getattr(view, "scope", Scope.MANAGE)))
