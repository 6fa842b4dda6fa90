"""Tasks of lessons by players: the solver explains wrong cards."""

from __future__ import annotations

from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from logbook.lib import queue
from logbook.player_lessons.services import findings

STEP_TAKES_SECONDS = 120
"""The time limit of a step, as of a thought. Without compiled code the solver needs it."""
STEP_WAITS_SECONDS = 60
"""The expiry of a call: the sweep makes another."""
OVERLOOKED_AFTER = timedelta(minutes=5)


@shared_task(expires=STEP_WAITS_SECONDS, time_limit=STEP_TAKES_SECONDS)
def judge_step(lesson_id: int, start: int) -> None:
    """Find out about the cards at one step of a lesson; the next one queues behind other tasks."""
    following = findings.judge_step(lesson_id=lesson_id, start=start)
    while following is not None and settings.CELERY_TASK_ALWAYS_EAGER:
        following = findings.judge_step(lesson_id=lesson_id, start=following)
    if following is not None:
        queue.send("player_lessons.judge_step", lesson_id, following)


@shared_task
def judge_overlooked_steps() -> None:
    """Go on with lessons whose call was lost."""
    for lesson_id in findings.lessons_without_findings(before=timezone.now() - OVERLOOKED_AFTER):
        queue.send("player_lessons.judge_step", lesson_id, 0)
