"""Streams that announce changes in a challenge or in an import to its page."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from asgiref.sync import sync_to_async
from django.http.response import HttpResponseBase

from logbook.lib import event_streams
from logbook.lib.exceptions import TooManyStreams
from logbook.people.middleware import PlayerRequest, reader_of


async def _followed(
    request: PlayerRequest, pk: int, kind: str, may: Callable[[], object], number: Callable[[int], int]
) -> HttpResponseBase:
    await sync_to_async(may)()
    reader = reader_of(request)
    if event_streams.is_full(reader):
        raise TooManyStreams
    return await event_streams.answer(event_streams.Subscriber(pk, kind, reader), may, partial(number, pk))
