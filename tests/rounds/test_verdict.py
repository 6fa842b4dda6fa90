"""Verdicts in sentences: one for every state of the solver's result."""

from __future__ import annotations

import pytest

import games
from logbook.rounds.view.status import Names
from logbook.rounds.view.verdict import Verdict, mark_label, verdict_sentence
from tests.rounds.round_views import NAMES

LOG = (
    games.Action(0, "take P7"),
    games.Action(1, "play B6"),
    games.Action(2, "robot play Y1"),
    games.Action(0, "timeout"),
)
CREW = Names(dict(enumerate(NAMES)))


@pytest.mark.parametrize(
    ("winnable", "fatal", "sentence"),
    [
        ([True, True, False, False, False], 1, "Turning point: trick 1. After blue 6 the mission couldn’t be won."),
        ([True, True, True, False, False], 2, "Turning point: trick 1. After yellow 1 the mission couldn’t be won."),
        (
            [True, False, False, False, False],
            0,
            (
                "Turning point: before the first trick. Ana takes the task pink 7. "
                "After that, the mission couldn’t be won."
            ),
        ),
        (
            [True, True, True, True, False],
            3,
            "Turning point: trick 1. Time ran out while the mission was still winnable.",
        ),
        (
            [False] * 5,
            None,
            ("As dealt, the mission couldn’t be won, however the tasks were shared and the cards played."),
        ),
        ([True] * 5, None, "The mission was still winnable when the attempt ended."),
        ([None] * 5, None, "We couldn’t find the turning point: there was too much to work out."),
        (
            [True, None, None, False, False],
            None,
            "Still winnable after step 0, already lost after step 3. The turning point is somewhere in between.",
        ),
        ([True, None, None, None, None], None, "Still winnable after step 0. We don’t know about the rest."),
        ([None, None, None, None, False], None, "Already lost after step 4. We don’t know about the earlier steps."),
    ],
)
def test_verdict_says_which_trick_lost_it(winnable: list[bool | None], fatal: int | None, sentence: str) -> None:
    assert verdict_sentence(Verdict(tuple(winnable), fatal), LOG, CREW, won=False) == sentence


def test_what_was_won_was_not_lost() -> None:
    assert verdict_sentence(Verdict((True,) * 5), LOG, CREW, won=True) == (
        "This deal was winnable, and the crew won it."
    )
    assert verdict_sentence(Verdict((None, True, True, True, True)), LOG, CREW, won=True) == "The mission was won."


def test_every_moment_has_a_mark_in_words() -> None:
    found = Verdict((True, None, False, False), fatal=1)
    marks = [found.mark(step) for step in range(5)]
    assert marks == ["open", "unknown", "fatal", "lost", ""]
    assert [mark_label(mark) for mark in ("open", "")] == ["still winnable", ""]
