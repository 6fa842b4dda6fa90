"""What the pages count for a mission's special conditions."""

from __future__ import annotations

import pytest

from games.crew.planet_nine.progress import progress_of
from tests.games.builders import after_tricks, sea, table


@pytest.mark.parametrize(
    ("mission", "tricks", "said"),
    [
        ("9", ["0: B5 B2 B3 B4"], "Tricks won by a 1: 0 of 1"),
        ("26", ["0: P1 B5 Y2 G3"], "Tricks won by a 1: 1 of 2"),
        ("13", ["0: R2 B5 Y2 G3", "0: R1 B6 Y3 G4"], "Tricks won by a rocket: 2 of 4"),
        ("44", ["0: R1 B5 Y2 G3"], "Tricks won by a rocket: 1 of 4"),
        ("16", ["0: P9 R1 P2 P3"], "Nines left: 3"),
        ("29", ["0: P9 P1 P2 P3"], "Most and fewest tricks: 1 and 0"),
        ("46", ["0: P9 P1 P2 P3"], "Pink cards left: 5"),
    ],
)
def test_it_counts_what_the_finished_tricks_hold(mission: str, tricks: list[str], said: str) -> None:
    changes = {"collector": 0} if mission == "46" else {}
    state = after_tricks(mission, *tricks, **changes)
    assert state.outcome is None
    assert [str(sentence) for sentence in progress_of(state)] == [said]


def test_the_first_four_tricks_count_down_and_are_then_silent() -> None:
    trick = "0: B9 B2 B3 B4"
    said = [progress_of(after_tricks("50", *[trick] * number, roles=(0, 1))) for number in (1, 3)]
    assert [str(sentence) for one in said for sentence in one] == [
        "First four tricks: 3 to go",
        "First four tricks: 1 to go",
    ]
    assert progress_of(after_tricks("50", *[trick] * 4, roles=(0, 1))) == ()


def test_other_missions_and_ended_rounds_count_nothing() -> None:
    assert progress_of(table("1")) == ()
    assert progress_of(sea("1")) == ()
    lost = after_tricks("16", "0: P9 P1 P2 P3")
    assert lost.outcome is not None
    assert progress_of(lost) == ()
