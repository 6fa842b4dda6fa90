"""The one list of what ends with a password: sessions and all keys that work without it.

Django ends the sessions. The keys are API tokens, secret addresses of calendars, and devices that show notifications,
which a lost phone would go on doing. A reset also ends recent addresses (`addresses`).
"""

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
    devices: int


@transaction.atomic
def revoke_all_keys(*, player: Player) -> RevokedKeys:
    """Revoke all of the player's keys. Idempotent."""
    tokens = player.api_tokens.filter(revoked_at=None, expires_at__gt=timezone.now()).count()
    player.api_tokens.filter(revoked_at=None).update(revoked_at=timezone.now())
    _all, kinds = player.calendar_links.all().delete()
    devices = player.push_subscriptions.count()
    player.push_subscriptions.all().delete()
    return RevokedKeys(tokens, kinds.get("logbook.CalendarLink", 0), devices)
