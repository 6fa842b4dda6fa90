"""What an attempt counts for: every combination of the facts that decide it."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from logbook.tables.counting import AttemptFacts, Counts, PlayedFor, counts
from logbook.tables.models import Table

FREE, CHALLENGE, DAY, ARCHIVE = PlayedFor.FREE, PlayedFor.CHALLENGE, PlayedFor.DAY, PlayedFor.ARCHIVE
PRACTICE, HELPED = PlayedFor.PRACTICE, PlayedFor.HELPED
EITHER = (False, True)

# Played for, number, won, a stand-in decided, ruled out: each fact as the values that come to the same.
TABLE: list[tuple[Any, ...]] = [
    ((PRACTICE, HELPED, ARCHIVE), (1, 2), EITHER, EITHER, EITHER, Counts.NOTHING),
    ((DAY,), (2,), EITHER, EITHER, EITHER, Counts.NOTHING),
    ((DAY,), (1,), EITHER, EITHER, EITHER, Counts.DAY),
    ((FREE,), (1, 2), (True,), (True,), (False,), Counts.NOTHING),
    ((FREE,), (1, 2), (False,), (True,), (False,), Counts.CREWS),
    ((FREE,), (1, 2), EITHER, (False,), (False,), Counts.PEOPLE),
    ((CHALLENGE,), (1, 2), (True,), (True,), EITHER, Counts.CHALLENGE),
    ((CHALLENGE,), (1, 2), (False,), (True,), (True,), Counts.RATINGS),
    ((CHALLENGE,), (1, 2), EITHER, (False,), (True,), Counts.RATINGS),
    ((CHALLENGE,), (1, 2), (False,), (True,), (False,), Counts.CREWS),
    ((CHALLENGE,), (1, 2), EITHER, (False,), (False,), Counts.PEOPLE),
]
CASES = [(AttemptFacts(*facts), expected) for *columns, expected in TABLE for facts in product(*columns)]


@pytest.mark.parametrize(("facts", "expected"), CASES)
def test_facts_decide_what_an_attempt_counts_for(facts: AttemptFacts, expected: Counts) -> None:
    assert counts(facts) is expected


def test_the_table_has_every_combination_once() -> None:
    """No one rules on a free table."""
    every = {AttemptFacts(*facts) for facts in product(PlayedFor, (1, 2), EITHER, EITHER, EITHER)}
    possible = {facts for facts in every if not (facts.played_for is FREE and facts.ruled_out)}
    found = [facts for facts, _expected in CASES]
    assert len(found) == len(set(found))
    assert set(found) == possible


def test_values_are_in_order() -> None:
    assert sorted(Counts) == [
        *(Counts.NOTHING, Counts.DAY, Counts.CHALLENGE, Counts.RATINGS, Counts.CREWS, Counts.PEOPLE),
    ]


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ({}, FREE),
        ({"stage_id": 7}, CHALLENGE),
        ({"stage_id": 7, "daily": True}, DAY),
        ({"daily": True}, ARCHIVE),
        ({"practice": True}, PRACTICE),
        ({"practice": True, "helped": True}, HELPED),
    ],
)
def test_table_knows_what_it_is_played_for(columns: dict[str, Any], expected: PlayedFor) -> None:
    table = Table(**columns)
    assert table.played_for is expected
    assert table.is_free == (expected is FREE)
    assert expected.is_daily == bool(columns.get("daily"))
    assert expected.goes_on == (expected in (FREE, HELPED))
