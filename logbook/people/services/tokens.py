"""Services of API tokens: create, look up, revoke."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import timedelta
from hashlib import sha256
from typing import Final

from django.db import transaction
from django.utils import timezone

from logbook.people.exceptions import TooManyTokens
from logbook.people.models.players import Player
from logbook.people.models.tokens import ApiToken

PREFIX: Final = "crew_"
"""The prefix lets scanners of leaked secrets, and people, recognize a token."""
LONGEST_DAYS: Final = 366
MOST_TOKENS: Final = 20
NOTED_EVERY: Final = timedelta(minutes=1)


@transaction.atomic
def create_token(*, player: Player, name: str, scopes: Iterable[str], days: int) -> tuple[ApiToken, str]:
    """Create a token; return it with its key, which is shown only once. Raises TooManyTokens."""
    Player.objects.select_for_update().get(pk=player.pk)  # Two requests at once must not make one too many.
    if player.api_tokens.filter(revoked_at=None, expires_at__gt=timezone.now()).count() >= MOST_TOKENS:
        raise TooManyTokens
    key = PREFIX + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        player=player,
        name=name,
        digest=_digest(key),
        beginning=key[: len(PREFIX) + 4],
        scopes=" ".join(scope for scope in ApiToken.Scope.values if scope in {*scopes, ApiToken.Scope.READ}),
        expires_at=timezone.now() + timedelta(days=min(days, LONGEST_DAYS)),
    )
    return token, key


def open_token(key: str) -> ApiToken | None:
    """Return the open token of this key, and record its use."""
    token = ApiToken.objects.select_related("player__user").filter(digest=_digest(key)).first()
    if token is None or not token.is_open:
        return None
    now = timezone.now()
    if token.used_at is None or now - token.used_at > NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)
    return token


def revoke_token(*, player: Player, pk: int) -> None:
    """Revoke one of the player's tokens. Idempotent."""
    player.api_tokens.filter(pk=pk, revoked_at=None).update(revoked_at=timezone.now())


def _digest(key: str) -> str:
    # A long random key needs no slow hash: it cannot be guessed.
    return sha256(key.encode()).hexdigest()
