"""Tasks of replays: attempts are analysed, bots answer what a reader asks."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from logbook.lib import queue
from logbook.replays.services import analyses, thoughts

NOT_ANALYSED_AFTER = timedelta(seconds=60)
THOUGHT_TAKES_SECONDS = 120
"""A step that takes longer is ended; less than `thoughts.BUSY`. Without compiled code the solver needs it."""
THOUGHT_WAITS_SECONDS = 60
"""A call that has waited longer is worth nothing: the sweep has made another."""
THOUGHT_FORGOTTEN_AFTER = timedelta(seconds=THOUGHT_WAITS_SECONDS)


@shared_task
def attempt_analyse(attempt_id: int) -> None:
    """Work out where a finished attempt was lost."""
    analyses.analysis_make(attempt_id=attempt_id)


@shared_task
def analyses_sweep() -> None:
    """Have finished attempts analysed whose task was lost, and those of before."""
    for attempt_id in analyses.attempts_not_analysed(before=timezone.now() - NOT_ANALYSED_AFTER):
        queue.send("replays.attempt_analyse", attempt_id)


@shared_task(expires=THOUGHT_WAITS_SECONDS, time_limit=THOUGHT_TAKES_SECONDS)
def thought_step(thought_id: int, seen: int) -> None:
    """One step of what somebody has bots or the solver think; then the next one, behind whatever else is waiting."""
    number = thoughts.thought_step(thought_id=thought_id, seen=seen)
    while number is not None and settings.CELERY_TASK_ALWAYS_EAGER:
        number = thoughts.thought_step(thought_id=thought_id, seen=number)
    if number is not None:
        queue.send("replays.thought_step", thought_id, number)


@shared_task
def thoughts_sweep() -> None:
    """Go on with thoughts whose call was lost, and forget those of an hour ago."""
    thoughts.thoughts_forget()
    for thought_id, number in thoughts.thoughts_forgotten(before=timezone.now() - THOUGHT_FORGOTTEN_AFTER):
        queue.send("replays.thought_step", thought_id, number)
