"""Fixtures of rooms: beats and announcements are in the tests' Redis, or in none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import caches
from pytest_django.fixtures import Settings

from logbook.lib import announcements
from logbook.people.models.players import Player
from logbook.tables import presence
from logbook.tables.models import Attempt
from tests.browser.conftest import free_port
from tests.rooms.scenes import lost


def forget_connections() -> None:
    announcements._publisher.cache_clear()
    presence._redis.cache_clear()


@pytest.fixture(autouse=True)
def redis(redis_url: str, settings: Settings) -> Iterator[None]:
    settings.REDIS_URL = redis_url
    forget_connections()
    presence._redis(settings.REDIS_URL).flushdb()
    caches["default"].clear()
    yield
    forget_connections()


@pytest.fixture
def no_redis(redis: None, settings: Settings) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    forget_connections()


@pytest.fixture
def attempt(alice: Player, bob: Player) -> Attempt:
    return lost(alice, bob)
