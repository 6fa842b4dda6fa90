"""Services of authors: make a lesson of an attempt, and change its words and steps.

Each change names the version that its form showed, so that of two tabs the later one is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.utils import timezone

from logbook.lib import quotas
from logbook.people.models.players import Player
from logbook.player_lessons.access import ensure_possible, ensure_possible_for_author
from logbook.player_lessons.exceptions import (
    EditedElsewhere,
    IllegalRightCard,
    LastDecision,
    NoRightCard,
    NotInThisState,
    NotTheLearnersTurn,
    ReadByOthers,
    TooManySteps,
)
from logbook.player_lessons.models import LessonStep, PlayerLesson
from logbook.player_lessons.quotas import LESSONS
from logbook.player_lessons.selectors.moments import Choices, Judged, choices_at, is_card_play
from logbook.player_lessons.services import findings
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

    `right` counts only where the learner acts. Raises what `ensure_possible_for_author` and `editable` raise,
    TooManySteps, NotTheLearnersTurn, NoRightCard, IllegalRightCard, LastDecision.
    """
    attempt = ensure_possible_for_author(lesson)
    row = editable(lesson, seen)
    is_new = not row.steps.filter(moment=moment).exists()
    if is_new and row.steps.count() >= MOST_STEPS:
        raise TooManySteps(most=MOST_STEPS)
    choices = _ensured_choices(row, attempt, moment, right) if acts else Choices()
    if not acts:
        _ensure_decision_left(row, moment)
    judged = _judged(row, attempt, choices, moment, by)
    fields = {
        "says": says, "acts": acts, "played": choices.played, "offered": list(choices.offered),
        "right": list(dict.fromkeys(right)) if acts else [], "wrong_says": wrong_says if acts else "",
        "judged": findings.stored(judged),
    }  # fmt: skip
    LessonStep.objects.update_or_create(lesson=row, moment=moment, defaults=fields)
    changed(row)
    findings.seek(row)


@transaction.atomic
def remove_step(*, lesson: PlayerLesson, seen: int, moment: int) -> None:
    """Remove the step at this moment. Idempotent. Raises what `editable` raises, LastDecision."""
    row = editable(lesson, seen)
    _ensure_decision_left(row, moment)
    row.steps.filter(moment=moment).delete()
    changed(row)


def delete_lesson(*, lesson: PlayerLesson) -> None:
    """Delete a lesson of one's own, in any state, with its steps and figures. Idempotent."""
    PlayerLesson.objects.filter(pk=lesson.pk).delete()


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


def _ensure_decision_left(row: PlayerLesson, moment: int) -> None:
    """Raise LastDecision if only at this moment the learners of a shared lesson act."""
    deciding = list(row.steps.filter(acts=True).values_list("moment", flat=True))
    if row.state != PlayerLesson.State.DRAFT and deciding == [moment]:
        raise LastDecision


def _judged(row: PlayerLesson, attempt: Attempt, choices: Choices, moment: int, by: Player) -> Judged:
    """Return what is known of these actions: a change of the words alone keeps what was found before."""
    analysed = findings.analysed_at(attempt, moment) if is_card_play(choices.played) else {}
    old = row.steps.filter(moment=moment, played=choices.played, offered=list(choices.offered)).first()
    return analysed or (old.judged if old is not None else {}) or findings.judged_at(attempt, choices, moment, by) or {}


def _ensured_choices(lesson: PlayerLesson, attempt: Attempt, moment: int, right: Sequence[str]) -> Choices:
    choices = choices_at(lesson, attempt, moment)
    if not choices.offered:
        raise NotTheLearnersTurn
    if not right:
        raise NoRightCard
    if not set(right) <= set(choices.offered):
        raise IllegalRightCard
    return choices
