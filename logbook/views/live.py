"""The streams on which a table's page hears that it has moved, and a challenge's how far its deals are."""

from __future__ import annotations

from asgiref.sync import sync_to_async
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_GET

from logbook import access, live
from logbook.access.imports import import_for
from logbook.middleware import PlayerRequest
from logbook.selectors.challenges import challenge_number
from logbook.selectors.imports import import_number
from logbook.selectors.tables import table_number


@require_GET
async def table_stream(request: PlayerRequest, table_id: int) -> HttpResponseBase:
    """The table's number, now and whenever it changes; 204 if there is nobody to hear it from: the page then asks."""
    await sync_to_async(access.table_for)(request.player, table_id)
    return await live.answer(live.Ear(table_id), lambda: table_number(table_id))


@require_GET
async def challenge_stream(request: PlayerRequest, challenge_id: int) -> HttpResponseBase:
    """The same for a challenge whose deals are prepared."""
    await sync_to_async(access.challenge_for)(request.player, challenge_id)
    return await live.answer(live.Ear(challenge_id, live.CHALLENGE), lambda: challenge_number(challenge_id))


@require_GET
async def import_stream(request: PlayerRequest, pk: int) -> HttpResponseBase:
    """The same for a file that is brought in."""
    await sync_to_async(import_for)(request.player, pk)
    return await live.answer(live.Ear(pk, live.IMPORT), lambda: import_number(pk))
