"""The book of lessons: every way through each is legal, and its right cards are the solver's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter

import pytest

import games
from games.crew.solver import Won, solve
from games.deep_blue.odds import odds_of_view
from logbook.lessons.book import PLACES, RACE_PLACES, Lesson, lesson_after, lessons
from logbook.lessons.dive_figures import dive_figures
from logbook.lessons.progress import READ_ON
from logbook.lessons.selectors import actions_after, state_after

Ways = Iterator[tuple[tuple[str, ...], games.State]]

WORDS_A_SECOND = 200 / 60
SECONDS_A_DECISION = 4
MOST_WORDS = 25

every_lesson = pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.slug)


missions = pytest.mark.parametrize(
    "lesson", [lesson for lesson in lessons() if not lesson.has_seed], ids=lambda lesson: lesson.slug
)
races = pytest.mark.parametrize(
    "lesson", [lesson for lesson in lessons() if lesson.has_seed], ids=lambda lesson: lesson.slug
)


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


@missions
def test_right_cards_are_the_solvers(lesson: Lesson) -> None:
    """Cards are right if the mission can still be won after them. Other right choices can be won with, too."""
    for choices, state in decisions(lesson):
        step = lesson.steps[len(choices)]
        for action in state.legal_actions(lesson.seat):
            is_right = action.text in step.right
            if action.text in step.choices and (is_right or verb(action.text) == "play"):
                assert can_be_won(state.apply(action)) == is_right, (len(choices), action.text)


@races
def test_a_race_draws_on_exactly_while_the_odds_pay(lesson: Lesson) -> None:
    """A race has no solver: what is right for a leader is what the exact odds say."""
    for choices, state in decisions(lesson):
        right = lesson.steps[len(choices)].right
        if {"draw", "stop"} & set(right):
            gain = odds_of_view(state.view(lesson.seat)).values.gain
            assert right == (("draw",) if gain > 0 else ("stop",)), (len(choices), gain)


@races
def test_figures_of_a_dive_are_those_of_the_odds(lesson: Lesson) -> None:
    """A sentence names its figures in braces, and each can be filled at its moment; a percentage is never typed in."""
    for choices, state in ways(lesson):
        if len(choices) < len(lesson.steps):
            step = lesson.steps[len(choices)]
            figures = dive_figures(state.view(lesson.seat))
            for sentence in (step.says, *(wrong.cost for wrong in step.wrong)):
                assert named(sentence) <= set(figures), sentence
                assert "%" not in sentence
            for wrong in step.wrong:
                assert not {"draw", "stop"} & set(wrong.actions) or "on" in named(wrong.cost), wrong.cost
    assert named(lesson.idea) | named(lesson.ends) == set()


@races
def test_a_race_is_the_same_every_time(lesson: Lesson) -> None:
    """Its chance comes from the seed alone."""
    for choices, state in ways(lesson):
        again = games.deal(lesson.setup)
        for action in actions_after(lesson, choices):
            again = again.apply(action)
        assert again is not state
        assert again.view(lesson.seat) == state.view(lesson.seat)


def named(sentence: str) -> set[str]:
    """Return the figures that a sentence names."""
    return {name for _text, name, _format, _conversion in Formatter().parse(sentence) if name}


@every_lesson
def test_a_careful_reader_ends_in_two_minutes(lesson: Lesson) -> None:
    assert 1 <= lesson.decisions <= 25
    words = sum(len(sentence.split()) for sentence in sentences(lesson))
    assert words / WORDS_A_SECOND + SECONDS_A_DECISION * len(lesson.steps) < 120


@every_lesson
def test_sentences_are_short_and_stand_beside_something(lesson: Lesson) -> None:
    assert {step.about for step in lesson.steps} <= set(RACE_PLACES if lesson.has_seed else PLACES)
    parts = [part for sentence in sentences(lesson) for part in re.split(r"(?<=[.?:]) ", sentence)]
    assert [part for part in parts if len(part.split()) > MOST_WORDS] == []


def test_lessons_follow_one_another() -> None:
    slugs = [lesson.slug for lesson in lessons()]
    assert len(set(slugs)) == len(slugs)
    assert [following.slug for lesson in lessons() if (following := lesson_after(lesson))] == slugs[1:]


def test_what_lessons_prepare_for_occurs_in_missions() -> None:
    described = {
        part.code
        for game in games.GAMES.values()
        for mission in game.missions
        for part in games.describe(games.Setup(game.slug, str(mission), 4)).parts
    }
    for lesson in lessons():
        assert set(lesson.teaches) <= described, lesson.slug
