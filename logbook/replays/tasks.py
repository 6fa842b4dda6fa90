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
def attempt_analyse(attempt_id: int) -> None:
    """Analyse a finished attempt."""
    analyses.analysis_make(attempt_id=attempt_id)


@shared_task
def analyses_sweep() -> None:
    """Analyse finished attempts whose task was lost, and older ones."""
    for attempt_id in analyses.attempts_not_analysed(before=timezone.now() - NOT_ANALYSED_AFTER):
        queue.send("replays.attempt_analyse", attempt_id)


@shared_task(expires=THOUGHT_WAITS_SECONDS, time_limit=THOUGHT_TAKES_SECONDS)
def thought_step(thought_id: int, seen: int) -> None:
    """Do the next step of a thought; the one after it queues behind other tasks."""
    number = thoughts.thought_step(thought_id=thought_id, seen=seen)
    while number is not None and settings.CELERY_TASK_ALWAYS_EAGER:
        number = thoughts.thought_step(thought_id=thought_id, seen=number)
    if number is not None:
        queue.send("replays.thought_step", thought_id, number)


@shared_task
def thoughts_sweep() -> None:
    """Continue thoughts whose call was lost, and delete those of an hour ago."""
    thoughts.thoughts_forget()
    for thought_id, number in thoughts.thoughts_forgotten(before=timezone.now() - THOUGHT_FORGOTTEN_AFTER):
        queue.send("replays.thought_step", thought_id, number)
