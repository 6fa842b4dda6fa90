"""Services of keys that work without the password: API tokens, and secret addresses of calendars."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from logbook.people.models.players import Player


@dataclass(frozen=True, slots=True)
class RevokedKeys:
    """The number of keys of each kind that were revoked."""

    tokens: int
    calendars: int


@transaction.atomic
def revoke_all_keys(*, player: Player) -> RevokedKeys:
    """Revoke all of the player's keys. Idempotent."""
    tokens = player.api_tokens.filter(revoked_at=None, expires_at__gt=timezone.now()).count()
    player.api_tokens.filter(revoked_at=None).update(revoked_at=timezone.now())
    _all, kinds = player.calendar_links.all().delete()
    return RevokedKeys(tokens, kinds.get("logbook.CalendarLink", 0))
