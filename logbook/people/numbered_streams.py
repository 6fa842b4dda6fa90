"""Event streams of pages that follow a number: a challenge in preparation, or an import."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from asgiref.sync import sync_to_async
from django.http.response import HttpResponseBase

from logbook.lib import event_streams
from logbook.lib.exceptions import TooManyStreams
from logbook.people.middleware import PlayerRequest, reader_of


async def number_stream(
    request: PlayerRequest, pk: int, kind: str, may: Callable[[], object], number: Callable[[int], int]
) -> HttpResponseBase:
    """Return the stream of the number of a `kind` of thing, while `may` lets its reader in. Raises TooManyStreams."""
    await sync_to_async(may)()
    reader = reader_of(request)
    if event_streams.is_full(reader):
        raise TooManyStreams
    return await event_streams.answer(event_streams.Subscriber(pk, kind, reader), may, partial(number, pk))
