"""Event stream of an import's progress."""

from __future__ import annotations

from functools import partial

from django.http.response import HttpResponseBase
from django.views.decorators.http import require_GET

from logbook.exchange.access.imports import import_for
from logbook.exchange.selectors.imports import import_number
from logbook.lib import announcements
from logbook.people.middleware import PlayerRequest
from logbook.people.numbered_streams import number_stream


@require_GET
async def import_stream(request: PlayerRequest, pk: int) -> HttpResponseBase:
    """Stream the progress of an import."""
    return await number_stream(
        request, pk, announcements.IMPORT, partial(import_for, request.player, pk), import_number
    )
