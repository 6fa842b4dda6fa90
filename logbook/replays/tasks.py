"""Tasks of replays: attempts are analysed, bots answer readers' questions."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from logbook.lib import queue
from logbook.replays.services import analyses, thoughts

NOT_ANALYSED_AFTER = timedelta(seconds=60)
THOUGHT_TAKES_SECONDS = 120
"""The time limit of a step, below `thoughts.BUSY`. Without compiled code the solver needs it."""
THOUGHT_WAITS_SECONDS = 60
"""The expiry of a call: the sweep has made another by then."""
THOUGHT_FORGOTTEN_AFTER = timedelta(seconds=THOUGHT_WAITS_SECONDS)


@shared_task
def analyse_attempt(attempt_id: int) -> None:
    """Analyse a finished attempt."""
    analyses.analyse(attempt_id=attempt_id)


@shared_task
def analyse_overlooked_attempts() -> None:
    """Analyse a limited number of finished attempts, if the workers have nothing else to do."""
    if not queue.is_empty(analyses.QUEUE):
        return
    for attempt_id in analyses.unanalysed_attempts(before=timezone.now() - NOT_ANALYSED_AFTER):
        queue.send("replays.analyse_attempt", attempt_id)


@shared_task(expires=THOUGHT_WAITS_SECONDS, time_limit=THOUGHT_TAKES_SECONDS)
def think_step(thought_id: int, steps: int) -> None:
    """Do the next step of a thought; the one after it queues behind other tasks."""
    number = thoughts.think_step(thought_id=thought_id, steps=steps)
    while number is not None and settings.CELERY_TASK_ALWAYS_EAGER:
        number = thoughts.think_step(thought_id=thought_id, steps=number)
    if number is not None:
        queue.send("replays.think_step", thought_id, number)


@shared_task
def resume_thoughts() -> None:
    """Continue thoughts whose call was lost, and delete those of an hour ago."""
    thoughts.delete_old_thoughts()
    for thought_id, number in thoughts.stalled_thoughts(before=timezone.now() - THOUGHT_FORGOTTEN_AFTER):
        queue.send("replays.think_step", thought_id, number)
