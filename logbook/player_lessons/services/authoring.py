"""Services of authors: make a lesson of an attempt, and change its words and steps.

Each change names the version that its form showed, so that of two tabs the later one is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.utils import timezone

from logbook.lib import quotas
from logbook.lib.exceptions import Refusal
from logbook.people.models.players import Player
from logbook.player_lessons.access import ensure_possible
from logbook.player_lessons.exceptions import (
    EditedElsewhere,
    IllegalRightCard,
    NoRightCard,
    NotInThisState,
    NotTheLearnersTurn,
    ReadByOthers,
    TooManySteps,
)
from logbook.player_lessons.models import LessonStep, PlayerLesson
from logbook.player_lessons.quotas import LESSONS
from logbook.player_lessons.selectors.moments import Choices, Judged, choices_at, is_card_play
from logbook.replays.models.bot_questions import Thought
from logbook.replays.selectors import replays
from logbook.replays.services import thoughts
from logbook.replays.variations import Variation
from logbook.tables.models import Attempt

MOST_STEPS: Final = 25
"""The most steps of a lesson."""


def make_lesson(*, attempt: Attempt, by: Player, seat: int, title: str, language: str) -> PlayerLesson:
    """Make a lesson of an attempt whose replay the player may see.

    Raises what `ensure_possible` raises, TooManyLessons.
    """
    ensure_possible(attempt)
    quotas.take(LESSONS, by.pk)
    return PlayerLesson.objects.create(attempt=attempt, author=by, seat=seat, title=title, language=language)


@transaction.atomic
def change_words(*, lesson: PlayerLesson, seen: int, title: str, language: str, ends: str) -> None:
    """Change the title, the language and the last sentence. Raises what `editable` raises."""
    row = editable(lesson, seen)
    row.title, row.language, row.ends = title, language, ends
    changed(row, "title", "language", "ends")


@transaction.atomic
def save_step(
    *,
    lesson: PlayerLesson,
    by: Player,
    seen: int,
    moment: int,
    says: str,
    acts: bool,
    right: Sequence[str] = (),
    wrong_says: str = "",
) -> None:
    """Write the step at this moment, new or not.

    `right` counts only where the learner acts. Raises what `ensure_possible` and `editable` raise,
    TooManySteps, NotTheLearnersTurn, NoRightCard, IllegalRightCard.
    """
    attempt = ensure_possible(lesson.attempt)
    row = editable(lesson, seen)
    is_new = not row.steps.filter(moment=moment).exists()
    if is_new and row.steps.count() >= MOST_STEPS:
        raise TooManySteps(most=MOST_STEPS)
    choices = _ensured_choices(row, attempt, moment, right) if acts else Choices()
    judged = judged_at(attempt, choices, moment, by) or {}
    fields = {
        "says": says, "acts": acts, "played": choices.played, "offered": list(choices.offered),
        "right": list(dict.fromkeys(right)) if acts else [], "wrong_says": wrong_says if acts else "",
        "judged": {text: list(found) for text, found in judged.items()},
    }  # fmt: skip
    LessonStep.objects.update_or_create(lesson=row, moment=moment, defaults=fields)
    changed(row)


@transaction.atomic
def remove_step(*, lesson: PlayerLesson, seen: int, moment: int) -> None:
    """Remove the step at this moment. Idempotent. Raises what `editable` raises."""
    row = editable(lesson, seen)
    row.steps.filter(moment=moment).delete()
    changed(row)


def delete_lesson(*, lesson: PlayerLesson) -> None:
    """Delete a lesson of one's own, in any state, with its steps and figures. Idempotent."""
    PlayerLesson.objects.filter(pk=lesson.pk).delete()


def judged_at(attempt: Attempt, choices: Choices, moment: int, by: Player) -> Judged | None:
    """Return what the solver knows of these actions; None while it works on it. The first call asks it.

    At a turning point the analysis knows chances, too. Nothing is known of actions other than cards.
    """
    if not is_card_play(choices.played):
        return {}
    verdict = replays.found_of(attempt)
    if verdict is not None and verdict.fatal == moment and verdict.options:
        return {one.text: (one.winnable, one.share) for one in verdict.options}
    try:
        thought = thoughts.ask_bots(player=by, attempt=attempt, kind=Thought.Kind.CARDS, variation=Variation(moment))
    except Refusal:
        return {}
    if not thought.is_done:
        return None if thought.is_waiting else {}
    cards = thought.answer.get("cards", {})
    return {text: (cards.get(text.split()[-1]), None) for text in choices.offered}


def add_findings(lesson: PlayerLesson, attempt: Attempt, by: Player) -> None:
    """Add what the solver has found since the steps were saved to those that lack it."""
    for step in lesson.steps.filter(acts=True):
        choices = Choices(step.played, tuple(step.offered))
        judged = {} if step.judged else judged_at(attempt, choices, step.moment, by)
        if judged:
            step.judged = {text: list(found) for text, found in judged.items()}
            step.save(update_fields=["judged"])


def editable(lesson: PlayerLesson, seen: int) -> PlayerLesson:
    """Return the lesson's row, locked, for a change. Raises EditedElsewhere, NotInThisState, ReadByOthers."""
    row = PlayerLesson.objects.select_for_update().filter(pk=lesson.pk).first()
    if row is None:
        raise NotInThisState
    if not row.is_editable:
        raise ReadByOthers
    if row.version != seen:
        raise EditedElsewhere
    return row


def changed(row: PlayerLesson, *fields: str) -> None:
    """Save these fields of a locked row, with a new version."""
    row.version, row.changed_at = row.version + 1, timezone.now()
    row.save(update_fields=[*fields, "version", "changed_at"])


def _ensured_choices(lesson: PlayerLesson, attempt: Attempt, moment: int, right: Sequence[str]) -> Choices:
    choices = choices_at(lesson, attempt, moment)
    if not choices.offered:
        raise NotTheLearnersTurn
    if not right:
        raise NoRightCard
    if not set(right) <= set(choices.offered):
        raise IllegalRightCard
    return choices
