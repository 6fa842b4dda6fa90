"""Scenes that the tests of standings share with others."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from logbook.challenges.models.challenges import Candidate, Challenge, Deal, Stage
from logbook.clubs.models import Club, ClubCrew
from logbook.crews.models.crews import Crew
from logbook.leaderboards.services import results
from logbook.people.models.players import Player
from logbook.seasons.models.scores import DuplicateScore
from logbook.seasons.models.seasons import Season, Series
from logbook.seasons.services import standings
from tests.leaderboards.results_scenes import MONDAY, played

WEEK = timedelta(days=7)


@pytest.fixture
def season(club: Club) -> Season:
    return Season.objects.create(
        club=club, name="Winter", starts_on=date(2026, 11, 16), ends_on=date(2027, 2, 1), best_n=2
    )


@pytest.fixture
def crews(club: Club, crew: Crew) -> list[Crew]:
    """Return three crews of the club; the first is Alice's and Bob's."""
    others = [Crew.objects.create(name=name, slug=name.lower()) for name in ("Comet", "Dune")]
    for one in (crew, *others):
        ClubCrew.objects.get_or_create(club=club, crew=one)
    return [crew, *others]


def week(season: Season, number: int, *, rate: tuple[int, int] | None = (10, 20), stages: int = 1) -> Challenge:
    """Create a closed challenge of the season's series, with the bots' win rates of its deals."""
    series, _ = Series.objects.get_or_create(
        season=season, title="Mondays", weekday=0, hour=12, time_zone="UTC", window_hours=24, game="planet-nine",
        rotation=[["1"]], players=4,
    )  # fmt: skip
    opens = MONDAY + number * WEEK
    challenge = Challenge.objects.create(
        club=season.club, title=f"Week {number}", players=4, opens_at=opens, closes_at=opens + WEEK / 7,
        state="closed", counted_at=opens + WEEK / 7, max_attempts=2, series=series, occurrence=number, commitment="-",
    )  # fmt: skip
    for stage_number in range(1, stages + 1):
        stage = Stage.objects.create(challenge=challenge, number=stage_number, game="planet-nine", mission="1")
        for attempt in (1, 2):
            deal = Deal.objects.create(stage=stage, attempt=attempt, state="ready", seed=f"s{stage.pk}/{attempt}")
            if rate:
                Candidate.objects.create(
                    deal=deal, number=1, picked=True, certificate={}, wins=rate[0], playouts=rate[1]
                )
    return challenge


def end(challenge: Challenge, crew: Crew, *ends: str, stage: int = 1, seats: tuple[Player, ...] = ()) -> None:
    table = played(*ends, crew=crew, stage=challenge.stages.get(number=stage), seats=seats)
    results.recompute_result(table_id=table.pk)


def scored(challenge: Challenge) -> dict[str, tuple[float, float | None]]:
    standings.recompute_duplicate_scores(challenge_id=challenge.pk)
    return {
        score.crew.name: (score.percent, score.margin) for score in DuplicateScore.objects.filter(challenge=challenge)
    }


def lines(season: Season) -> list[tuple[int, str, float, int | None]]:
    rows = season.standings.exclude(crew=None).order_by("rank", "crew__name")
    return [(row.rank, row.crew.name, row.total, row.moved) for row in rows if row.crew]
