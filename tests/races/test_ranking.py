"""Ranking of races, without a database."""

from __future__ import annotations

from logbook.races.ranking import RaceScore, RaceStandingRow, standings


def race(crew: int, player: int, points: int, *, stage: int = 1, margin: int = 0, won: bool = False) -> RaceScore:
    return RaceScore(crew, player, stage, points, margin, won)


def raced(lines: list[RaceStandingRow]) -> list[tuple[int, int, int | None, int, int, int]]:
    return [(line.rank, line.crew, line.player, line.points, line.margin, line.wins) for line in lines]


def test_the_best_race_of_a_stage_counts_for_a_crew() -> None:
    races = [race(1, 7, 5), race(1, 7, 9, margin=2, won=True), race(1, 7, 3), race(1, 8, 7), race(1, 8, 4, stage=2)]
    assert raced(standings(races, {}, crews=False)) == [(1, 1, 8, 11, 0, 0), (2, 1, 7, 9, 2, 1)]
    assert raced(standings(races, {}, crews=True)) == [(1, 1, None, 13, 2, 1)]


def test_the_wider_margin_counts_among_equal_points_then_the_win() -> None:
    level = [
        race(1, 7, 5, margin=1),
        race(1, 7, 5, margin=3),
        race(1, 7, 5, margin=3, won=True),
        race(1, 7, 5, margin=2),
    ]
    assert raced(standings(level, {}, crews=False)) == [(1, 1, 7, 5, 3, 1)]
    wider = [*level, race(1, 7, 5, margin=4)]
    assert raced(standings(wider, {}, crews=False)) == [(1, 1, 7, 5, 4, 0)]


def test_players_rank_by_points_then_margin_then_wins() -> None:
    races = [race(3, 1, 5, margin=1), race(2, 2, 5, margin=2), race(1, 3, 6), race(2, 5, 5, margin=1, won=True)]
    races += [race(1, 4, 5, margin=1)]
    assert [(line.rank, line.player) for line in standings(races, {}, crews=False)] == [
        (1, 3), (2, 2), (3, 5), (4, 4), (4, 1),
    ]  # fmt: skip


def test_a_race_given_up_has_no_points_and_is_told() -> None:
    lines = standings([race(1, 7, 0), race(1, 7, 0, stage=2)], {(1, 7): 1, (2, 8): 2, (1, 9): 1}, crews=False)
    assert [(line.rank, line.player, line.stages, line.races, line.given_up) for line in lines] == [
        (1, 7, 2, 2, 1), (2, 9, 0, 0, 1), (2, 8, 0, 0, 2),
    ]  # fmt: skip
    crews = standings([race(1, 7, 0)], {(1, 7): 1, (2, 8): 2, (1, 9): 1}, crews=True)
    assert [(line.rank, line.crew, line.player, line.given_up) for line in crews] == [(1, 1, None, 2), (2, 2, None, 2)]


def test_all_races_are_listed_and_level_players_keep_a_fixed_order() -> None:
    races = [race(1, 9, 5), race(1, 8, 5), race(1, 9, 3), race(1, 7, 5)]
    lines = standings(races, {}, crews=False)
    assert [(line.rank, line.player, line.races, line.stages) for line in lines] == [
        (1, 7, 1, 1), (1, 8, 1, 1), (1, 9, 2, 1),
    ]  # fmt: skip
