"""Scenes that the tests of subscribers share with others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from django.conf import settings

from logbook.lib import announcements


async def until(true: Callable[[], bool], seconds: float = 5.0) -> None:
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110 - Redis notices in its own time
            await asyncio.sleep(0.01)


def heard(pk: int) -> int:
    """Return the number of connections subscribed to this table."""
    return int(announcements._publisher(settings.REDIS_URL).pubsub_numsub(announcements.channel_of(pk))[0][1])
