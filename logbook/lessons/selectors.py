"""Selectors of lessons: the list, and the page of a moment, made of the learner's own view."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

import games
from games.deep_blue.component_sets import component_set
from games.deep_blue.components import Components
from logbook.lessons.book import Lesson, Step, lesson_after, lessons
from logbook.lessons.dive_figures import dive_figures
from logbook.lessons.pictures import Picture, pictures
from logbook.races.view.page import race_page, words_at
from logbook.races.view.parts import RacePage
from logbook.rounds.text import robot_name
from logbook.rounds.view.page import Moment, RoundPage, SeatFace, round_page
from logbook.tables import event_replay
from logbook.tables.kinds import kind_of
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
    """A link to a lesson, from the chapter of the rules or the mission that it is about."""

    slug: str
    chapter: str
    title: str


@dataclass(frozen=True, slots=True)
class LessonPage:
    """A moment of a lesson for its learner."""

    lesson: Lesson
    page: RoundPage | RacePage
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


@dataclass(frozen=True, slots=True)
class DrawnPicture:
    """A picture of the rules: the table's page at its position, and the parts of it that are drawn."""

    chapter: str
    page: RoundPage | RacePage
    shows: tuple[str, ...]
    says: str


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
    return [_link(lesson) for lesson in lessons()]


def links_of_mission(game: str, mission: str) -> list[LessonLink]:
    """Return the links to the lessons whose idea the mission needs. Raises UnknownSetup."""
    described = games.describe(games.Setup(game, mission, max(games.GAMES[game].players)))
    codes = {part.code for part in described.parts}
    return [_link(lesson) for lesson in lessons() if codes.intersection(lesson.teaches)]


def lesson_page(lesson: Lesson, choices: Sequence[str], *, cost: str = "", error: str = "") -> LessonPage:
    """Return the moment after these choices, which fit the lesson. `error` is why the last click had no effect."""
    is_over = len(choices) == len(lesson.steps)
    step = None if is_over else lesson.steps[len(choices)]
    view = state_after(lesson, choices).view(lesson.seat)
    figures = dive_figures(view) if lesson.has_seed else {}
    return LessonPage(
        lesson=lesson,
        page=_table_page(lesson, view, _moment(lesson, len(choices), error), step),
        title=_(lesson.title),
        step=len(choices),
        steps=len(lesson.steps),
        says=_(step.says if step else lesson.ends).format(**figures),
        about=step.about if step else "",
        reads_on=step is not None and not step.right,
        is_over=is_over,
        cost=_(cost).format(**figures) if cost else "",
        following=lesson_after(lesson) if is_over else None,
    )


def refusal_text(lesson: Lesson, error: games.GameError) -> str:
    """Return why the rules forbid an action, in the reader's language."""
    if lesson.has_seed:
        return words_at(lesson.seat, _faces(lesson), _components(lesson)).say(error.code, error.params)
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


def rule_pictures() -> tuple[DrawnPicture, ...]:
    """Return the pictures of the rules, in the reader's language."""
    return _drawn(get_language())


@cache
def _drawn(_language: str | None) -> tuple[DrawnPicture, ...]:
    """Return the pictures in the active language. They never change, so each language draws them once."""
    return tuple(
        DrawnPicture(picture.chapter, _page_of_picture(picture), picture.shows, _(picture.says))
        for picture in pictures()
    )


def _page_of_picture(picture: Picture) -> RoundPage | RacePage:
    setup = picture.setup
    view = event_replay.state_after(setup, picture.actions).view(picture.seat)
    faces = [SeatFace(number, name) for number, name in enumerate(picture.names)]
    if "robot" in picture.shows:
        faces.append(SeatFace(len(faces), robot_name(setup.game), kind="robot"))
    moment = Moment(table_id=0, attempt_number=1, seen=0, own_seat=picture.seat)
    if kind_of(setup.game).has_tricks:
        return round_page(view, faces, moment)
    return race_page(view, faces, component_set(setup.options), moment)


def _link(lesson: Lesson) -> LessonLink:
    return LessonLink(lesson.slug, lesson.chapter, _(lesson.title))


def _table_page(lesson: Lesson, view: games.View, moment: Moment, step: Step | None) -> RoundPage | RacePage:
    offered = step.choices if step is not None else frozenset()
    facts = view.as_dict()
    # Only what the lesson has words for is offered: a signal, say, belongs to the lesson about signals.
    facts["legal"] = [action for action in facts["legal"] if action in offered]
    if lesson.has_seed:
        return race_page(facts, _faces(lesson), _components(lesson), moment)
    return round_page(facts, _faces(lesson), moment)


def _moment(lesson: Lesson, seen: int, error: str) -> Moment:
    setup = lesson.setup
    return Moment(
        table_id=0,
        attempt_number=1,
        seen=seen,
        mission_words=mission_text_of(setup.game, setup.mission, setup.players, ""),
        own_seat=lesson.seat,
        error=error,
    )


def _components(lesson: Lesson) -> Components:
    return component_set(lesson.setup.options)


def _faces(lesson: Lesson) -> list[SeatFace]:
    return [SeatFace(number, name, mine=number == lesson.seat) for number, name in enumerate(lesson.names)]
