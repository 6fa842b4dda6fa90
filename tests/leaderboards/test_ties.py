"""Runs with equal attempts: first tries over all runs, then the crew's rating; equal as displayed is equal."""

from __future__ import annotations

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from logbook.crews.models.crews import Crew
from logbook.leaderboards.models.runs import NO_TIE_KEY, TIES, Run
from logbook.leaderboards.models.strengths import Strength
from logbook.leaderboards.services import runs, ties
from logbook.people.models.players import Player
from tests.leaderboards.scenes import sat, strangers

pytestmark = pytest.mark.django_db

BOARD = "/leaderboards/planet-nine/1/"


def ranked(query: str = "") -> list[str]:
    """Return the rows of the board: rank, name, first tries in percent, rating."""
    rows = Client().get(f"{BOARD}{query}").context["board"].entries
    return [
        f"{row.rank} {row.name} {row.tie.percent}" + (f" {row.tie.strength.rating}" if row.tie.strength else "")
        for row in rows
    ]


def crew_of(name: str, *others: str) -> tuple[Crew, tuple[Player, ...]]:
    """Return a crew that won mission 1 at its first attempt, and ended missions 2, 3 … like this."""
    crew, people = Crew.objects.create(name=name, slug=name.lower()), strangers()
    sat("success", people=people, crew=crew)
    for mission, end in enumerate(others, start=2):
        sat(*(["failure", "success"] if end == "later" else [end]), people=people, crew=crew, mission=str(mission))
    return crew, people


def strength(crew: Crew, value: float, tries: int = 20) -> None:
    Strength.objects.create(crew=crew, value=value, deviation=0.1, tries=tries, won=1)


def test_first_tries_over_all_runs_separate_equal_attempts() -> None:
    crew_of("Late", "later")
    crew_of("Never", "failure", "failure")
    crew_of("Always", "success")
    assert ranked() == ["1 Always 100", "2 Late 50", "3 Never 33"]


def test_the_rating_separates_equal_first_tries_once_it_is_shown() -> None:
    strong, weak, unrated = (crew_of(name)[0] for name in ("Strong", "Weak", "Unrated"))
    strength(strong, 0.5)
    strength(weak, -0.5)
    strength(unrated, 3.0, tries=19)
    ties.write_all_ties()
    assert ranked() == ["1 Strong 100 1587", "2 Weak 100 1413", "3 Unrated 100"]


def test_what_looks_equal_shares_its_place() -> None:
    one, other = (crew_of(name)[0] for name in ("One", "Other"))
    strength(one, 0.5)
    strength(other, 0.5001)
    ties.write_all_ties()
    assert ranked() == ["1 One 100 1587", "1 Other 100 1587"]


def test_a_shared_place_says_with_how_many() -> None:
    for _number in range(3):
        sat("success", people=strangers())
    page = Client().get(BOARD)
    assert [row.says_others for row in page.context["board"].entries] == [True, False, False]
    assert page.text.count("with 2 others") == 1


def test_a_run_elsewhere_moves_the_same_people_here() -> None:
    _crew, people = crew_of("Aurora")
    crew_of("Borealis")
    assert ranked() == ["1 Aurora 100", "1 Borealis 100"]
    sat("failure", people=people, mission="9")
    assert ranked() == ["1 Borealis 100", "2 Aurora 50"]


def test_runs_with_bots_are_ordered_alike() -> None:
    for mission_won in (False, True):
        people = strangers(1)
        sat("success", people=people)
        sat("success" if mission_won else "failure", people=people, mission="2")
    assert [row.split()[-1] for row in ranked("?board=bots")] == ["100", "50"]


def test_pages_follow_the_order_among_equals(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(5):
        crew_of(f"Crew {number}", *["success"] * number, *["failure"] * (4 - number))
    whole = ranked()
    assert [row.split()[2] for row in whole] == ["4", "3", "2", "1", "0"]
    monkeypatch.setattr("logbook.leaderboards.selectors.pages.PAGE", 2)
    first = Client().get(BOARD).context["board"]
    second = Client().get(f"{BOARD}?after={first.after}").context["board"]
    back = Client().get(f"{BOARD}?before={second.before}").context["board"]
    assert [row.rank for row in second.entries] == [3, 4]
    assert [row.name for row in back.entries] == [row.name for row in first.entries]


def test_a_row_of_the_version_before_is_behind_its_equals() -> None:
    crew_of("Aurora")
    Run.objects.update(tie_key=NO_TIE_KEY)
    run = Run.objects.get()
    assert run.order_key == run.rank_key * TIES + NO_TIE_KEY
    runs.write_all_runs()
    assert Run.objects.get().order_key < run.order_key


@given(st.integers(0, 500), st.integers(0, 500))
def test_the_database_rounds_as_the_page_does(first: int, more: int) -> None:
    if first + more:
        percent = ties.percent_first(first=first, runs=first + more)
        assert abs(percent - 100 * first / (first + more)) <= 0.5
