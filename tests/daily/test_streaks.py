"""Streaks of days."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from logbook.daily.streaks import BRIDGED_EVERY, Streak, streak

TODAY = date(2026, 11, 25)


def ago(*days: int) -> set[date]:
    return {TODAY - timedelta(days=n) for n in days}


def test_today_breaks_nothing_while_it_lasts() -> None:
    assert streak(ago(1, 2), set(), TODAY) == Streak(2)
    assert streak(ago(0, 1, 2), set(), TODAY) == Streak(3)
    assert streak(set(), set(), TODAY) == Streak()


def test_one_missed_day_in_seven_is_bridged() -> None:
    assert streak(ago(0, 1, 3, 4), set(), TODAY) == Streak(4, tuple(ago(2)))
    assert streak(ago(0, 2, 4), set(), TODAY) == Streak(2, tuple(ago(1)))  # The second gap is too soon.
    assert streak(ago(0, 2, 3, 4, 5, 6, 7, 9), set(), TODAY).days == 8  # A week later it is not.


def test_two_missed_days_in_a_row_end_it() -> None:
    assert streak(ago(0, 1, 4, 5), set(), TODAY) == Streak(2)


def test_a_day_without_a_deal_neither_counts_nor_breaks() -> None:
    assert streak(ago(0, 2), ago(1), TODAY) == Streak(2)
    assert streak(ago(0, 3), ago(1, 2), TODAY) == Streak(2)


@given(st.sets(st.integers(0, 40)), st.sets(st.integers(0, 40)))
def test_bridged_days_are_a_week_apart_and_between_solved_ones(solved: set[int], missing: set[int]) -> None:
    found = streak(ago(*solved), ago(*(missing - solved)), TODAY)
    assert found.days <= len(solved)
    assert not ago(*solved) & set(found.bridged)
    assert all(later - day >= BRIDGED_EVERY for day, later in zip(found.bridged, found.bridged[1:], strict=False))
    assert not found.bridged or found.days >= 2 or 0 not in solved


def test_a_day_whose_deal_is_still_open_breaks_nothing() -> None:
    """Monday's deal is open until noon of Tuesday; Sunday was missed."""
    assert streak(ago(3, 4), set(), TODAY).days == 0
    assert streak(ago(3, 4), ago(1), TODAY) == Streak(2, tuple(ago(2)))
