"""The stream on which a table's page hears that it has moved."""

from __future__ import annotations

from asgiref.sync import sync_to_async
from django.db import connection
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_GET

from logbook import access, live
from logbook.middleware import PlayerRequest
from logbook.models import Player
from logbook.selectors.tables import table_number


@require_GET
async def table_stream(request: PlayerRequest, table_id: int) -> HttpResponseBase:
    """The table's number, now and whenever it changes; 204 if there is nobody to hear it from: the page then asks."""
    await sync_to_async(_checked)(request.player, table_id)
    ear = live.Ear(table_id)
    try:
        # Listen first, then look: whatever happens in between is heard, at worst twice.
        await ear.open()
        number = await sync_to_async(_looked)(table_id)
    except live.Unreachable:
        return HttpResponse(status=204)
    except BaseException:
        await ear.close()
        raise
    return StreamingHttpResponse(
        live.stream(ear, number),
        content_type="text/event-stream",
        headers={"Cache-Control": "private, no-store", "X-Accel-Buffering": "no"},
    )


def _checked(player: Player | None, table_id: int) -> None:
    access.table_for(player, table_id)


def _looked(table_id: int) -> int:
    number = table_number(table_id)
    if not connection.in_atomic_block:
        connection.close()  # The stream lasts for hours; it needs no database.
    return number
