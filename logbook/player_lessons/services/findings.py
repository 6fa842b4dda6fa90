"""Services of what the solver finds at the steps of lessons.

In a draft, it is a thought of the author's. Once others can take the lesson, a worker finds the rest step by step, so
that neither the author's open questions nor a thought that was deleted leaves a wrong card without its explanation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q, QuerySet
from django.utils import timezone

from logbook.lib import queue
from logbook.lib.exceptions import Refusal
from logbook.people.models.players import Player
from logbook.player_lessons.access import State, refusal_of
from logbook.player_lessons.models import LessonStep, PlayerLesson
from logbook.player_lessons.selectors.moments import Choices, Judged, is_card_play
from logbook.replays.models.bot_questions import Thought
from logbook.replays.selectors import replays
from logbook.replays.services import thinking, thoughts
from logbook.replays.variations import Variation
from logbook.tables.models import Attempt

SOUGHT_FOR: Final = timedelta(days=1)
"""The time after a lesson's last change in which the sweep queues what is missing: no error repeats forever."""


def judged_at(attempt: Attempt, choices: Choices, moment: int, by: Player) -> Judged | None:
    """Return what the solver knows of these actions; None while it works on it. The first call asks it.

    At a turning point the analysis knows chances, too. Nothing is known of actions other than cards.
    """
    if not is_card_play(choices.played):
        return {}
    analysed = analysed_at(attempt, moment)
    if analysed:
        return analysed
    try:
        thought = thoughts.ask_bots(player=by, attempt=attempt, kind=Thought.Kind.CARDS, variation=Variation(moment))
    except Refusal:
        return {}
    if not thought.is_done:
        return None if thought.is_waiting else {}
    return _by_action(choices.offered, thought.answer.get("cards", {}))


def analysed_at(attempt: Attempt, moment: int) -> Judged:
    """Return the chances of each card at the turning point; nothing elsewhere."""
    verdict = replays.found_of(attempt)
    if verdict is None or verdict.fatal != moment:
        return {}
    return {one.text: (one.winnable, one.share) for one in verdict.options}


def seek(lesson: PlayerLesson) -> None:
    """Queue what is missing at the steps of a lesson that others can take."""
    if lesson.state != State.DRAFT and _missing().filter(lesson=lesson).exists():
        queue.later("player_lessons.judge_step", lesson.pk, 0)


def judge_step(*, lesson_id: int, start: int) -> int | None:
    """Store the findings of the first step from this moment on that lacks them; return where to go on, None at the end.

    It does nothing to a draft, and to a lesson that can't be shown.
    """
    step = _missing().filter(lesson=lesson_id, moment__gte=start).order_by("moment").first()
    attempt = step.lesson.attempt if step is not None else None
    if step is None or attempt is None or refusal_of(attempt) is not None:
        return None
    found = analysed_at(attempt, step.moment) or _by_action(
        step.offered, thinking.judge_cards(attempt, Variation(step.moment))
    )
    # The author may have removed or changed the step meanwhile. What is offered at a moment stays the same.
    _missing().filter(pk=step.pk).update(judged=stored(found))
    return step.moment + 1


def lessons_without_findings(*, before: datetime) -> list[int]:
    """Return the lessons at whose steps something is missing, last changed before this moment, but within a day."""
    window = (timezone.now() - SOUGHT_FOR, before)
    return sorted(set(_missing().filter(lesson__changed_at__range=window).values_list("lesson", flat=True)))


def _missing() -> QuerySet[LessonStep]:
    """The steps without findings at which the learner chooses a card, of lessons that others can take."""
    cards = Q(played__startswith="play ") | Q(played__startswith="robot play ")
    steps = LessonStep.objects.filter(cards, acts=True, judged={}).exclude(lesson__state=State.DRAFT)
    return steps.select_related("lesson__attempt__table__stage__challenge", "lesson__attempt__analysis")


def _by_action(offered: Iterable[str], cards: Mapping[str, bool | None]) -> Judged:
    return {text: (cards.get(text.split()[-1]), None) for text in offered}


def stored(judged: Judged) -> dict[str, list[bool | int | None]]:
    """Return the findings as a step stores them."""
    return {text: list(found) for text, found in judged.items()}
