"""Selectors of lessons: the list, and the page of a moment, made of the learner's own view."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

import games
from logbook.lessons.book import Lesson, Step, lesson_after, lessons
from logbook.rounds.view.page import Moment, RoundPage, SeatFace, round_page
from logbook.tables import event_replay
from logbook.tables.selectors.seat_labels import mission_text_of, say_with_names


@dataclass(frozen=True, slots=True)
class LessonRow:
    """A lesson in the list."""

    slug: str
    number: int
    """Its place among the lessons of its game."""
    title: str
    idea: str
    decisions: int
    is_finished: bool
    is_begun: bool


@dataclass(frozen=True, slots=True)
class LessonLink:
    """A link to a lesson, from the chapter of the rules that it is about."""

    slug: str
    chapter: str
    title: str


@dataclass(frozen=True, slots=True)
class LessonPage:
    """A moment of a lesson for its learner."""

    lesson: Lesson
    page: RoundPage
    title: str
    step: int
    """The number of steps done."""
    steps: int
    says: str
    about: str
    reads_on: bool
    """There is nothing to decide: the learner reads on."""
    is_over: bool
    cost: str
    """The price of a wrong action, which has been taken back, in a sentence."""
    following: Lesson | None

    @property
    def number(self) -> int:
        """The number of this step, from 1 on; at the end, of the last one."""
        return min(self.step + 1, self.steps)


def lesson_rows(game: str, *, finished: Collection[str], begun: Collection[str]) -> list[LessonRow]:
    """Return the lessons of a game."""
    listed = [lesson for lesson in lessons() if lesson.setup.game == game]
    return [
        LessonRow(
            slug=lesson.slug,
            number=number,
            title=_(lesson.title),
            idea=_(lesson.idea),
            decisions=lesson.decisions,
            is_finished=lesson.slug in finished,
            is_begun=lesson.slug in begun,
        )
        for number, lesson in enumerate(listed, 1)
    ]


def lesson_links() -> list[LessonLink]:
    """Return the links to all lessons."""
    return [LessonLink(lesson.slug, lesson.chapter, _(lesson.title)) for lesson in lessons()]


def lesson_page(lesson: Lesson, choices: Sequence[str], *, cost: str = "", error: str = "") -> LessonPage:
    """Return the moment after these choices, which fit the lesson. `error` is why the last click had no effect."""
    is_over = len(choices) == len(lesson.steps)
    step = None if is_over else lesson.steps[len(choices)]
    return LessonPage(
        lesson=lesson,
        page=_round_page(lesson, choices, step, error),
        title=_(lesson.title),
        step=len(choices),
        steps=len(lesson.steps),
        says=_(step.says if step else lesson.ends),
        about=step.about if step else "",
        reads_on=step is not None and not step.right,
        is_over=is_over,
        cost=_(cost) if cost else "",
        following=lesson_after(lesson) if is_over else None,
    )


def refusal_text(lesson: Lesson, error: games.GameError) -> str:
    """Return why the rules forbid an action, in the reader's language."""
    return say_with_names(error.code, error.params, _faces(lesson))


def actions_after(lesson: Lesson, choices: Sequence[str]) -> tuple[games.Action, ...]:
    """Return all that has happened after these choices, with what the others do next."""
    done = list(lesson.opening)
    for step, choice in zip(lesson.steps, choices, strict=False):
        done += [*step.before, *([games.Action(lesson.seat, choice)] if step.right else ())]
    is_over = len(choices) == len(lesson.steps)
    return (*done, *(lesson.closing if is_over else lesson.steps[len(choices)].before))


def state_after(lesson: Lesson, choices: Sequence[str]) -> games.State:
    """Return the round after these choices. Raises the engine's errors."""
    return event_replay.state_after(lesson.setup, actions_after(lesson, choices))


def _round_page(lesson: Lesson, choices: Sequence[str], step: Step | None, error: str) -> RoundPage:
    facts = state_after(lesson, choices).view(lesson.seat).as_dict()
    offered = step.choices if step is not None else frozenset()
    setup = lesson.setup
    moment = Moment(
        table_id=0,
        attempt_number=1,
        seen=len(choices),
        mission_words=mission_text_of(setup.game, setup.mission, setup.players, ""),
        own_seat=lesson.seat,
        error=error,
    )
    # Only what the lesson has words for is offered: a signal, say, belongs to the lesson about signals.
    legal = [action for action in facts["legal"] if action in offered]
    return round_page({**facts, "legal": legal}, _faces(lesson), moment)


def _faces(lesson: Lesson) -> list[SeatFace]:
    return [SeatFace(number, name, mine=number == lesson.seat) for number, name in enumerate(lesson.names)]
