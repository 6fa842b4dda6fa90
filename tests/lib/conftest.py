"""Redis, present and absent, for tests of event streams."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from logbook.lib import announcements
from tests.browser.conftest import free_port


@pytest.fixture
def redis(redis_url: str, settings: Settings) -> Iterator[None]:
    settings.REDIS_URL = redis_url
    announcements._publisher.cache_clear()
    yield
    announcements._publisher.cache_clear()


@pytest.fixture
def no_redis(settings: Settings) -> Iterator[None]:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    announcements._publisher.cache_clear()
    yield
    announcements._publisher.cache_clear()
