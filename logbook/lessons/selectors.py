"""Selectors of lessons: the list, and the page of a moment, made of the learner's own view."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

import games
from games.deep_blue.component_sets import component_set
from games.deep_blue.components import Components
from logbook.lessons.book import Lesson, Step, lesson_after, lessons
from logbook.lessons.dive_figures import dive_figures
from logbook.lessons.exceptions import MovedOn, NoSuchChoice
from logbook.lessons.progress import READ_ON
from logbook.races.view.page import race_page, words_at
from logbook.races.view.parts import RacePage
from logbook.rounds import text as rounds_text
from logbook.rounds.view.page import Moment, RoundPage, SeatFace, round_page
from logbook.tables import event_replay
from logbook.tables.kinds import kind_of
from logbook.tables.selectors.seat_labels import mission_text_of, say_with_names

WRITTEN_IN: Final = {"en": gettext_lazy("in English"), "fr": gettext_lazy("in French"), "de": gettext_lazy("in German")}
"""Languages of lessons by players, as a mark beside a title."""


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
    language: str = ""
    """The language of a player's sentences, where it is not the reader's."""
    says_language: str = ""
    """The same for `says`; the site writes the last sentence where the player did not."""
    cost_language: str = ""
    """The same for `cost`, which the site writes where the player did not."""
    note: str = ""
    """The sentence after a right action that the record does not go on with."""

    @property
    def act(self) -> str:
        """The name of the page that takes a choice."""
        return "lesson-act" if self.lesson.is_of_the_book else "player-lesson-act"

    @property
    def again(self) -> str:
        """The name of the page that begins the lesson again."""
        return "lesson-again" if self.lesson.is_of_the_book else "player-lesson-again"

    @property
    def written_in(self) -> str:
        """The language of a player's sentences in words, where it is not the reader's."""
        return str(WRITTEN_IN.get(self.language, ""))

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
    figures = {} if _has_tricks(lesson) else dive_figures(view)
    language = "" if lesson.language == get_language() else lesson.language
    return LessonPage(
        lesson=lesson,
        page=_table_page(lesson, view, _moment(lesson, len(choices), error), step),
        title=_said(lesson, lesson.title),
        step=len(choices),
        steps=len(lesson.steps),
        says=_said(lesson, step.says if step else lesson.ends, figures) or _("That’s the end of this lesson."),
        about=step.about if step else "",
        reads_on=step is not None and not step.right,
        is_over=is_over,
        cost=_said(lesson, cost, figures) if cost else "",
        following=lesson_after(lesson) if is_over and lesson.is_of_the_book else None,
        language=language,
        says_language=language if step is not None or lesson.ends else "",
        cost_language=language if step is not None and step.is_by_author(cost) else "",
        note=_note_after(lesson, choices),
    )


def cost_of_choice(lesson: Lesson, choices: Sequence[str], *, seen: str, action: str) -> str:
    """Return what a wrong action would cost, "" for a right one. `seen` is the number of steps on the learner's page.

    Raises the engine's errors, MovedOn, NoSuchChoice.
    """
    if seen != str(len(choices)) or len(choices) == len(lesson.steps):
        raise MovedOn
    step = lesson.steps[len(choices)]
    if not step.right:
        if action != READ_ON:
            raise NoSuchChoice
        return ""
    state_after(lesson, choices).apply(games.Action(lesson.seat, action))
    if action not in step.choices:
        raise NoSuchChoice
    return step.cost_of(action)


def _said(lesson: Lesson, text: str, figures: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return a sentence of the lesson: of the book's in the reader's language, of a player's as it was written."""
    return _(text).format(**figures) if lesson.is_of_the_book else text


def _note_after(lesson: Lesson, choices: Sequence[str]) -> str:
    """Return what to say of the last choice, if the record goes on with another action; otherwise ""."""
    step = lesson.steps[len(choices) - 1] if choices else None
    if step is None or not step.played or choices[-1] == step.played:
        return ""
    card = step.played.split()[-1]
    if "play" not in step.played.split():
        return _("That’s right, too. The round goes on as it was played.")
    words = {"card": rounds_text.card_with_article(card)}
    if step.played in step.right:
        return _("That’s right, too. In this round, %(card)s was played.") % words
    return _("That’s right. In this round, %(card)s was played instead, and it goes on from there.") % words


def refusal_text(lesson: Lesson, error: games.GameError) -> str:
    """Return why the rules forbid an action, in the reader's language."""
    if not _has_tricks(lesson):
        return words_at(lesson.seat, _faces(lesson), _components(lesson)).say(error.code, error.params)
    return say_with_names(error.code, error.params, _faces(lesson))


def actions_after(lesson: Lesson, choices: Sequence[str]) -> tuple[games.Action, ...]:
    """Return all that has happened after these choices, with what the others do next."""
    done = list(lesson.opening)
    for step, choice in zip(lesson.steps, choices, strict=False):
        done += [*step.before, *([games.Action(lesson.seat, step.played or choice)] if step.right else ())]
    is_over = len(choices) == len(lesson.steps)
    return (*done, *(lesson.closing if is_over else lesson.steps[len(choices)].before))


def state_after(lesson: Lesson, choices: Sequence[str]) -> games.State:
    """Return the round after these choices. Raises the engine's errors."""
    return event_replay.state_after(lesson.setup, actions_after(lesson, choices))


def _link(lesson: Lesson) -> LessonLink:
    return LessonLink(lesson.slug, lesson.chapter, _(lesson.title))


def _table_page(lesson: Lesson, view: games.View, moment: Moment, step: Step | None) -> RoundPage | RacePage:
    offered = step.choices if step is not None else frozenset()
    facts = view.as_dict()
    # Only what the lesson has words for is offered: a signal, say, belongs to the lesson about signals.
    facts["legal"] = [action for action in facts["legal"] if action in offered]
    if not _has_tricks(lesson):
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
    faces = [SeatFace(number, name, mine=number == lesson.seat) for number, name in enumerate(lesson.names)]
    if len(faces) == 2 and lesson.setup.game in rounds_text.ROBOTS:
        faces.append(SeatFace(2, rounds_text.robot_name(lesson.setup.game), kind="robot"))
    return faces


def _has_tricks(lesson: Lesson) -> bool:
    return kind_of(lesson.setup.game).has_tricks
