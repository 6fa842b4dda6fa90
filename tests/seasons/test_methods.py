"""Methods of scoring a season: points of a field, totals, and a season whose method is changed."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.urls import reverse

from logbook.crews.models.crews import Crew
from logbook.leaderboards.services import results
from logbook.people.models.players import Player
from logbook.seasons.methods import METHODS, CrewInField
from logbook.seasons.models.seasons import Season
from logbook.seasons.services import standings
from tests.conftest import SignedIn
from tests.seasons.standings_scenes import crews, end, lines, season, week

__all__ = ["crews", "season"]


def field(*ranks: int) -> list[CrewInField]:
    """Return crews 1, 2, … of these places, with percentages that tell nothing."""
    return [CrewInField(crew, Fraction(50), rank) for crew, rank in enumerate(ranks, start=1)]


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
