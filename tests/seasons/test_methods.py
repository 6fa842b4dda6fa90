"""Methods of scoring a season: points of a field, totals, and a season whose method is changed."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from django.urls import reverse
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from logbook.crews.models.crews import Crew
from logbook.leaderboards.services import results
from logbook.people.models.players import Player
from logbook.seasons.api.serializers import SeasonInputSerializer
from logbook.seasons.methods import DEFAULT, METHODS, CrewInField, Method, methods_in_words
from logbook.seasons.models.seasons import Season
from logbook.seasons.services import standings
from tests.conftest import SignedIn
from tests.seasons.standings_scenes import crews, end, lines, season, week

__all__ = ["crews", "season"]


def field(*ranks: int) -> list[CrewInField]:
    """Return crews 1, 2, … of these places, with percentages that tell nothing."""
    return [CrewInField(crew, Fraction(50), rank) for crew, rank in enumerate(ranks, start=1)]


def placed(rows: list[CrewInField]) -> list[CrewInField]:
    """Return the crews with places as standings give them: ties share one, and the next one counts them."""
    ranks = [row.rank for row in rows if row.rank]
    return [row._replace(rank=1 + sum(one < row.rank for one in ranks) if row.rank else 0) for row in rows]


every_method = pytest.mark.parametrize("method", METHODS.values(), ids=list(METHODS))
FIELDS = st.lists(st.tuples(st.integers(0, 100), st.integers(0, 9)), max_size=12).map(
    lambda rows: [CrewInField(crew, Fraction(percent), rank) for crew, (percent, rank) in enumerate(rows)]
)


def is_no_better(one: CrewInField, other: CrewInField) -> bool:
    """True if the other crew has at least the percentage and the place; one without a place won no stage."""
    return one.percent <= other.percent and (not one.rank or 0 < other.rank <= one.rank)


def test_methods_are_told_apart() -> None:
    assert list(METHODS) == [method.code for method in METHODS.values()]
    assert all(0 < len(code) <= 20 for code in METHODS)
    assert len({str(method.label) for method in METHODS.values()}) == len(METHODS)
    assert len({method.explained(6) for method in METHODS.values()}) == len(METHODS)
    assert DEFAULT in METHODS


@every_method
@given(rows=FIELDS, order=st.randoms(use_true_random=False))
def test_each_crew_has_points_whatever_the_order(method: Method, rows: list[CrewInField], order: Random) -> None:
    points = method.points(placed(rows))
    assert points.keys() == {row.crew for row in rows}
    assert all(value >= 0 for value in points.values())
    shuffled = placed(rows)
    order.shuffle(shuffled)
    assert method.points(shuffled) == points


@every_method
@given(rows=FIELDS)
def test_a_better_crew_never_has_fewer_points(method: Method, rows: list[CrewInField]) -> None:
    found = placed(rows)
    points = method.points(found)
    for one in found:
        for other in found:
            if is_no_better(one, other):
                assert points[one.crew] <= points[other.crew]


@every_method
@given(counted=st.lists(st.fractions(0, 100), max_size=8), more=st.fractions(0, 100))
def test_one_more_result_never_lowers_a_total(method: Method, counted: list[Fraction], more: Fraction) -> None:
    assert method.total([]) == 0
    assert method.total(counted) <= method.total([*counted, more])


@every_method
def test_a_method_is_explained_by_the_number_that_counts(method: Method) -> None:
    assert method.explained(1) != method.explained(6)
    assert "6" in method.explained(6)


@every_method
def test_documents_name_each_method(method: Method) -> None:
    with translation.override("fr"):
        assert f"`{method.code}` (" in methods_in_words()
    assert f"`{method.code}`" in (Path(__file__).parents[2] / "docs" / "export.md").read_text("utf-8")
    assert f"`{method.code}` (" in str(SeasonInputSerializer().fields["method"].help_text)


@pytest.mark.parametrize(
    ("ranks", "points"),
    [
        ((1, 2, 3, 4, 5), (3, 2, 1, 0, 0)),
        ((1, 1, 3, 4), (Fraction(5, 2), Fraction(5, 2), 1, 0)),
        ((1, 2, 2, 2), (3, 1, 1, 1)),
        ((1, 2, 3, 3), (3, 2, Fraction(1, 2), Fraction(1, 2))),
        ((1, 1, 1, 1), (Fraction(3, 2),) * 4),
        ((1, 0, 0), (3, 0, 0)),
        ((), ()),
    ],
)
def test_places_are_worth_three_two_and_one(ranks: tuple[int, ...], points: tuple[Fraction | int, ...]) -> None:
    scored = METHODS["places"].points(field(*ranks))
    assert [scored[crew] for crew in sorted(scored)] == list(points)


def test_matchpoints_are_the_percentage() -> None:
    assert METHODS["matchpoints"].points([CrewInField(7, Fraction(200, 3), 4)]) == {7: Fraction(200, 3)}


@pytest.mark.django_db
def test_a_season_is_scored_anew_by_another_method(
    season: Season, crews: list[Crew], olga: Player, signed_in: SignedIn
) -> None:
    first, second, third = crews
    for number in range(2):
        challenge = week(season, number)
        end(challenge, first, "success")
        end(challenge, second, "failure", "success")
        end(challenge, third, "failure", "failure")
        results.recompute_standings(challenge_id=challenge.pk)
        standings.recompute_duplicate_scores(challenge_id=challenge.pk)
    assert [line[:3] for line in lines(season)] == [(1, first.name, 200), (2, second.name, 100), (3, third.name, 0)]
    given = {"name": season.name, "ends_on": season.ends_on, "best_n": 2, "method": "places"}
    client, address = signed_in(olga), reverse("season-edit", args=[season.pk])
    assert client.post(address, given | {"method": "luck"}).status_code == 422
    assert client.post(address, given).status_code == 302
    standings.recompute_season(season_id=season.pk)
    assert [line[:3] for line in lines(season)] == [(1, first.name, 6), (2, second.name, 4), (3, third.name, 0)]
    page = client.get(reverse("season", args=[season.pk])).text
    assert "First place is worth 3 points, second 2 and third 1; in a tie, the points are shared." in page
    assert client.get(f"/api/v1/seasons/{season.pk}/").json()["method"] == "places"
    assert client.post(address, {key: value for key, value in given.items() if key != "method"}).status_code == 302
    season.refresh_from_db()
    assert season.method == "places", "a form without the field keeps it"
