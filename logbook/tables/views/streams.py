"""View of the stream that announces a table's moves."""

from __future__ import annotations

from functools import partial

from django.http.response import HttpResponseBase
from django.views.decorators.http import require_GET

from logbook.lib import event_streams
from logbook.people.middleware import PlayerRequest
from logbook.people.views.streams import _followed
from logbook.tables.access import table_for
from logbook.tables.selectors.tables import table_number


@require_GET
async def table_stream(request: PlayerRequest, table_id: int) -> HttpResponseBase:
    """Stream the table's number, now and at each change; 204 without Redis: the page then polls."""
    may = partial(table_for, request.player, table_id)
    return await _followed(request, table_id, event_streams.TABLE, may, table_number)
