"""Ratings of crews: the strengths of simulated crews are recovered, with valid intervals."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest

from logbook.leaderboards import rating
from logbook.leaderboards.rating import Opponent, RatedGame, Ratings, rating_range, ratings, week_of


def simulated(
    seed: int, *, crews: int = 40, missions: int = 30, weeks: int = 30
) -> tuple[dict[int, float], list[RatedGame]]:
    """Simulate crews that play through a logbook, and now and then go back; return their strengths and games."""
    luck = Random(seed)
    strength = {crew: luck.gauss(0, 1) for crew in range(1, crews + 1)}
    hard = [luck.gauss(0, 1.5) for _mission in range(missions)]
    games = []
    for week in range(weeks):
        for crew, true in strength.items():
            if luck.random() < 0.6:
                mission = luck.randrange(missions) if luck.random() < 0.5 else week * missions // weeks
                tries = luck.randint(2, 8)
                won = sum(luck.random() < rating.chance(true, hard[mission]) for _try in range(tries))
                games.append(RatedGame(week, crew, Opponent("planet-nine", str(mission), 4), tries, won))
    return strength, games


def held(strength: dict[int, float], found: Ratings) -> list[bool]:
    """Return whether each crew's interval holds its true strength relative to the average crew."""
    middle, truth = rating.middle(found), sum(strength.values()) / len(strength)
    return [
        abs(found[crew].value - middle - (true - truth)) <= rating.SURE * found[crew].deviation
        for crew, true in strength.items()
    ]


def test_intervals_hold_the_truth_in_95_of_100_cases() -> None:
    outcomes = [one for seed in range(10) for one in held(*_rated(seed))]
    assert 0.93 <= sum(outcomes) / len(outcomes) <= 0.98, sum(outcomes) / len(outcomes)


def _rated(seed: int) -> tuple[dict[int, float], Ratings]:
    strength, games = simulated(seed)
    return strength, ratings(games)


def test_intervals_say_something() -> None:
    _strength, found = _rated(1)
    assert all(one.deviation < 0.5 for side, one in found.items() if isinstance(side, int))


def test_a_stronger_crew_rates_higher_despite_harder_deals() -> None:
    luck, games = Random("deals"), []
    strength = {1: 1.0, 2: -1.0, **dict.fromkeys(range(3, 23), 0.0)}
    hard = {"easy": -1.5, "hard": 1.5}
    for week in range(20):
        for crew, true in strength.items():
            mission = {1: "hard", 2: "easy"}.get(crew) or luck.choice(("hard", "easy"))
            won = sum(luck.random() < rating.chance(true, hard[mission]) for _try in range(5))
            games.append(RatedGame(week, crew, Opponent("g", mission, 4), 5, won))
    found = ratings(games)
    assert found[1].won < found[2].won, "it won less often"
    assert found[1].value - rating.SURE * found[1].deviation > found[2].value + rating.SURE * found[2].deviation


def test_a_deal_begins_as_its_mission_and_is_an_opponent_of_its_own() -> None:
    mission = Opponent("g", "7", 4)
    hard, easy = mission._replace(stage=1, attempt=1), mission._replace(stage=1, attempt=2)
    before = [RatedGame(0, crew, mission, 10, 2) for crew in range(1, 11)]
    deals = [RatedGame(1, crew, hard, 1, 0) for crew in range(1, 11)] + [
        RatedGame(1, crew, easy, 1, 1) for crew in range(1, 11)
    ]
    found = ratings([*before, *deals])
    assert found[hard].value > found[mission].value > found[easy].value
    assert found[mission].value > 0.5
    assert found[mission].tries == 100, "a deal is told of by its own attempts"


def test_ratings_do_not_depend_on_the_order_within_a_week() -> None:
    _strength, games = simulated(3, crews=8, missions=5, weeks=6)
    shuffled = sorted(games, key=lambda game: (game.week, Random(game.crew).random()))
    assert ratings(games) == ratings(iter(games)) == ratings(shuffled)


def test_one_by_one_or_counted_together_is_the_same() -> None:
    mission = Opponent("g", "1", 3)
    apart = [RatedGame(0, 1, mission, 1, 1), RatedGame(0, 1, mission, 1, 0), RatedGame(0, 1, mission, 1, 1)]
    assert ratings(apart) == ratings([RatedGame(0, 1, mission, 3, 2)])


def test_the_likeliest_values_are_found_even_where_nobody_ever_lost() -> None:
    games = [RatedGame(week, 1, Opponent("g", "1", 4), 1_000, 1_000) for week in range(3)]
    found = ratings(games)
    assert 0 < found[1].value < 20
    assert found[Opponent("g", "1", 4)].value < 0


def test_a_long_pause_makes_a_rating_less_sure_within_limits() -> None:
    first = [RatedGame(0, 1, Opponent("g", "1", 4), 50, 25)]
    soon, late = ratings([*first, _later(1)]), ratings([*first, _later(2_000)])
    assert soon[1].deviation < late[1].deviation <= rating.CREWS_DIFFER


def _later(week: int) -> RatedGame:
    return RatedGame(week, 1, Opponent("g", "2", 4), 1, 1)


def test_a_rating_as_people_know_it() -> None:
    middle = rating_range(0.0, 0.1)
    assert (middle.rating, middle.wins) == (1500, 50)
    assert middle.least + middle.most == 3000
    assert rating_range(2.302585, 0.1).rating == 1900, "ten to one"
    assert rating_range(1.0, 0.1).wins_least < 73.1 < rating_range(1.0, 0.1).wins_most


@pytest.mark.parametrize(("day", "other", "same"), [(5, 11, True), (11, 12, False), (4, 5, False)])
def test_weeks_begin_on_mondays(day: int, other: int, same: bool) -> None:
    assert (week_of(date(2026, 1, day)) == week_of(date(2026, 1, other))) is same
