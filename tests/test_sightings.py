"""The verdict on a replica, by what one process has seen at its own clock."""

from __future__ import annotations

import pytest

from crewsite.postgresql.sightings import SILENT, SILENT_SECONDS, UNKNOWN, Sightings

LIMIT = 5.0


@pytest.fixture
def seen() -> Sightings:
    """Return what is known at second 0: both servers answer, and the replica has replayed everything."""
    sightings = Sightings(LIMIT)
    sightings.primary_answered(0.0, 0.0, 100)
    sightings.replica_answered(100, "")
    return sightings


def test_replica_at_the_primarys_place_does_not_lag(seen: Sightings) -> None:
    for second in range(1, 60):
        seen.primary_answered(second, second, 100)
        seen.replica_answered(100, "")
        assert (seen.lag(second), seen.fault(second)) == (0.0, "")


def test_lag_is_the_age_of_the_oldest_place_not_reached(seen: Sightings) -> None:
    for second in range(1, 5):
        seen.primary_answered(second, second, 100 + second)
    assert seen.lag(4.5) == 3.5
    seen.replica_answered(102, "")
    assert seen.lag(4.5) == 1.5


def test_replica_beyond_the_limit_comes_back_at_half_of_it(seen: Sightings) -> None:
    for second in range(1, 9):
        seen.primary_answered(second, second, 100 + second)
        seen.replica_answered(100, "")
    assert seen.fault(8.0) == "is more than 5 seconds behind"
    seen.replica_answered(103, "")
    assert seen.lag(8.0) == 4.0
    assert seen.fault(8.0) == "is more than 5 seconds behind", "it would come and go"
    seen.replica_answered(106, "")
    assert seen.fault(8.0) == ""


def test_lag_stays_what_it_was_once_the_primary_is_away(seen: Sightings) -> None:
    seen.primary_answered(1.0, 1.0, 101)
    seen.primary.is_refused = True
    seen.replica_answered(100, "")
    assert seen.fault(1000.0) == ""
    assert seen.primary.is_away(1000.0)


def test_replica_that_was_an_hour_behind_is_not_used_then_either(seen: Sightings) -> None:
    for second in range(1, 3600):
        seen.primary_answered(second, second, 100 + second)
    seen.primary.is_refused = True
    seen.replica_answered(100, "")
    assert seen.fault(3600.0) == "is more than 5 seconds behind"


def test_word_of_another_process_counts_until_it_has_caught_up() -> None:
    started = Sightings(LIMIT, was_behind=True)
    started.primary.is_refused = True
    started.replica_answered(100, "")
    assert (started.fault(1.0), started.is_behind) == ("is more than 5 seconds behind", None)
    started.primary_answered(2.0, 2.0, 200)
    assert (started.fault(2.0), started.is_behind) == ("is more than 5 seconds behind", None)
    started.replica_answered(200, "")
    assert (started.fault(2.0), started.is_behind) == ("", False)


def test_process_that_starts_uses_no_replica_before_it_has_caught_up() -> None:
    started = Sightings(LIMIT)
    for second in range(6):
        started.primary_answered(second, second, 200 + second)
        started.replica_answered(100 + second, "")
        assert (started.fault(second), started.is_behind) == (UNKNOWN, None), "it may be an hour behind"
    assert (started.fault(6.0), started.is_behind) == ("is more than 5 seconds behind", True)
    started.replica_answered(205, "")
    assert (started.fault(6.0), started.is_behind) == ("", False)


def test_replica_never_seen_behind_is_read_without_a_primary() -> None:
    started = Sightings(LIMIT)
    started.primary.is_refused = True
    started.replica_answered(100, "")
    assert (started.fault(1.0), started.is_behind) == ("", None)


def test_server_that_leaves_a_question_open_is_away(seen: Sightings) -> None:
    seen.primary.asked_at = seen.replica.asked_at = 1.0
    assert not seen.primary.is_away(1.0 + SILENT_SECONDS)
    assert seen.fault(1.0 + SILENT_SECONDS) == ""
    assert seen.primary.is_away(1.1 + SILENT_SECONDS)
    assert seen.fault(1.1 + SILENT_SECONDS) == SILENT
    seen.primary_answered(1.0, 60.0, 100)
    seen.replica_answered(100, "")
    assert not seen.primary.is_away(60.0)
    assert seen.fault(60.0) == ""


def test_process_that_was_too_busy_to_ask_knows_nothing_new(seen: Sightings) -> None:
    assert not seen.primary.is_away(1000.0)
    assert seen.fault(1000.0) == ""


def test_new_primary_begins_anew(seen: Sightings) -> None:
    seen.primary_answered(1.0, 1.0, 500)
    seen.primary_answered(2.0, 2.0, 120)
    seen.replica_answered(120, "")
    assert seen.lag(3.0) == 0.0


def test_fault_of_the_replica_counts_before_its_lag(seen: Sightings) -> None:
    seen.replica_answered(100, "is empty")
    assert seen.fault(1.0) == "is empty"


def test_servers_that_were_never_asked_are_no_outage() -> None:
    sightings = Sightings(LIMIT)
    assert sightings.fault(0.0)
    assert not sightings.primary.is_away(0.0)
