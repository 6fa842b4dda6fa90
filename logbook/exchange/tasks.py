"""Tasks of imports: a file is read, then applied step by step."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from logbook.exchange import services as exchange_services
from logbook.exchange.models import Import
from logbook.lib import queue

STUCK_AFTER = timedelta(seconds=60)


@shared_task
def read_import(import_id: int) -> None:
    """Read an imported file."""
    exchange_services.read_import(import_id=import_id)


@shared_task
def apply_step(import_id: int, steps: int) -> None:
    """Do the next step of an import at number `steps`; the one after it queues behind other tasks."""
    number = exchange_services.apply_step(import_id=import_id, steps=steps)
    while number is not None and settings.CELERY_TASK_ALWAYS_EAGER:
        number = exchange_services.apply_step(import_id=import_id, steps=number)
    if number is not None:
        queue.send("exchange.apply_step", import_id, number)


@shared_task
def resume_imports() -> None:
    """Continue imports whose worker has died, and delete files of a week ago."""
    for import_id, state, number in exchange_services.stalled_imports(before=timezone.now() - STUCK_AFTER):
        if state == Import.State.READING:
            queue.send("exchange.read_import", import_id)
        else:
            queue.send("exchange.apply_step", import_id, number)
    exchange_services.delete_old_imports()
