"""A season with a series, ten days before its first Monday."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest
import time_machine

from logbook.clubs.models import Club
from logbook.people.models.players import Player
from logbook.seasons.models.seasons import Season, Series
from logbook.seasons.services import series as services
from tests.challenges.random_histories import Fates
from tests.seasons.scenes import DAY, MONDAY, PLAN


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[time_machine.Traveller]:
    Fates({1: 10}).come_true(monkeypatch)
    with time_machine.travel(MONDAY - 10 * DAY, tick=False) as clock:
        yield clock


@pytest.fixture
def season(club: Club, olga: Player, clock: time_machine.Traveller) -> Season:
    return services.create_season(
        club=club, by=olga, name="Winter", starts_on=date(2026, 11, 22), ends_on=date(2027, 1, 17), best_n=6
    )


@pytest.fixture
def series(season: Season, olga: Player) -> Series:
    return services.create_series(season=season, by=olga, **PLAN)
