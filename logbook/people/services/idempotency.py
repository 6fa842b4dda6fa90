"""Requests and forms that bear a key: what was answered to one is answered again, and not done again."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from logbook.people.exceptions import KeyUsed
from logbook.people.models.idempotency import IdempotencyRecord
from logbook.people.models.players import Player

KEPT: Final = timedelta(hours=24)
NOT_KEPT: Final = frozenset({401, 403, 429})
"""Who they are, what they may and how often: that may be otherwise the next time."""


def claim_answer_slot(*, player: Player, key: str, fingerprint: str) -> IdempotencyRecord:
    """The person's answer of this key, or a new one that has no status yet. Raises KeyUsed.

    To be called in the transaction that does what is asked. Until that has ended, another one with the same key waits
    here: for the new row, which may stand but once.
    """
    mine = IdempotencyRecord.objects.filter(player=player, key=key)
    mine.filter(made_at__lte=timezone.now() - KEPT).delete()
    kept, _new = mine.get_or_create(player=player, key=key, defaults={"fingerprint": fingerprint})
    if kept.fingerprint != fingerprint:
        raise KeyUsed
    return kept


def has_answer(*, player: Player, key: str) -> bool:
    """Whether the key was answered. If not, somebody may be about to."""
    return IdempotencyRecord.objects.filter(player=player, key=key, made_at__gt=timezone.now() - KEPT).exists()


def store_answer(kept: IdempotencyRecord, *, status: int, body: str, headers: Mapping[str, str]) -> None:
    """Keep what is answered, together with what was done. Of what failed here neither is left."""
    if status >= 500:
        transaction.set_rollback(True)
    elif status in NOT_KEPT:
        drop_answer(kept)
    else:
        kept.status, kept.body, kept.headers = status, body, dict(headers)
        kept.save(update_fields=["status", "body", "headers"])


def drop_answer(kept: IdempotencyRecord) -> None:
    """Keep nothing: the request may come again, and is then answered anew."""
    kept.delete()


def delete_old_answers() -> None:
    """Erase what was answered longer ago than anybody repeats it."""
    IdempotencyRecord.objects.filter(made_at__lte=timezone.now() - KEPT).delete()
