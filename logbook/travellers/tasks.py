"""Tasks of travellers: the lines of ended attempts are written."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from celery import shared_task
from django.utils import timezone

from logbook.travellers import services

NOT_WRITTEN_AFTER: Final = timedelta(seconds=20)


@shared_task
def write_line(attempt_id: int) -> None:
    """Write the line of an ended attempt."""
    services.write_lines([attempt_id])


@shared_task
def write_overlooked_lines() -> None:
    """Write the lines whose task was lost, and those of attempts that were there before travellers."""
    services.write_lines(services.overlooked_attempts(before=timezone.now() - NOT_WRITTEN_AFTER))
