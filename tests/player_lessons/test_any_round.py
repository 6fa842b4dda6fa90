"""Lessons of rounds played at random, in all phases of both games: every moment of theirs can be shown and taken."""

from __future__ import annotations

import pytest
from django.test import Client

from games import Action
from logbook.lessons.selectors import lesson_page, state_after
from logbook.people.models.players import Player
from logbook.player_lessons.models import LessonStep, PlayerLesson
from logbook.player_lessons.selectors import moments
from logbook.player_lessons.selectors.book_lessons import book_lesson
from logbook.player_lessons.services import authoring
from logbook.tables import event_replay
from logbook.tables.models import Attempt
from tests.conftest import SignedIn, person
from tests.player_lessons.scenes import READ_ON, act, address, offered, way
from tests.reviews.scenes import attempt_with, lines
from tests.tables.attempts_scenes import open_table, started

pytestmark = [pytest.mark.django_db, pytest.mark.once]

ROUNDS = [
    ("planet-nine", "5", 3), ("planet-nine", "11", 5), ("planet-nine", "20", 4), ("planet-nine", "24", 4),
    ("planet-nine", "30", 2), ("deep-sea", "2", 2), ("deep-sea", "8", 4), ("deep-sea", "22", 5), ("deep-sea", "27", 3),
]  # fmt: skip


@pytest.mark.parametrize(("game", "mission", "players"), ROUNDS)
def test_every_moment_of_a_round_is_shown_and_taken(game: str, mission: str, players: int, alice: Player) -> None:
    attempt, record = _played(alice, game, mission, players)
    for seat in range(players):
        lesson = authoring.make_lesson(attempt=attempt, by=alice, seat=seat, title="All of it", language="en")
        _fill(lesson, attempt)
        value = book_lesson(lesson, attempt)
        choices: list[str] = []
        for step in (*value.steps, None):
            page = lesson_page(value, choices)
            assert page.is_over == (step is None)
            if step is not None:
                legal = {action.text for action in state_after(value, choices).legal_actions(seat)}
                assert step.choices <= legal
                assert set(step.right) <= step.choices
                assert all(step.cost_of(action) for action in step.choices - {*step.right})
                choices.append(step.right[0] if step.right else READ_ON)
        length = len(state_after(value, choices).log)
        assert list(state_after(value, choices).log) == record[:length]


@pytest.mark.parametrize(
    ("game", "mission", "players"), [("deep-sea", "13", 4), ("planet-nine", "24", 4), ("planet-nine", "5", 2)]
)
def test_page_offers_each_choice(  # the clock, the commander's distribution, and the robot
    game: str, mission: str, players: int, alice: Player, client: Client, signed_in: SignedIn
) -> None:
    attempt, _record = _played(alice, game, mission, players)
    lesson = authoring.make_lesson(attempt=attempt, by=alice, seat=0, title="All of it", language="en")
    _fill(lesson, attempt)
    PlayerLesson.objects.filter(pk=lesson.pk).update(state="link")
    for seen, choice in enumerate(way(lesson)):
        assert choice in offered(client.get(address(lesson)).text)
        assert act(client, lesson, seen, choice)[0] == 200
    for step in lesson.steps.all():
        assert signed_in(alice).get(address(lesson, f"edit/{step.moment}/")).status_code == 200


def _played(alice: Player, game: str, mission: str, players: int) -> tuple[Attempt, list[Action]]:
    """Return an attempt of this mission played at random to its end, and its actions."""
    people = [alice, *(person(name) for name in ("Vera", "Walt", "Xena", "Yuri")[: players - 1])]
    setup = event_replay.setup_of(started(open_table(*people, game=game, mission=mission), alice))
    record, _other, _same = lines(setup, 3)
    return attempt_with(people, record, game=game, mission=mission), record


def _fill(lesson: PlayerLesson, attempt: Attempt) -> None:
    """Add a step at each of the learner's turns, at the deal and at the end."""
    rows = []
    for moment in range(attempt.length + 1):
        choices = moments.choices_at(lesson, attempt, moment)
        if choices.offered or moment in (0, attempt.length):
            right = [choices.played] if choices.offered else []
            rows.append(
                LessonStep(
                    lesson=lesson, moment=moment, says=f"Moment {moment}", acts=bool(right), played=choices.played,
                    offered=list(choices.offered), right=right,
                )
            )  # fmt: skip
    LessonStep.objects.bulk_create(rows)
    assert any(row.acts for row in rows)
    assert all(moments.action_words("planet-nine", text, 4) for row in rows for text in row.offered)
