"""Selector of a lesson by a player as a lesson of the book: the same page shows both."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

import games
from logbook.lessons.book import Lesson, Step, Wrong
from logbook.player_lessons.access import ensure_possible
from logbook.player_lessons.exceptions import NoSteps
from logbook.player_lessons.models import LessonStep, PlayerLesson
from logbook.player_lessons.selectors.moments import NAMES, is_card_play
from logbook.tables import event_replay
from logbook.tables.models import Attempt


def value_of(lesson: PlayerLesson) -> Lesson:
    """Return the lesson for its learners. Raises what `ensure_possible` raises, NoSteps."""
    value = book_lesson(lesson, ensure_possible(lesson.attempt))
    if not value.steps:
        raise NoSteps
    return value


def book_lesson(lesson: PlayerLesson, attempt: Attempt) -> Lesson:
    """Return the lesson as one of the book: the page of lessons shows both in the same way."""
    record, steps = event_replay.actions_of(attempt), list(lesson.steps.all())
    setup = event_replay.setup_of(attempt)
    ends = [step.moment + step.acts for step in steps]
    closing = record[ends[-1] : _end_of_trick(record, ends[-1], setup.players)] if steps else ()
    befores = [(), *(record[end : step.moment] for end, step in zip(ends, steps[1:], strict=False))]
    return Lesson(
        slug=lesson.key,
        title=lesson.title,
        idea="",
        chapter="",
        teaches=(),
        setup=setup,
        seat=lesson.seat,
        names=NAMES[: setup.players],
        opening=record[: steps[0].moment] if steps else (),
        steps=tuple(_step(step, before) for step, before in zip(steps, befores, strict=False)),
        closing=closing,
        ends=lesson.ends,
        language=lesson.language,
    )


def _step(step: LessonStep, before: tuple[games.Action, ...]) -> Step:
    is_card = is_card_play(step.played)
    about = "trick" if not step.acts else "hand" if is_card else "choices"
    return Step(before, step.says, about, tuple(step.right), tuple(_wrongs(step)), step.played)


def _wrongs(step: LessonStep) -> Iterable[Wrong]:
    """Yield each wrong action with its sentence: the author's, or what the solver has found."""
    wrong = [text for text in step.offered if text not in step.right]
    if step.wrong_says:
        yield Wrong(tuple(wrong), step.wrong_says, by_author=True)
        return
    chances = [chance for text in step.right if (chance := _chance(step, text)) is not None]
    for text in wrong:
        yield Wrong((text,), _cost(step, text, max(chances, default=None)))


def _cost(step: LessonStep, text: str, best: int | None) -> str:
    chance = _chance(step, text)
    # In a position that is lost anyway, no card costs the mission.
    if _winnable(step, text) is False and any(_winnable(step, right) is not False for right in step.right):
        return _("After this card, the mission can’t be won any more.")
    if chance is not None and best is not None and chance < best:
        words = {"chance": chance, "best": best}
        return (
            _("With this card, the crew wins %(chance)d of 100 simulated deals; with the right one, it wins %(best)d.")
            % words
        )
    return _("The author of this lesson is looking for something else here.")


def _winnable(step: LessonStep, text: str) -> bool | None:
    winnable: bool | None = step.judged.get(text, (None, None))[0]
    return winnable


def _chance(step: LessonStep, text: str) -> int | None:
    chance: int | None = step.judged.get(text, (None, None))[1]
    return chance


def _end_of_trick(record: Sequence[games.Action], start: int, players: int) -> int:
    """Return the place in the record at which the trick under way at `start` has ended."""
    size = max(players, 3)  # Two players have a robot.
    missing = -sum(is_card_play(action.text) for action in record[:start]) % size
    end = start
    while missing and end < len(record):
        missing -= is_card_play(record[end].text)
        end += 1
    return end
