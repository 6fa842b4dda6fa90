"""Selectors of lessons and of practice with help.

The list of lessons, the page of a moment, made of the learner's own view; the help at a practice table, and the meters.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

import games
from games.deep_blue.component_sets import component_set
from games.deep_blue.components import Components
from logbook.lessons.book import Lesson, Step, lesson_after, lessons
from logbook.lessons.dive_figures import dive_figures
from logbook.lessons.exceptions import MovedOn, NoSuchChoice
from logbook.lessons.models import HelpLevel
from logbook.lessons.pictures import Picture, pictures
from logbook.lessons.progress import READ_ON
from logbook.people.models.players import Player
from logbook.races.view.page import race_page, words_at
from logbook.races.view.parts import RacePage
from logbook.rounds import text as rounds_text
from logbook.rounds.text import robot_name
from logbook.rounds.view.help import LEVELS, MARKED, NO_HELP, Answered, Help, help_with
from logbook.rounds.view.page import Moment, RoundPage, SeatFace, round_page
from logbook.rounds.view.questions import QUESTIONS, question_of
from logbook.tables import event_replay
from logbook.tables.kinds import kind_of
from logbook.tables.selectors.help import HelpedTurn
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
    return _("That’s right. In this round, %(card)s was played instead, and the lesson goes on from there.") % words


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


Levels = Mapping[str, HelpLevel]
"""The rows of a player, by concept."""


@dataclass(frozen=True, slots=True)
class Meter:
    """The progress of a player with a concept of counting."""

    concept: str
    title: str
    idea: str
    steps_done: int
    steps: int
    """The number of steps from all help to none."""
    words: str
    """The level of help in words."""
    asked: int
    right: int


IDEAS: Final[Mapping[str, str | Promise]] = {
    HelpLevel.Concept.VOIDS: gettext_lazy("Who has run out of a suit"),
    HelpLevel.Concept.TRUMPS: gettext_lazy("Which rockets or submarines are left, and who may have them"),
    HelpLevel.Concept.CERTAIN: gettext_lazy("Which cards only one player can have"),
    HelpLevel.Concept.WINNERS: gettext_lazy("Which of your cards no one can beat"),
}


def levels_of(player: Player | None) -> dict[str, HelpLevel]:
    """Return the player's rows, by concept. One query; none for a visitor."""
    rows = HelpLevel.objects.filter(player=player) if player is not None else ()
    return {row.concept: row for row in rows}


def meters_of(player: Player | None) -> list[Meter]:
    """Return the player's meters of all concepts."""
    rows = levels_of(player)
    return [_meter(HelpLevel.Concept(concept), rows.get(concept)) for concept in HelpLevel.Concept.values]


def _meter(concept: HelpLevel.Concept, row: HelpLevel | None) -> Meter:
    level = row.level_in(None) if row else MARKED
    return Meter(
        concept=concept.value,
        title=str(concept.label),
        idea=str(IDEAS[concept]),
        steps_done=level - MARKED,
        steps=NO_HELP - MARKED,
        words=str(LEVELS[level]),
        asked=row.asked if row else 0,
        right=row.right if row else 0,
    )


def was_answered(rows: Levels, now: HelpedTurn) -> bool:
    """Return whether the player has answered the question of this turn."""
    return _answered_row(rows, now) is not None


def _answered_row(rows: Levels, now: HelpedTurn) -> HelpLevel | None:
    return next((row for row in rows.values() if row.was_answered(now.attempt.pk, now.turn.trick)), None)


def help_for(now: HelpedTurn) -> Help:
    """Return the help for the player of this moment."""
    return help_of(now, levels_of(now.player))


def help_of(now: HelpedTurn, rows: Levels) -> Help:
    """Return the help with these rows: a question, or the answer to it."""
    levels = {
        concept: rows[concept].level_in(now.attempt.pk) if concept in rows else MARKED
        for concept in HelpLevel.Concept.values
    }
    row = _answered_row(rows, now)
    if row is not None:
        return help_with(now.turn, now.names, levels, answered=_answered(now, row))
    asked = {concept for concept, level in levels.items() if level != NO_HELP}
    question = question_of(now.turn, now.names, asked, shift=now.attempt.number)
    return help_with(now.turn, now.names, levels, question=question)


def _answered(now: HelpedTurn, row: HelpLevel) -> Answered | None:
    """Return the answered question while the player has not played; None once a signal has made it another one."""
    question = QUESTIONS[row.concept](now.turn, now.names) if now.turn.is_own else None
    if question is None or question.about != row.about:
        return None
    return Answered(question, is_right=row.answer == question.right)
