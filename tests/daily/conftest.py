"""Fixtures of the deals of the day."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import time_machine

from games.bots import strongest_bot
from games.crew.bots import CarefulBot
from logbook.daily.models import DailyDeal
from logbook.daily.services import days
from tests.daily.scenes import MORNING, open_deals


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Monday morning; time stands still until it is told to go on."""
    with time_machine.travel(MORNING, tick=False) as clock:
        yield clock


@pytest.fixture(autouse=True)
def quick_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals with a bot that decides at once, and without rating: tests of both have their own deals."""
    quick = {"deep-blue": strongest_bot("deep-blue")}
    monkeypatch.setattr(days, "strongest_bot", lambda game: quick.get(game, CarefulBot()))
    monkeypatch.setattr(days, "ROUNDS", 0)


@pytest.fixture
def today(db: None, clock: time_machine.Traveller) -> dict[str, DailyDeal]:
    """The open deals, by game."""
    return open_deals()


@pytest.fixture
def deal(today: dict[str, DailyDeal]) -> DailyDeal:
    """Today's deal of Planet Nine."""
    return today["planet-nine"]
