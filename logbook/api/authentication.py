"""Authentication of the API: a token, or the browser's session."""

from __future__ import annotations

from django.utils import translation
from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from logbook.api.callers import plain
from logbook.people.models.players import Player
from logbook.people.models.tokens import ApiToken
from logbook.people.selectors import language_of
from logbook.people.services.tokens import open_token

SCHEME = "Bearer"


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer KEY`, with the key of an open token."""

    def authenticate(self, request: Request) -> tuple[Player, ApiToken] | None:
        """Return the token's player and the token; None without such a header. Raises AuthenticationFailed."""
        parts = get_authorization_header(request).split()
        if not parts or parts[0].lower() != SCHEME.lower().encode():
            return None
        token = open_token(parts[1].decode("latin-1")) if len(parts) == 2 else None
        if token is None:
            raise AuthenticationFailed
        plain(request).player = token.player  # type: ignore[attr-defined]  # As the middleware does.
        if language := language_of(token.player):
            translation.activate(language)
        return token.player, token

    def authenticate_header(self, request: Request) -> str:
        return f'{SCHEME} realm="api"'


class BrowserAuthentication(SessionAuthentication):
    """The player of the browser's session, guests included; every write needs the CSRF token."""

    def authenticate(self, request: Request) -> tuple[Player, None] | None:
        """Return the session's player; None if no player is signed in. Raises PermissionDenied without a CSRF token."""
        player: Player | None = getattr(plain(request), "player", None)
        if player is None:
            return None
        self.enforce_csrf(request)
        return player, None
