"""The figures of a logbook, from its attempts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from logbook.campaigns.scoring import LogbookFigures, PlayedAttempt, figures_of

NOON = datetime(2026, 3, 7, 12, tzinfo=UTC)
CREW = ("p1", "p2", "p3")
OTHERS = ("p1", "p2", "p9")
MISSIONS = tuple(map(str, range(1, 51)))


def played(*texts: str, people: tuple[str, ...] = CREW) -> list[PlayedAttempt]:
    """Return attempts written as mission and outcome: `4+` won, `4-` lost, with `!` for the distress signal."""
    return [
        PlayedAttempt(text.rstrip("+-!"), "+" in text, "!" in text, people, NOON + timedelta(minutes=place), False)
        for place, text in enumerate(texts)
    ]


def figures(*texts: str) -> LogbookFigures:
    found = figures_of(played(*texts), MISSIONS)
    assert found is not None
    return found


def test_missions_won_and_the_score_over_them() -> None:
    found = figures("1+", "2-", "2-!", "2+", "3-")
    assert (found.people, found.first_at) == (CREW, NOON)
    assert (found.missions_won, found.score) == (2, 1 + 4)


def test_what_was_played_after_the_first_win_does_not_count() -> None:
    assert figures("1+", "1-", "1+!") == figures("1+")._replace(ironman=1)


@pytest.mark.parametrize(
    ("texts", "clean", "streak"),
    [
        (("1+", "2+", "3+!", "4+"), 3, 2),
        (("1-", "1+", "2-", "2+"), 0, 0),
        (("1+", "3+", "2-", "5+", "2+", "6+"), 4, 3),
        (("1-",), 0, 0),
    ],
)
def test_clean_missions_and_the_longest_streak(texts: tuple[str, ...], clean: int, streak: int) -> None:
    """A streak follows the order in which missions were won, whatever their numbers."""
    found = figures(*texts)
    assert (found.clean_missions, found.streak) == (clean, streak)


@pytest.mark.parametrize(
    ("texts", "ironman"),
    [
        (("1+", "2+", "3+!", "4-", "4+"), 3),
        (("1-", "1+", "2+"), 0),
        (("2+", "1+"), 0),
        (("1+", "3+", "2+"), 1),
        (("1+", "1+", "2+"), 2),
        (("1+", "1-", "2+"), 1),
        (MISSIONS_WON := tuple(f"{mission}+" for mission in MISSIONS), 50),
        ((*MISSIONS_WON, "50+", "50-"), 50),
    ],
)
def test_ironman_ends_with_the_first_loss_or_gap(texts: tuple[str, ...], ironman: int) -> None:
    assert figures(*texts).ironman == ironman


def test_a_logbook_belongs_to_the_people_of_most_of_its_attempts() -> None:
    attempts = [*played("1-", "1+", people=OTHERS), *played("1+", "2-", "3+"), *played("4+", people=())]
    found = figures_of(attempts, MISSIONS)
    assert found is not None
    assert (found.people, found.missions_won, found.score, found.clean_missions) == (CREW, 2, 2, 2)


def test_people_who_played_first_of_equals_have_the_logbook() -> None:
    found = figures_of([*played("1+", people=OTHERS), *played("2+")], MISSIONS)
    assert found is not None
    assert found.people == OTHERS


def test_missions_beyond_the_printed_logbook_do_not_count() -> None:
    assert figures_of(played("51+", "tasks=P1"), MISSIONS) is None
    assert figures("1+", "51+") == figures("1+")


def test_a_logbook_that_does_not_say_who_played_has_no_figures() -> None:
    assert figures_of(played("1+", people=()), MISSIONS) is None
    assert figures_of([], MISSIONS) is None
