"""Outcomes of attempts under policies and rulings, without a database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logbook.challenges.outcomes import ActiveRulings, Outcome, PlayedAttempt, better, state_of
from logbook.challenges.policies import POLICIES
from logbook.leaderboards.ranking import CrewResult, standings

UNTIL, BEST = POLICIES["until-success"], POLICIES["best-of"]


@dataclass
class Ruling:
    kind: str
    stage_id: int | None = None
    attempt: int | None = None
    crew_id: int | None = None
    other_id: int | None = None
    after: dict[str, Any] = field(default_factory=dict)


def played(text: str) -> list[PlayedAttempt]:
    """`w` a win, `W` one with the distress signal, `l` and `L` attempts that were lost."""
    return [PlayedAttempt(n, one in "wW", one.isupper()) for n, one in enumerate(text, start=1)]


def corrected(won: bool, attempts: int, distress: bool = False, *, until: int) -> ActiveRulings:
    after = {"won": won, "attempts": attempts, "distress": distress, "until": until}
    return ActiveRulings.of([Ruling("correct", 1, crew_id=7, after=after)])


@pytest.mark.parametrize(
    ("text", "logbook", "best"),
    [("w", 1, 1), ("W", 2, 2), ("llw", 3, 1), ("lLw", 4, 1), ("Ww", 2, 1), ("wL", 1, 1), ("ll", None, None)],
)
def test_a_score_counts_until_the_first_success_or_the_best_alone(
    text: str, logbook: int | None, best: int | None
) -> None:
    outcome = ActiveRulings().outcome(1, 7, played(text))
    assert outcome is not None
    assert (UNTIL.score(outcome), BEST.score(outcome)) == (logbook, best)


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
    outcome = ActiveRulings().outcome(1, 7, played(text))
    assert (
        state_of(policy=POLICIES[policy], attempts_allowed=allowed, attempts_used=len(text), outcome=outcome) == state
    )


def test_a_void_deal_counts_for_nobody() -> None:
    rulings = ActiveRulings.of([Ruling("void", 1, attempt=1), Ruling("void", 2)])
    assert rulings.outcome(1, 7, played("lw")) == Outcome(True, 1, False, 1)
    assert rulings.outcome(1, 8, played("w")) is None
    assert rulings.outcome(2, 7, played("w")) is None
    assert rulings.touches(1, 9)
    assert not rulings.touches(3, 9)


def test_a_correction_holds_until_more_is_played() -> None:
    assert corrected(True, 3, until=2).outcome(1, 7, played("ll")) == Outcome(True, 3, False, 1)
    assert corrected(False, 3, until=2).outcome(1, 7, played("llw")) == Outcome(True, 4, False, 1)
    assert corrected(False, 1, until=1).outcome(1, 7, played("w")) == Outcome(False, 1, False, None)
    assert corrected(True, 2, True, until=1).outcome(1, 8, played("l")) == Outcome(False, 1, False, None)


def test_the_better_or_the_earlier_entry_counts() -> None:
    late_and_good, early_and_bad = (Outcome(True, 1, False, 1), 9), (Outcome(True, 3, False, 1), 2)
    assert better(UNTIL, [early_and_bad, late_and_good], "better") == 1
    assert better(UNTIL, [early_and_bad, late_and_good], "earlier") == 0
    assert better(BEST, [early_and_bad, late_and_good], "better") == 1
    assert better(UNTIL, [(Outcome(False, 1, False, None), 1), late_and_good], "better") == 1


def merge(crew: int, into: int, counts: str) -> Ruling:
    return Ruling("merge", crew_id=crew, other_id=into, after={"counts": counts})


GOOD, BAD, LOST = Outcome(True, 1, False, 1), Outcome(True, 3, True, 2), Outcome(False, 1, False, None)


def test_entries_merged_one_after_the_other_become_the_last_ones() -> None:
    rulings = ActiveRulings.of([merge(1, 2, "better"), merge(2, 3, "better")])
    assert [rulings.merged_into(crew) for crew in (1, 2, 3, 4)] == [3, 3, 3, 4]
    assert rulings.counting_crews(UNTIL, {1: (GOOD, 9), 2: (BAD, 1), 3: (LOST, 1), 4: (LOST, 1)}) == {3: 1, 4: 4}


def test_merges_that_lead_in_a_circle_end() -> None:
    rulings = ActiveRulings.of([merge(1, 2, "better"), merge(2, 1, "better")])
    assert rulings.merged_into(1) in (1, 2)


def test_each_merger_is_weighed_by_its_own_rule() -> None:
    """1 and 2 by the earlier, then 3 by the better; and the other way round."""
    entries = {1: (GOOD, 5), 2: (BAD, 1), 3: (LOST, 0)}
    assert ActiveRulings.of([merge(1, 2, "earlier"), merge(3, 2, "better")]).counting_crews(UNTIL, entries) == {2: 2}
    assert ActiveRulings.of([merge(1, 2, "better"), merge(3, 2, "earlier")]).counting_crews(UNTIL, entries) == {2: 3}
    assert ActiveRulings.of([merge(1, 2, "better"), merge(3, 2, "better")]).counting_crews(UNTIL, entries) == {2: 1}
    assert ActiveRulings.of([merge(3, 2, "earlier"), merge(1, 2, "better")]).counting_crews(UNTIL, entries) == {2: 1}


def test_a_crew_merged_into_one_that_was_merged_already_follows_it() -> None:
    rulings = ActiveRulings.of([merge(2, 3, "better"), merge(1, 2, "earlier")])
    assert rulings.counting_crews(UNTIL, {1: (LOST, 0), 2: (GOOD, 2), 3: (BAD, 1)}) == {3: 1}
    assert rulings.counting_crews(UNTIL, {1: (LOST, 0)}) == {3: 1}
    assert rulings.counting_crews(UNTIL, {4: (LOST, 0)}) == {4: 4}


@pytest.mark.parametrize("how", ["better", "earlier"])
def test_first_of_level_entries_counts(how: str) -> None:
    assert better(UNTIL, [(GOOD, 1), (GOOD, 1)], how) == 0
    assert better(UNTIL, [(GOOD, 2), (GOOD, 1)], how) == 1


def test_better_of_entries_that_ended_together_counts() -> None:
    assert better(UNTIL, [(BAD, 1), (GOOD, 1)], "earlier") == 1
    assert better(UNTIL, [(LOST, 1), (BAD, 1)], "earlier") == 1
    clean, signalled = Outcome(True, 2, False, 1), Outcome(True, 2, True, 2)
    assert better(UNTIL, [(signalled, 1), (clean, 1)], "earlier") == 1


def test_a_ruling_without_a_stage_is_about_no_stage() -> None:
    rulings = ActiveRulings.of(
        [Ruling("readmit", 1, crew_id=7), Ruling("readmit", 1, crew_id=7), Ruling("late-entry", crew_id=7)]
    )
    assert (
        rulings.attempts_allowed(1, 1, 7),
        rulings.attempts_allowed(1, 2, 7),
        rulings.attempts_allowed(1, 1, 8),
        rulings.attempts_allowed(2, 1, None),
    ) == (3, 1, 1, 2)
    assert rulings.let_in == {7}
    assert not rulings.touches(1, 7)


def test_a_correction_has_a_best_attempt() -> None:
    first, later = PlayedAttempt(1, True, False), PlayedAttempt(3, True, False)
    signalled = corrected(True, 2, True, until=2).outcome(1, 7, [first])
    assert signalled is not None
    assert (signalled.best, BEST.score(signalled)) == (2, 2)
    since = corrected(True, 2, True, until=2).outcome(1, 7, [first, later])
    assert since is not None
    assert (since.best, since.attempts) == (1, 2)
    help_since = corrected(False, 1, until=1).outcome(1, 7, [PlayedAttempt(2, True, True)])
    assert help_since is not None
    assert (help_since.distress, help_since.attempts) == (True, 2)


@given(st.text("wWlL", max_size=6), st.integers(1, 6))
def test_law_without_rulings_is_what_the_logbook_says(text: str, stage: int) -> None:
    outcome = ActiveRulings().outcome(stage, 7, played(text))
    assert (outcome is None) == (not text)
    if outcome is not None:
        assert outcome.won == ("w" in text.lower())
        assert outcome.attempts == (text.lower().index("w") + 1 if outcome.won else len(text))


def line(*runs: CrewResult, policy: str, stages: Sequence[int] = (1, 2, 3)) -> tuple[int, int, int]:
    (found,) = standings(runs, policy=POLICIES[policy], stages=stages)
    return found.stages_won, found.score, found.attempts


def test_a_gauntlet_counts_stages_in_a_row() -> None:
    won, lost = CrewResult(7, True, 1, False, 1, 1), CrewResult(7, False, 1, False, 2, 0)
    third = CrewResult(7, True, 1, True, 3, 2)
    assert line(won, lost, third, policy="gauntlet") == (1, 1, 3)
    assert line(won, lost, third, policy="gauntlet", stages=(1, 3)) == (2, 3, 3)
    assert line(lost, third, policy="gauntlet") == (0, 0, 2)


def test_best_of_counts_the_best_attempt() -> None:
    runs = [CrewResult(7, True, 3, True, 1, 1), CrewResult(7, True, 1, True, 2, 2)]
    assert line(*runs, policy="best-of") == (2, 3, 4)
    assert line(*runs, policy="until-success") == (2, 6, 4)
