"""Scenes that the tests of event streams share with others."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from asgiref.sync import sync_to_async
from django.db import connections
from django.test import AsyncClient

from logbook.people.models.players import Player
from logbook.people.selectors import GUEST_KEY

Answer = TypeVar("Answer")


def finish(coroutine: Coroutine[Any, Any, Answer]) -> Answer:
    """Run the coroutine, and close the database connection in its thread."""

    async def and_let_go() -> Answer:
        try:
            return await coroutine
        finally:
            await sync_to_async(connections.close_all)()

    return asyncio.run(and_let_go())


async def async_client_of(player: Player) -> AsyncClient:
    client = AsyncClient()
    if player.user is not None:
        await client.aforce_login(player.user, backend="django.contrib.auth.backends.ModelBackend")
        return client
    session = await sync_to_async(lambda: client.session)()
    session[GUEST_KEY] = player.pk
    await sync_to_async(session.save)()
    return client
