"""Services of idempotency: a repeated request or form with a key gets the same response, and is not done again."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from logbook.people.exceptions import KeyReused
from logbook.people.models.idempotency import IdempotencyRecord
from logbook.people.models.players import Player

RETENTION: Final = timedelta(hours=24)
UNSTORED_STATUSES: Final = frozenset({401, 403, 429})
"""Sign-in, permission and quota may differ at the next try."""


def claim_answer_slot(*, player: Player, key: str, fingerprint: str) -> IdempotencyRecord:
    """Return the player's record of this key, or a new one that has no status yet. Raises KeyReused.

    The caller's transaction does the request's work. Until it ends, another request with the same key waits here, since
    the new row is unique.
    """
    mine = IdempotencyRecord.objects.filter(player=player, key=key)
    mine.filter(made_at__lte=timezone.now() - RETENTION).delete()
    record, _new = mine.get_or_create(player=player, key=key, defaults={"fingerprint": fingerprint})
    if record.fingerprint != fingerprint:
        raise KeyReused
    return record


def has_answer(*, player: Player, key: str) -> bool:
    """True if the key was answered. If not, another request may be about to."""
    return IdempotencyRecord.objects.filter(player=player, key=key, made_at__gt=timezone.now() - RETENTION).exists()


def store_answer(record: IdempotencyRecord, *, status: int, body: str, headers: Mapping[str, str]) -> None:
    """Store the response in the transaction of the work. A failure leaves neither."""
    if status >= 500:
        transaction.set_rollback(True)
    elif status in UNSTORED_STATUSES:
        drop_answer(record)
    else:
        record.status, record.body, record.headers = status, body, dict(headers)
        record.save(update_fields=["status", "body", "headers"])


def drop_answer(record: IdempotencyRecord) -> None:
    """Delete the record: the request may come again, and gets a new response."""
    record.delete()


def delete_old_answers() -> None:
    """Delete records older than any client's retries."""
    IdempotencyRecord.objects.filter(made_at__lte=timezone.now() - RETENTION).delete()
