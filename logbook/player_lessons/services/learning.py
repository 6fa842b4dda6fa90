"""Services of learners: how far they have come in a lesson by a player, and their votes."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Final

from django.contrib.sessions.backends.base import SessionBase
from django.db import IntegrityError, transaction
from django.utils import timezone

from logbook.lessons.book import Lesson
from logbook.lessons.exceptions import MovedOn
from logbook.lessons.progress import fits
from logbook.lib import quotas
from logbook.people.models.players import Player
from logbook.player_lessons.exceptions import NotFinished, VotesNeedAnAccount
from logbook.player_lessons.models import LessonLearner, PlayerLesson
from logbook.player_lessons.quotas import VISITORS

VISITOR_KEY: Final = "lesson_visitor"
"""The session's key of the browser of a visitor. It is drawn at their first choice, so that looking stores nothing."""
LONGEST_PAUSE: Final = 120
"""The most seconds of a step that count: a learner who comes back the next day has not thought all night."""


@dataclass(frozen=True, slots=True)
class Learner:
    """A player, a visitor's browser, or both: of a player who was a visitor before they signed in."""

    player: Player | None
    visitor: str = ""

    @classmethod
    def of(cls, player: Player | None, session: SessionBase) -> Learner:
        """Return the reader as a learner; a visitor who has chosen nothing yet has no key."""
        return cls(player, str(session.get(VISITOR_KEY, "")))

    @classmethod
    def with_key(cls, player: Player | None, session: SessionBase) -> Learner:
        """Return the same, and draw a visitor's key if they have none."""
        if player is None and VISITOR_KEY not in session:
            session[VISITOR_KEY] = secrets.token_urlsafe(16)
        return cls.of(player, session)


def row_of(lesson: PlayerLesson, learner: Learner) -> LessonLearner | None:
    """Return the learner's row; None before they begin. A player without one goes on with that of their browser."""
    own = lesson.learners.filter(player=learner.player).first() if learner.player is not None else None
    if own is not None or not learner.visitor:
        return own
    return lesson.learners.filter(player=None, visitor=learner.visitor).first()


def choices_of(row: LessonLearner | None, lesson: Lesson) -> tuple[str, ...]:
    """Return the learner's choices; none where the lesson has changed so that they no longer fit."""
    return tuple(row.choices) if row is not None and fits(lesson, row.choices) else ()


@transaction.atomic
def record_choice(
    *, lesson: PlayerLesson, value: Lesson, learner: Learner, choices: tuple[str, ...], action: str, address: str
) -> None:
    """Store a right choice after these ones, and the end of the lesson with the last. Raises MovedOn, TooManyVisitors.

    `value` is the lesson as one of the book. The first choice begins the learner's row, which is counted for
    a visitor's address.
    """
    row, now = _locked_row(lesson, learner, address), timezone.now()
    if choices_of(row, value) != choices:
        raise MovedOn
    row.player, row.visitor = learner.player, "" if learner.player is not None else learner.visitor
    row.choices = [*choices, action]
    if row.finished_at is None:
        row.seconds += min(LONGEST_PAUSE, round((now - row.moved_at).total_seconds()))
        row.finished_at = now if len(row.choices) == len(value.steps) else None
    row.moved_at = now
    row.save()


def _locked_row(lesson: PlayerLesson, learner: Learner, address: str) -> LessonLearner:
    """Return the learner's row, locked, new or not. Raises MovedOn where another tab begins it now."""
    row = row_of(lesson, learner)
    if row is not None:
        return LessonLearner.objects.select_for_update().get(pk=row.pk)
    visitor = "" if learner.player is not None else learner.visitor
    if visitor:
        quotas.take_at_address(VISITORS, address)
    try:
        with transaction.atomic():
            return LessonLearner.objects.create(lesson=lesson, player=learner.player, visitor=visitor)
    except IntegrityError:
        raise MovedOn from None


def restarts(row: LessonLearner | None, lesson: Lesson) -> bool:
    """Return whether the learner has come some way, and a change of the lesson takes them back to its start."""
    return row is not None and bool(row.choices) and not fits(lesson, row.choices)


def begin_again(*, lesson: PlayerLesson, learner: Learner) -> None:
    """Begin the lesson again; that it was finished stays."""
    row = row_of(lesson, learner)
    if row is not None:
        LessonLearner.objects.filter(pk=row.pk).update(choices=[], moved_at=timezone.now())


def vote(*, lesson: PlayerLesson, value: Lesson, learner: Learner, helped: bool) -> None:
    """Say whether a finished lesson helped; the latest vote counts. Raises VotesNeedAnAccount, NotFinished.

    A learner who had done all steps that the author has left in the lesson has finished it, too.
    """
    if not may_vote(learner.player):
        raise VotesNeedAnAccount
    row = row_of(lesson, learner)
    if row is None or (row.finished_at is None and len(choices_of(row, value)) < len(value.steps)):
        raise NotFinished
    LessonLearner.objects.filter(pk=row.pk).update(vote=helped, finished_at=row.finished_at or timezone.now())


def may_vote(player: Player | None) -> bool:
    """True for players with an account."""
    return player is not None and not player.is_guest
