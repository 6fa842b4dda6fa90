"""Tasks of typed deals: workers answer, rounds end, and old deals are deleted."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from logbook.lib import queue
from logbook.typed_deals.services import answers, deals

STEP_TAKES_SECONDS = 120
"""The time limit of a step, below `answers.BUSY`."""
STEP_WAITS_SECONDS = 60
"""The expiry of a call: the sweep has made another by then."""
FORGOTTEN_AFTER = timedelta(seconds=STEP_WAITS_SECONDS)


@shared_task(expires=STEP_WAITS_SECONDS, time_limit=STEP_TAKES_SECONDS)
def answer_step(deal_id: int, steps: int) -> None:
    """Do the next step of an answer: first the verdict, for which a table waits. The one after it queues last."""
    number = answers.answer_step(deal_id=deal_id, steps=steps)
    while number is not None and settings.CELERY_TASK_ALWAYS_EAGER:
        number = answers.answer_step(deal_id=deal_id, steps=number)
    if number is not None:
        _send(deal_id, number)


@shared_task
def resume_answers() -> None:
    """End rounds that no phone ended, and go on with answers whose call was lost."""
    deals.end_due_rounds()
    for deal_id, number in answers.stalled_answers(before=timezone.now() - FORGOTTEN_AFTER):
        _send(deal_id, number)


@shared_task
def delete_old_deals() -> None:
    """Delete deals past their storage time."""
    deals.delete_old_deals()


def _send(deal_id: int, number: int) -> None:
    """Queue a step: the first one by its route, the others behind the tasks of tables and challenges."""
    if number:
        queue.send("typed_deals.answer_step", deal_id, number, name="thoughts", priority=9)
    else:
        queue.send("typed_deals.answer_step", deal_id, number)
