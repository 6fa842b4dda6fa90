"""What a caller may try at all. What they may see or change is decided by `access` and the services, as for pages."""

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
    """Somebody, by session or by a token of the method's scope; what is open may be asked by everybody."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        method = request.method or ""
        token = request.auth
        if isinstance(token, ApiToken):
            return token.allows(scope_of(view, method))
        return caller(request) is not None or is_open_to_all(view, method)


def is_open_to_all(view: APIView | type[APIView], method: str) -> bool:
    """Whether everybody may ask so: they read what `is_open`, and change only what `is_open_to_change`, by its link."""
    return bool(getattr(view, "is_open" if method in SAFE_METHODS else "is_open_to_change", False))


def scope_of(view: APIView | type[APIView], method: str) -> str:
    """What a token must allow for this method: reading needs `read`, others what the view says."""
    if method in SAFE_METHODS:
        return str(Scope.READ)
    by_method: dict[str, str] = getattr(view, "scopes", {})
    return str(by_method.get(method, getattr(view, "scope", Scope.MANAGE)))
