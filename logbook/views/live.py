"""The streams on which a table's page hears that it has moved, and a challenge's how far its deals are."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from asgiref.sync import sync_to_async
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_GET

from logbook import access, live
from logbook.access.imports import import_for
from logbook.middleware import PlayerRequest, reader_of
from logbook.selectors.challenges import challenge_number
from logbook.selectors.imports import import_number
from logbook.selectors.tables import table_number
from logbook.services import errors


@require_GET
async def table_stream(request: PlayerRequest, table_id: int) -> HttpResponseBase:
    """The table's number, now and whenever it changes; 204 if there is nobody to hear it from: the page then asks."""
    may = partial(access.table_for, request.player, table_id)
    return await _followed(request, table_id, live.TABLE, may, table_number)


@require_GET
async def challenge_stream(request: PlayerRequest, challenge_id: int) -> HttpResponseBase:
    """The same for a challenge whose deals are prepared."""
    may = partial(access.challenge_for, request.player, challenge_id)
    return await _followed(request, challenge_id, live.CHALLENGE, may, challenge_number)


@require_GET
async def import_stream(request: PlayerRequest, pk: int) -> HttpResponseBase:
    """The same for a file that is brought in."""
    return await _followed(request, pk, live.IMPORT, partial(import_for, request.player, pk), import_number)


async def _followed(
    request: PlayerRequest, pk: int, kind: str, may: Callable[[], object], number: Callable[[int], int]
) -> HttpResponseBase:
    await sync_to_async(may)()
    reader = reader_of(request)
    if live.is_full(reader):
        raise errors.TooManyStreams
    return await live.answer(live.Ear(pk, kind, reader), may, partial(number, pk))
