"""Progress of a learner: what they chose in each lesson, kept in their browser's session.

A learner who leaves a lesson continues where they left. Only the learner reads this progress, so no model stores it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.contrib.sessions.backends.base import SessionBase

from logbook.lessons.book import Lesson
from logbook.lib.session_keys import LESSONS

KEY: Final = LESSONS
READ_ON: Final = "read-on"
"""The choice at a step at which nothing is to be decided."""


def choices_of(session: SessionBase, lesson: Lesson) -> tuple[str, ...]:
    """Return the learner's choices, one a step. Of a lesson that has been rewritten meanwhile, only those that fit."""
    stored = _stored(session).get(lesson.slug, [])
    return tuple(choice for choice, _step in zip(stored, lesson.steps, strict=False)) if fits(lesson, stored) else ()


def fits(lesson: Lesson, choices: object) -> bool:
    """Return whether these are right choices of the lesson, from its first step on."""
    if not isinstance(choices, list | tuple) or len(choices) > len(lesson.steps):
        return False
    return all(choice in (step.right or (READ_ON,)) for choice, step in zip(choices, lesson.steps, strict=False))


def remember(session: SessionBase, lesson: Lesson, choices: tuple[str, ...]) -> None:
    """Keep the choices; an empty row begins the lesson again."""
    session[KEY] = {**_stored(session), lesson.slug: list(choices)}


def finished_lessons(session: SessionBase) -> frozenset[str]:
    """Return the lessons that the learner has finished at some time."""
    return frozenset(_stored(session).get("finished", ()))


def finish(session: SessionBase, lesson: Lesson) -> None:
    """Note that the lesson was finished: beginning it again does not undo that."""
    session[KEY] = {**_stored(session), "finished": sorted({*finished_lessons(session), lesson.slug})}


def _stored(session: SessionBase) -> Mapping[str, Any]:
    stored = session.get(KEY, {})
    return stored if isinstance(stored, Mapping) else {}
