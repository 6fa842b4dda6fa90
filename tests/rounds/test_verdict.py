"""Verdicts in sentences: one for every state of the solver's result."""

from __future__ import annotations

import pytest

import games
from logbook.rounds.view.status import Names
from logbook.rounds.view.verdict import Verdict, mark_words, verdict_sentence
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
        ([True, True, False, False, False], 1, "Ben's blue 6 lost it: after it no way of playing wins."),
        ([True, True, True, False, False], 2, "JARVIS's yellow 1 lost it: after it no way of playing wins."),
        (
            [True, False, False, False, False],
            0,
            "Ana takes the task pink 7. That lost it: after it no way of playing wins.",
        ),
        ([True, True, True, True, False], 3, "The time ran out while it could still be won."),
        ([False] * 5, None, "Lost from the deal on: no way of sharing the tasks out and playing wins."),
        ([True] * 5, None, "It could still be won when it ended."),
        ([None] * 5, None, "It is not known where it was lost: that is too much to work out."),
        (
            [True, None, None, False, False],
            None,
            "After step 0 it could still be won, after step 3 not. In between is not known.",
        ),
        ([True, None, None, None, None], None, "After step 0 it could still be won. What came later is not known."),
        ([None, None, None, None, False], None, "After step 4 it was lost. Whether it was before is not known."),
    ],
)
def test_where_it_was_lost(winnable: list[bool | None], fatal: int | None, sentence: str) -> None:
    assert verdict_sentence(Verdict(tuple(winnable), fatal), LOG, CREW, won=False) == sentence


def test_what_was_won_was_not_lost() -> None:
    assert verdict_sentence(Verdict((True,) * 5), LOG, CREW, won=True) == "It could be won from the deal on, and was."
    assert verdict_sentence(Verdict((None, True, True, True, True)), LOG, CREW, won=True) == "It was won."


def test_every_moment_has_a_mark_in_words() -> None:
    found = Verdict((True, None, False, False), fatal=1)
    marks = [found.mark(step) for step in range(5)]
    assert marks == ["open", "unknown", "fatal", "lost", ""]
    assert [mark_words(mark) for mark in ("open", "")] == ["could still be won", ""]
