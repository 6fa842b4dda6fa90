"""The stream on which the page of a table hears that it has moved."""

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
    """The table's number, now and whenever it changes; 204 if there is nobody to hear it from: the page then asks."""
    may = partial(table_for, request.player, table_id)
    return await _followed(request, table_id, event_streams.TABLE, may, table_number)
