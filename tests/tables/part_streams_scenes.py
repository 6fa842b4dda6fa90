"""Scenes of the streams of tables: the streams of several readers at once."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from django.urls import reverse

from logbook.people.models.players import Player
from logbook.tables import renderers
from logbook.tables.models import Table
from tests.lib.event_streams_scenes import async_client_of, finish
from tests.lib.subscribers_scenes import heard, until


def follow(table: Table, *people: Player, scenario: Callable[..., Awaitable[None]], **heads: str) -> None:
    """Open the table's stream for each player, run the scenario on them, and close them."""

    async def main() -> None:
        answers: list[Any] = []
        for player in people:
            client = await async_client_of(player)
            answers.append(await client.get(reverse("table-stream", args=(table.pk,)), headers=heads or None))
            assert answers[-1].status_code == 200
            assert answers[-1].headers["Content-Type"] == "text/event-stream"
            assert answers[-1].headers["Cache-Control"] == "private, no-store"
        streams = [aiter(answer.streaming_content) for answer in answers]
        async with asyncio.timeout(20):
            await scenario(*streams)
        for answer in answers:
            await asyncio.to_thread(answer.close)
        await until(lambda: not renderers.readers_here().renderers)
        await until(lambda: heard(table.pk) == 0)  # Redis learns a moment later that the connection is closed

    finish(main())
