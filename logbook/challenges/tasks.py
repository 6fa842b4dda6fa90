"""Tasks of challenges: prepare deals, open and close challenges, count results."""

from __future__ import annotations

from typing import Any

from celery import Task, shared_task
from django.conf import settings

from logbook.challenges.services import certification, lifecycle, quiet_preparation, result_counting
from logbook.lib import queue


@shared_task
def count_challenge(challenge_id: int) -> None:
    """Count a finished challenge, once for all its tables, and publish its results."""
    result_counting.count_challenge(challenge_id=challenge_id)


@shared_task
def prepare_challenge(challenge_id: int) -> None:
    """Queue a challenge's preparation: a job for each deal without a worker."""
    for deal_id, number in certification.lay_out_deals(challenge_id=challenge_id):
        _queue_step(deal_id, number)
    certification.finish_preparation(challenge_id=challenge_id)


@shared_task(bind=True)
def prepare_deal(self: Task[Any, Any], deal_id: int, steps: int) -> None:
    """Do one step of a deal at number `steps`, then queue the next one behind all waiting work.

    A deal that can wait is left to `open_and_close_due` as long as somebody plays.
    """
    if quiet_preparation.can_wait(deal_id=deal_id) and not quiet_preparation.is_quiet():
        return
    # A redelivered message comes from a dead worker, so no other worker is at the step.
    again = bool((self.request.delivery_info or {}).get("redelivered"))
    number = certification.prepare_deal_step(deal_id=deal_id, steps=steps, again=again)
    while number is not None and settings.CELERY_TASK_ALWAYS_EAGER:
        number = certification.prepare_deal_step(deal_id=deal_id, steps=number)
    if number is not None:
        _queue_step(deal_id, number)


def _queue_step(deal_id: int, number: int) -> None:
    """Queue the next step; one that can wait for the worker that makes analyses, at the system's lowest priority."""
    name = "analyses" if quiet_preparation.can_wait(deal_id=deal_id) else None
    queue.send("challenges.prepare_deal", deal_id, number, name=name)


@shared_task
def open_and_close_due() -> None:
    """Open and close the due challenges, and resume stalled deals."""
    for challenge_id in lifecycle.open_and_close_due():
        certification.lay_out_deals(challenge_id=challenge_id)
        for deal_id, number in certification.stalled_deals(challenge_id=challenge_id):
            _queue_step(deal_id, number)
        certification.finish_preparation(challenge_id=challenge_id)
