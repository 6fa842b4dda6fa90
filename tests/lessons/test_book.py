"""The book of lessons: every way through each is legal, and its right cards are the solver's."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import games
from games.crew.solver import Won, solve
from logbook.lessons.book import PLACES, Lesson, lesson_after, lessons
from logbook.lessons.progress import READ_ON
from logbook.lessons.selectors import state_after

Ways = Iterator[tuple[tuple[str, ...], games.State]]

WORDS_A_SECOND = 200 / 60
SECONDS_A_DECISION = 4
MOST_WORDS = 25

every_lesson = pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.slug)


def ways(lesson: Lesson, choices: tuple[str, ...] = ()) -> Ways:
    """Yield every moment of the lesson that right choices lead to. Raises what the rules refuse."""
    state = state_after(lesson, choices)
    yield choices, state
    if len(choices) < len(lesson.steps):
        possible = {action.text for action in state.legal_actions(lesson.seat)}
        right = lesson.steps[len(choices)].right
        for choice in [choice for choice in right if choice in possible] if right else [READ_ON]:
            yield from ways(lesson, (*choices, choice))


def decisions(lesson: Lesson) -> Ways:
    """Yield the moments at which the learner acts."""
    for choices, state in ways(lesson):
        if len(choices) < len(lesson.steps) and lesson.steps[len(choices)].right:
            yield choices, state


def sentences(lesson: Lesson) -> list[str]:
    costs = [wrong.cost for step in lesson.steps for wrong in step.wrong]
    return [lesson.idea, lesson.ends, *(step.says for step in lesson.steps), *costs]


def verb(action: str) -> str:
    return action.partition(" ")[0]


def can_be_won(state: games.State) -> bool:
    return bool(state.outcome.success) if state.outcome is not None else isinstance(solve(state), Won)


@every_lesson
def test_every_way_leads_to_the_end(lesson: Lesson) -> None:
    ends = [state for choices, state in ways(lesson) if len(choices) == len(lesson.steps)]
    assert ends
    assert all(state.outcome is None or state.outcome.success for state in ends)


@every_lesson
def test_every_action_of_the_same_sort_is_right_or_has_its_sentence(lesson: Lesson) -> None:
    offered: dict[int, set[str]] = {}
    for choices, state in decisions(lesson):
        step = lesson.steps[len(choices)]
        possible = {action.text for action in state.legal_actions(lesson.seat)}
        same_sort = {action for action in possible if verb(action) in {verb(choice) for choice in step.right}}
        assert same_sort <= step.choices, (len(choices), same_sort - step.choices)
        assert possible & set(step.right)
        offered.setdefault(len(choices), set()).update(possible & step.choices)
    for number, actions in offered.items():
        assert actions == lesson.steps[number].choices, "no sentence is about an action that nobody can choose"


@every_lesson
def test_right_cards_are_the_solvers(lesson: Lesson) -> None:
    """Cards are right if the mission can still be won after them. Other right choices can be won with, too."""
    for choices, state in decisions(lesson):
        step = lesson.steps[len(choices)]
        for action in state.legal_actions(lesson.seat):
            is_right = action.text in step.right
            if action.text in step.choices and (is_right or verb(action.text) == "play"):
                assert can_be_won(state.apply(action)) == is_right, (len(choices), action.text)


@every_lesson
def test_a_careful_reader_ends_in_two_minutes(lesson: Lesson) -> None:
    assert 1 <= lesson.decisions <= 25
    words = sum(len(sentence.split()) for sentence in sentences(lesson))
    assert words / WORDS_A_SECOND + SECONDS_A_DECISION * len(lesson.steps) < 120


@every_lesson
def test_sentences_are_short_and_stand_beside_something(lesson: Lesson) -> None:
    assert {step.about for step in lesson.steps} <= set(PLACES)
    parts = [part for sentence in sentences(lesson) for part in re.split(r"(?<=[.?:]) ", sentence)]
    assert [part for part in parts if len(part.split()) > MOST_WORDS] == []


def test_lessons_follow_one_another() -> None:
    slugs = [lesson.slug for lesson in lessons()]
    assert len(set(slugs)) == len(slugs)
    assert [following.slug for lesson in lessons() if (following := lesson_after(lesson))] == slugs[1:]
