"""Tasks of challenges: deals are prepared, challenges open, close and are counted."""

from __future__ import annotations

from typing import Any

from celery import Task, shared_task
from django.conf import settings

from logbook.challenges.services import certification, challenges, closing
from logbook.lib import queue


@shared_task
def count_challenge(challenge_id: int) -> None:
    """Count a challenge that is over, once for all its tables, and tell what it came to."""
    closing.count_challenge(challenge_id=challenge_id)


@shared_task
def prepare_challenge(challenge_id: int) -> None:
    """Have workers prepare a challenge's deals: a job for each that nobody is at."""
    for deal_id, number in certification.lay_out_deals(challenge_id=challenge_id):
        queue.send("challenges.prepare_deal", deal_id, number)
    certification.finish_preparation(challenge_id=challenge_id)


@shared_task(bind=True)
def prepare_deal(self: Task[Any, Any], deal_id: int, seen: int) -> None:
    """One step of a deal that is at number `seen`; then the next one, behind whatever else is waiting to be done."""
    # What was taken from a worker that is dead comes again: nobody else is at it.
    again = bool((self.request.delivery_info or {}).get("redelivered"))
    number = certification.prepare_deal_step(deal_id=deal_id, seen=seen, again=again)
    while number is not None and settings.CELERY_TASK_ALWAYS_EAGER:
        number = certification.prepare_deal_step(deal_id=deal_id, seen=number)
    if number is not None:
        queue.send("challenges.prepare_deal", deal_id, number)


@shared_task
def open_and_close_due() -> None:
    """Open and close the challenges whose time has come, and go on with deals that were forgotten."""
    for challenge_id in challenges.open_and_close_due():
        certification.lay_out_deals(challenge_id=challenge_id)
        for deal_id, number in certification.stalled_deals(challenge_id=challenge_id):
            queue.send("challenges.prepare_deal", deal_id, number)
        certification.finish_preparation(challenge_id=challenge_id)
