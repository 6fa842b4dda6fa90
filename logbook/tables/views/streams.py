"""View of the stream that follows a table."""

from __future__ import annotations

from asgiref.sync import sync_to_async
from django.http import Http404
from django.http.response import HttpResponseBase
from django.utils import timezone, translation
from django.views.decorators.http import require_GET

from logbook.lib import event_streams
from logbook.lib.exceptions import TooManyStreams
from logbook.people.middleware import PlayerRequest, reader_of
from logbook.tables import renderers
from logbook.tables.access import followed_table_for
from logbook.tables.live_parts import Reader


@require_GET
async def table_stream(request: PlayerRequest, table_id: int) -> HttpResponseBase:
    """Stream the table's number, then the reader's part at each change; 204 without Redis: the page then polls."""
    await sync_to_async(followed_table_for)(request.player, table_id)
    counted_as = reader_of(request)
    if event_streams.is_full(counted_as):
        raise TooManyStreams
    player, session = request.player, request.session.session_key
    if player is None or session is None:
        raise Http404
    return await renderers.answer(
        Reader(
            table_id=table_id,
            player=player,
            session=session,
            language=translation.get_language(),
            time_zone=timezone.get_current_timezone(),
            origin=f"{request.scheme}://{request.get_host()}",
            counted_as=counted_as,
        ),
        renderers.TABLES,
    )
