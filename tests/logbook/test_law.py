"""What attempts come to under policies and rulings, without a database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logbook.law import Law, Outcome, Played, better, state_of
from logbook.ranking import Run, standings


@dataclass
class Ruling:
    kind: str
    stage_id: int | None = None
    attempt: int | None = None
    crew_id: int | None = None
    other_id: int | None = None
    after: dict[str, Any] = field(default_factory=dict)


def played(text: str) -> list[Played]:
    """`w` a win, `W` one with the distress signal, `l` and `L` attempts that were lost."""
    return [Played(n, one in "wW", one.isupper()) for n, one in enumerate(text, start=1)]


def corrected(won: bool, attempts: int, distress: bool = False, *, until: int) -> Law:
    after = {"won": won, "attempts": attempts, "distress": distress, "until": until}
    return Law.of([Ruling("correct", 1, crew_id=7, after=after)])


@pytest.mark.parametrize(
    ("text", "logbook", "best"),
    [("w", 1, 1), ("W", 2, 2), ("llw", 3, 1), ("lLw", 4, 1), ("Ww", 2, 1), ("wL", 1, 1), ("ll", None, None)],
)
def test_the_logbook_counts_until_the_first_success_and_best_of_the_best_alone(
    text: str, logbook: int | None, best: int | None
) -> None:
    outcome = Law().outcome(1, 7, played(text))
    assert outcome is not None
    assert (outcome.score("until-success"), outcome.score("best-of")) == (logbook, best)


@pytest.mark.parametrize(
    ("policy", "text", "allowed", "state"),
    [
        ("until-success", "lw", 3, "won"),
        ("until-success", "ll", 3, "between"),
        ("until-success", "lll", 3, "ended"),
        ("best-of", "w", 3, "between"),
        ("best-of", "wll", 3, "won"),
        ("best-of", "lll", 3, "ended"),
        ("gauntlet", "w", 1, "won"),
        ("gauntlet", "l", 1, "ended"),
        ("gauntlet", "l", 2, "between"),
    ],
)
def test_how_a_table_stands(policy: str, text: str, allowed: int, state: str) -> None:
    outcome = Law().outcome(1, 7, played(text))
    assert state_of(policy=policy, allowed=allowed, used=len(text), outcome=outcome) == state


def test_a_void_deal_counts_for_nobody() -> None:
    law = Law.of([Ruling("void", 1, attempt=1), Ruling("void", 2)])
    assert law.outcome(1, 7, played("lw")) == Outcome(True, 1, False, 1)
    assert law.outcome(1, 8, played("w")) is None
    assert law.outcome(2, 7, played("w")) is None
    assert law.touches(1, 9)
    assert not law.touches(3, 9)


def test_a_correction_holds_until_more_is_played() -> None:
    assert corrected(True, 3, until=2).outcome(1, 7, played("ll")) == Outcome(True, 3, False, 1)
    assert corrected(False, 3, until=2).outcome(1, 7, played("llw")) == Outcome(True, 4, False, 1)
    assert corrected(False, 1, until=1).outcome(1, 7, played("w")) == Outcome(False, 1, False, None)
    assert corrected(True, 2, True, until=1).outcome(1, 8, played("l")) == Outcome(False, 1, False, None)


def test_the_better_or_the_earlier_entry_counts() -> None:
    late_and_good, early_and_bad = (Outcome(True, 1, False, 1), 9), (Outcome(True, 3, False, 1), 2)
    assert better("until-success", [early_and_bad, late_and_good], "better") == 1
    assert better("until-success", [early_and_bad, late_and_good], "earlier") == 0
    assert better("best-of", [early_and_bad, late_and_good], "better") == 1
    assert better("single", [(Outcome(False, 1, False, None), 1), late_and_good], "better") == 1


@given(st.text("wWlL", max_size=6), st.integers(1, 6))
def test_without_rulings_the_law_is_what_the_logbook_says(text: str, stage: int) -> None:
    outcome = Law().outcome(stage, 7, played(text))
    assert (outcome is None) == (not text)
    if outcome is not None:
        assert outcome.won == ("w" in text.lower())
        assert outcome.attempts == (text.lower().index("w") + 1 if outcome.won else len(text))


def line(*runs: Run, policy: str, stages: Sequence[int] = (1, 2, 3)) -> tuple[int, int, int]:
    (found,) = standings(runs, policy=policy, stages=stages)
    return found.stages_won, found.score, found.attempts


def test_a_gauntlet_counts_stages_in_a_row() -> None:
    won, lost = Run(7, True, 1, False, 1, 1), Run(7, False, 1, False, 2, 0)
    third = Run(7, True, 1, True, 3, 2)
    assert line(won, lost, third, policy="gauntlet") == (1, 1, 3)
    assert line(won, lost, third, policy="gauntlet", stages=(1, 3)) == (2, 3, 3)
    assert line(lost, third, policy="gauntlet") == (0, 0, 2)


def test_best_of_counts_the_best_attempt() -> None:
    runs = [Run(7, True, 3, True, 1, 1), Run(7, True, 1, True, 2, 2)]
    assert line(*runs, policy="best-of") == (2, 3, 4)
    assert line(*runs, policy="") == (2, 6, 4)
